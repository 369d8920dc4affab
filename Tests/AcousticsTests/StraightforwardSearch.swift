import LanguageModel

@testable import Acoustics

/// How well a phrase fits scores, computed for each sequence of states separately.
struct StraightforwardSearch {
  var model: PhoneModel
  var lexicon: PhoneLexicon
  var scorer: SenoneScorer
  var scores: [Float]
  var pausePenalty: Double
  /// Whether to follow the lattice's rules: leaving the last phone counts, and pauses may repeat.
  var isLattice: Bool

  var frameCount: Int { scores.count / scorer.senones.count }

  /// A phone's states and what it costs.
  private struct Phone {
    var number: Int
    var states: [[Int]]
    var penalty = 0.0
  }

  /// The best of all pronunciations and pause positions; nil if the recording is too short.
  func score(of words: [String]) -> Double? {
    chains(of: words).compactMap(best).max()
  }

  private func chains(of words: [String]) -> [[Phone]] {
    let silence = model.definition.silence
    let pause = Phone(
      number: silence, states: model.definition.senones(of: silence).map { [Int($0)] },
      penalty: pausePenalty)
    var chains: [[Phone]] = [[], [pause]]
    for (place, word) in words.enumerated() {
      let lefts = place == 0 ? [] : lexicon.variants[words[place - 1]] ?? []
      let rights = place + 1 == words.count ? [] : lexicon.variants[words[place + 1]] ?? []
      let variants = (lexicon.variants[word] ?? []).map { phones in
        let sets = lexicon.senones(
          of: phones, after: Set(lefts.compactMap(\.last) + [silence]),
          before: Set(rights.compactMap(\.first) + [silence]))
        return phones.enumerated().map { index, phone in
          Phone(number: phone, states: Array(sets[3 * index..<3 * index + 3]))
        }
      }
      chains = chains.flatMap { chain in
        variants.flatMap { [chain + $0, chain + $0 + [pause]] }
      }
    }
    return chains
  }

  /// The best alignment of one chain with the frames.
  private func best(_ chain: [Phone]) -> Double? {
    let count = chain.count * 3
    guard count > 0, frameCount > 0 else { return nil }
    var reached = [Double](repeating: -.infinity, count: count)
    for frame in 0..<frameCount {
      var next = reached
      for state in 0..<count {
        let phone = chain[state / 3]
        let transition = model.transitions[phone.number]
        var score = reached[state] + Double(transition[state % 3].stay)
        if state == 0 {
          if frame == 0 { score = phone.penalty }
        } else {
          let before = chain[(state - 1) / 3]
          let leave = model.transitions[before.number][(state - 1) % 3].leave
          let entering =
            reached[state - 1] + Double(leave) + (state % 3 == 0 ? phone.penalty : 0)
          score = max(score, entering)
        }
        if isLattice, state % 3 == 0, phone.number == model.definition.silence {
          score = max(score, reached[state + 2] + Double(transition[2].leave) + phone.penalty)
        }
        next[state] = score + emission(phone.states[state % 3], frame)
      }
      reached = next
    }
    var end = reached[count - 1]
    if isLattice, let last = chain.last {
      end += Double(model.transitions[last.number][2].leave)
    }
    return end > -.infinity ? end : nil
  }

  private func emission(_ senones: [Int], _ frame: Int) -> Double {
    senones.compactMap { scorer.place(of: $0) }
      .map { Double(scores[frame * scorer.senones.count + $0]) }.max() ?? -.infinity
  }
}
