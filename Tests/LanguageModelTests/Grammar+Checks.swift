import Glibc
import LanguageModel

extension Grammar {
  /// Whether the probabilities at each state but the final one add up to 1, within the tolerance of
  /// merging.
  var hasStochasticStates: Bool {
    var sums = [Double](repeating: 0, count: stateCount)
    for arc in arcs { sums[Int(arc.source)] += exp(Double(arc.weight)) }
    return sums.enumerated().allSatisfy { state, sum in
      state == final ? sum == 0 : abs(sum - 1) < 0.005
    }
  }

  /// Whether no state has two arcs with the same word.
  var isDeterministic: Bool {
    Set(arcs.map { [$0.source, $0.word] }).count == arcs.count
  }
}
