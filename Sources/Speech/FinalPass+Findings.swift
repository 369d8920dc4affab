import Acoustics

extension FinalPass {
  /// What was heard in a recording.
  struct Findings {
    /// How much the same speech may seem to move or grow with more sound, in frames.
    private static let leeway = 2

    var features: Features
    /// The best phones regardless of the grammar.
    var heard: PhoneLoop.Path
    /// The best first.
    var readings: [Reading]

    /// Whether they hold for more sound: it has the same speech, and the streamed words are known.
    func hold(for more: Features, _ streamed: [String]?) -> Bool {
      abs(more.firstFrame - features.firstFrame) <= Self.leeway
        && abs(more.frameCount - features.frameCount) <= Self.leeway
        && (streamed == nil || readings.contains { $0.words == streamed })
    }
  }

  struct Reading {
    var words: [String]
    /// By the acoustic model's scores.
    var alignment: PhraseAligner.Alignment
    /// The same phrase by the phone network's scores.
    var network: PhraseAligner.Alignment?

    /// How well it fits by both scores.
    var total: Float { alignment.score + FinalPass.networkShare * (network?.score ?? 0) }

    /// As a hypothesis about the recording whose frames begin at `firstFrame`.
    func hypothesis(_ firstFrame: Int) -> Hypothesis {
      var segments: [DecodedSegment] = []
      for phone in alignment.phones {
        if phone.word >= 0, phone.word == segments.count - 1 {
          segments[phone.word].lastFrame = phone.end - 1 + firstFrame
          segments[phone.word].acousticScore &+= Int(saturating: phone.score)
        } else if phone.word >= 0 {
          segments.append(
            DecodedSegment(
              word: words[phone.word], isFiller: false, firstFrame: phone.first + firstFrame,
              lastFrame: phone.end - 1 + firstFrame, acousticScore: Int(saturating: phone.score)))
        }
      }
      return Hypothesis(segments: segments, score: Int(saturating: alignment.score))
    }
  }
}

extension FinalPass.Findings {
  /// The evidence for and against the best reading as a whole.
  func evidence(of best: FinalPass.Reading, _ definition: ModelDefinition) -> Evidence {
    var evidence = Evidence()
    if let network = best.network {
      evidence.fit = Double(network.score) / Double(features.frameCount)
      var words: [Int: (score: Float, frames: Int)] = [:]
      for phone in network.phones where phone.word >= 0 {
        words[phone.word, default: (0, 0)].score += phone.score
        words[phone.word, default: (0, 0)].frames += phone.end - phone.first
      }
      let phones = network.phones.lazy.filter { $0.word >= 0 }
        .map { Double($0.score) / Double(max(1, $0.end - $0.first)) }.sorted()
      let worst = phones.prefix(max(1, (phones.count + 1) / 4))
      if !phones.isEmpty {
        evidence.worstPhonesFit = worst.reduce(0, +) / Double(worst.count)
      }
      evidence.worstFit =
        words.values.map { Double($0.score) / Double(max(1, $0.frames)) }.min()
        ?? evidence.worstFit
    }
    let phones = best.alignment.phones
    var isCovered = [Bool](repeating: false, count: features.frameCount)
    var wordFrames = 0
    for phone in phones where phone.word >= 0 {
      wordFrames += phone.end - phone.first
      for frame in phone.first..<phone.end { isCovered[frame] = true }
    }
    evidence.framesPerPhone =
      Double(wordFrames) / Double(max(1, phones.lazy.filter { $0.word >= 0 }.count))
    var uncovered = features.omittedFrameCount
    for segment in heard.segments where definition.isSpoken(segment.phone) {
      for frame in segment.first..<segment.end where !isCovered[frame] { uncovered += 1 }
    }
    evidence.uncovered = Double(uncovered) / 10
    evidence.signalToNoise = Double(features.signalToNoise)
    evidence.voicing = features.voicing
    evidence.movement = features.movement
    return evidence
  }
}
