/// Finds a name at the beginning of an utterance by a phone network's scores.
///
/// The best path leads through silence, one of the name's pronunciations, and anything after it (a
/// keyword spotter as in Rohlicek and others, "Continuous hidden Markov modeling for
/// speaker-independent word spotting", 1989). In each frame the likeliest state scores 0, so the
/// name's score is its distance from the best possible score.
package struct NameFinder: Sendable {
  /// The name in an utterance.
  package struct Sighting: Sendable, Hashable {
    /// Its frames.
    package var frames: Range<Int>
    /// The mean score of its frames, and that of the phone that fits worst; 0 or less.
    package var fit: Double
    package var worstFit: Double
    /// The score of the sound before it as silence; 0 or less.
    package var before: Double
    /// The number of frames in its longest phone.
    package var longest: Int
    /// The number of its phones.
    package var phones: Int
    /// The share of the utterance that is voiced, 0…1.
    package var voicing = 0.0
  }

  private let network: PhoneNetwork
  private let silence: Int
  /// For each pronunciation, the network's phones.
  private let pronunciations: [[Int]]

  /// The lowest score of a frame before the name, and the score of each frame after it.
  private static let beforeLimit: Float = -3
  private static let after: Float = -0.5
  /// A phone lasts at least 3 frames.
  private static let states = ModelDefinition.stateCount

  /// Nil if there is no pronunciation whose phones the network knows.
  package init?(
    _ network: PhoneNetwork, _ definition: ModelDefinition, pronunciations: [[String]]
  ) {
    self.network = network
    silence = network.silence(of: definition)
    self.pronunciations = pronunciations.compactMap { phones in
      let numbers = phones.compactMap { phone in
        definition.number(of: phone).flatMap { network.number(of: $0, definition) }
      }
      return numbers.count == phones.count && !phones.isEmpty ? numbers : nil
    }
    if self.pronunciations.isEmpty { return nil }
  }

  /// The best position of the name; nil if the sound is too short for it.
  package func find(in features: Features) -> Sighting? {
    var best = find(in: network.scores(of: features))
    best?.voicing = features.voicing
    return best
  }

  /// The best position by the network's scores, one row per frame.
  func find(in scores: [Float]) -> Sighting? {
    let width = network.phones.count * Self.states
    guard scores.count >= width else { return nil }
    return pronunciations.compactMap { find($0, in: scores, width: width) }
      .max { $0.total < $1.total }?.sighting
  }

  private func find(
    _ phones: [Int], in scores: [Float], width: Int
  ) -> (total: Float, sighting: Sighting)? {
    let frameCount = scores.count / width
    // A state before the name, the states of its phones, and one after it.
    let columns = phones.flatMap { phone in (0..<Self.states).map { phone * Self.states + $0 } }
    let count = columns.count + 2
    var totals = [Float](repeating: -.infinity, count: count)
    totals[0] = 0
    var isEntered = [Bool](repeating: false, count: frameCount * count)
    for frame in 0..<frameCount {
      let row = frame * width
      for state in stride(from: count - 1, through: 0, by: -1) {
        var emission: Float
        switch state {
        case 0:
          emission = (0..<Self.states).reduce(Self.beforeLimit) {
            max($0, scores[row + silence * Self.states + $1])
          }
        case count - 1: emission = Self.after
        default: emission = scores[row + columns[state - 1]]
        }
        if state > 0, totals[state - 1] > totals[state] {
          totals[state] = totals[state - 1]
          isEntered[frame * count + state] = true
        }
        totals[state] += emission
      }
    }
    let last = totals[count - 1] > totals[count - 2] ? count - 1 : count - 2
    guard totals[last] > -.infinity else { return nil }
    // The first frame of each state.
    var firsts = [Int](repeating: frameCount, count: count + 1)
    var state = last
    for frame in stride(from: frameCount - 1, through: 0, by: -1) where state > 0 {
      firsts[state] = frame
      if isEntered[frame * count + state] { state -= 1 }
    }
    return (
      totals[last], sighting(of: phones, firsts, columns, scores, width: width)
    )
  }

  private func sighting(
    of phones: [Int], _ firsts: [Int], _ columns: [Int], _ scores: [Float], width: Int
  ) -> Sighting {
    var sums: [Float] = []
    var lengths: [Int] = []
    for phone in phones.indices {
      var sum: Float = 0
      for state in phone * Self.states..<(phone + 1) * Self.states {
        for frame in firsts[state + 1]..<firsts[state + 2] {
          sum += scores[frame * width + columns[state]]
        }
      }
      sums.append(sum)
      lengths.append(firsts[(phone + 1) * Self.states + 1] - firsts[phone * Self.states + 1])
    }
    let frames = firsts[1]..<firsts[columns.count + 1]
    var before: Float = 0
    for frame in 0..<frames.lowerBound {
      before += (0..<Self.states).reduce(Self.beforeLimit) {
        max($0, scores[frame * width + silence * Self.states + $1])
      }
    }
    return Sighting(
      frames: frames, fit: Double(sums.reduce(0, +)) / Double(max(1, frames.count)),
      worstFit: zip(sums, lengths).map { Double($0) / Double(max(1, $1)) }.min() ?? 0,
      before: Double(before), longest: lengths.max() ?? 0,
      phones: phones.count)
  }
}
