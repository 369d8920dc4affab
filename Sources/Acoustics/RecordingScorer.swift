import Glibc

/// Scores a recording's frames for the searches: removes the offset of voice and microphone, and
/// weights frames by noise.
package struct RecordingScorer: Sendable {
  package let senones: SenoneScorer
  package let loop: PhoneLoop
  private let bias: ChannelBias
  private let silence: Int
  private let pausePlaces: [Int]
  private let fillerPlaces: [[Int]]

  /// How many frames before and after speech keep their scores, for soft beginnings and endings.
  private static let margin = 6
  /// A frame's weight in noise: the minimum, the level over the noise, in dB, at which it is
  /// halfway to 1, and the slope.
  private static let leastReliability: Float = 0.3
  private static let halfPresence: Float = 3
  private static let presenceSlope: Float = 3

  package init(_ model: PhoneModel, _ senones: SenoneScorer) {
    self.senones = senones
    loop = PhoneLoop(model, senones)
    bias = ChannelBias(model)
    silence = model.definition.silence
    func places(_ phone: Int) -> [Int] {
      model.definition.senones(of: phone).compactMap { senones.place(of: Int($0)) }
    }
    pausePlaces = places(silence)
    fillerPlaces = model.definition.phones.indices.filter(model.definition.isNoise).map(places)
  }

  /// How many senones are scored per frame.
  package var width: Int { senones.senones.count }

  /// Scores the cepstra of `features`.
  ///
  /// - Parameter heard: The phones in them, to estimate the offset of voice and microphone; if nil,
  ///   a phone loop finds them.
  package func scores(
    of cepstra: [Float], _ features: Features, heard: PhoneLoop.Path? = nil
  ) -> [Float] {
    var cepstra = cepstra
    let heard = heard ?? loop.path(through: senones.scores(of: cepstra), width: width)
    let offset = bias.offset(of: cepstra, in: heard.segments, except: silence)
    for index in cepstra.indices { cepstra[index] -= offset[index % offset.count] }
    var scores = senones.scores(of: cepstra)
    scores.withUnsafeMutableBufferPointer { scores in
      for frame in 0..<features.frameCount {
        adjust(
          UnsafeMutableBufferPointer(rebasing: scores[frame * width..<(frame + 1) * width]), frame,
          features)
      }
    }
    // In silence, a pause gets the best score, so that the stop in "B" cannot absorb it.
    allowPauses(in: &scores) { frame in
      let near =
        max(0, frame - Self.margin)...min(features.frameCount - 1, frame + Self.margin)
      return !features.isSpeech[near].contains(true)
    }
    return scores
  }

  /// Gives a pause the best score of each frame in which nobody speaks.
  package func allowPauses(in scores: inout [Float], where isPause: (Int) -> Bool) {
    for frame in 0..<scores.count / width where isPause(frame) {
      let best = scores[frame * width..<(frame + 1) * width].max() ?? 0
      for place in pausePlaces { scores[frame * width + place] = best }
    }
  }

  private func adjust(
    _ scores: UnsafeMutableBufferPointer<Float>, _ frame: Int, _ features: Features
  ) {
    var best = -Float.infinity
    for score in scores { best = max(best, score) }
    // A pause may be any of the model's noises.
    for (state, place) in pausePlaces.enumerated() {
      for filler in fillerPlaces where filler.count > state {
        scores[place] = max(scores[place], scores[filler[state]])
      }
    }
    let presence = (features.presence[frame] - Self.halfPresence) / Self.presenceSlope
    let reliability = Self.leastReliability + (1 - Self.leastReliability) / (1 + exp(-presence))
    for place in scores.indices { scores[place] = best + reliability * (scores[place] - best) }
  }
}
