import Audio
import Foundation
import LanguageModel
import Speech

/// What is measured with: all chess moves as people say them, grammars of the size of a position's, and clips.
enum Workload {
  static func model() throws -> AcousticModel {
    guard let model = AcousticModel.named("en_US") else {
      throw Failure("no English model: install pocketsphinx-en-us")
    }
    return model
  }

  private static let pieces = ["pawn", "knight", "bishop", "rook", "queen", "king"]
  private static let files = "abcdefgh".map { String($0) }
  private static let ranks = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
  private static let steps = ["to", "takes", "captures", "goes to", ""]
  private static let royals = ["king", "queen"]
  private static let endings = ["", "check", "mate"]

  static func languageModel() throws -> CompiledLanguageModel {
    try compile([
      [pieces, steps, files, ranks, endings],
      [files, ["takes", "captures", ""], files, ranks, endings],
      [files, ranks, endings],
      [pieces, files, steps, files, ranks, endings],
      [pieces, ranks, steps, files, ranks, endings],
      [pieces, files, ranks, steps, files, ranks, endings],
      [files, ranks, steps, files, ranks, endings],
      [
        files, ["eight", "one"], ["queen", "rook", "bishop", "knight", "promotes to queen"],
        endings,
      ],
      [pieces, ["takes", "captures"], pieces, endings],
      [pieces, ["to", ""], royals, pieces, ranks, endings],
      [["castle", "castles"], ["king side", "queen side", "short", "long"], endings],
      [
        ["play the"],
        [
          "albin counter gambit", "queens gambit", "kings gambit", "french defense",
          "dutch defense",
        ],
      ],
      [["resign", "draw", "take back", "new game", "yes", "no", "help", "repeat"]],
    ])
  }

  /// A grammar of 300 states and 1,500 arcs or near, `number` for number another one.
  static func position(_ number: Int) throws -> CompiledLanguageModel {
    let words =
      pieces + files + ranks + [
        "to", "takes", "captures", "check", "mate", "castle", "short", "long",
      ]
    var seed = UInt64(number + 1)
    func word() -> String {
      // Knuth's MMIX generator: the same grammars in every run.
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return words[Int((seed >> 33) % UInt64(words.count))]
    }
    return try compile((0..<75).map { _ in (0..<5).map { _ in (0..<4).map { _ in word() } } })
  }

  /// Each template a chain of slots, each slot a choice of words.
  private static func compile(_ templates: [[[String]]]) throws -> CompiledLanguageModel {
    var grammar = Grammar(words: [], stateCount: 2, start: 0, final: 1, arcs: [])
    var numbers: [String: Int32] = [:]
    func newState() -> Int32 {
      defer { grammar.stateCount += 1 }
      return Int32(grammar.stateCount)
    }
    for template in templates {
      var state = Int32(grammar.start)
      for (index, slot) in template.enumerated() {
        let end = index == template.count - 1 ? Int32(grammar.final) : newState()
        let share = -log(Float(slot.count)) - (index == 0 ? log(Float(templates.count)) : 0)
        for choice in slot {
          var from = state
          let words = choice.split(separator: " ").map(String.init)
          for (place, word) in words.enumerated() {
            let number = numbers[word] ?? Int32(grammar.words.count)
            if numbers.updateValue(number, forKey: word) == nil { grammar.words.append(word) }
            let target = place == words.count - 1 ? end : newState()
            grammar.arcs.append(
              .init(source: from, target: target, word: number, weight: place == 0 ? share : 0))
            from = target
          }
          if words.isEmpty {
            grammar.arcs.append(
              .init(source: from, target: end, word: Grammar.Arc.epsilon, weight: share))
          }
        }
        state = end
      }
    }
    return CompiledLanguageModel(
      grammar: grammar,
      lexicon: Lexicon(
        pronunciations: try model().pronunciations().pronunciations(of: grammar.words)))
  }

  /// Moves spoken by flite's voices, as files.
  static func clips(in folder: URL) throws -> [Clip] {
    let sentences = [
      "knight to f three", "e four", "bishop takes c six", "queen to d eight check",
      "castle king side",
      "knight to king bishop three", "rook a one to e one", "pawn takes e five",
      "play the albin counter gambit",
      "king to g one", "d takes e five", "knight b to d two", "queen takes h seven mate",
      "bishop to b five",
    ]
    return try sentences.enumerated().map { index, sentence in
      let path = folder.appendingPathComponent("\(index).wav").path
      let voice = ["slt", "rms", "awb"][index % 3]
      _ = try Child.run(["flite", "-voice", voice, "-t", sentence, "-o", path])
      return try Clip(path: path)
    }
  }
}

/// A recording.
struct Clip {
  let path: String
  let samples: [Int16]

  init(path: String) throws {
    self.path = path
    let file = try AudioFile(path: path)
    var samples: [Int16] = []
    while let piece = try file.read() { samples += piece.samples }
    self.samples = samples
  }

  var seconds: Double { Double(samples.count) / AudioFormat.speech.sampleRate }

  func buffers(of count: Int) -> [AudioBuffer] {
    stride(from: 0, to: samples.count, by: count).map { start in
      AudioBuffer(
        format: .speech, samples: Array(samples[start..<min(start + count, samples.count)]))
    }
  }

  /// A clip of nothing, as a file.
  static func silence(seconds: Double, in folder: URL) throws -> Clip {
    let count = Int(seconds * AudioFormat.speech.sampleRate)
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(value >> (8 * $0) & 0xff) }
    }
    let header =
      Array("RIFF".utf8) + little(36 + 2 * count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2)
      + little(1, 2) + little(16_000, 4) + little(32_000, 4) + little(2, 2) + little(16, 2)
      + Array("data".utf8)
      + little(2 * count, 4)
    let file = folder.appendingPathComponent("silence.wav")
    try Data(header + [UInt8](repeating: 0, count: 2 * count)).write(to: file)
    return try Clip(path: file.path)
  }
}
