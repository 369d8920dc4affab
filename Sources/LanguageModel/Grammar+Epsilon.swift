extension Grammar {
  /// The arcs that leave each state, in their order.
  package var leaving: [[Arc]] {
    var leaving = [[Arc]](repeating: [], count: stateCount)
    for arc in arcs { leaving[Int(arc.source)].append(arc) }
    return leaving
  }

  /// These states and those that epsilon arcs lead to, each with the weight of its likeliest path.
  ///
  /// - Parameter leaving: The arcs that leave each state.
  package static func followingEpsilon(
    from states: [Int: Float], _ leaving: [[Arc]]
  ) -> [Int: Float] {
    var reached = states
    var pending = Array(states.keys)
    while let state = pending.popLast() {
      let weight = reached[state] ?? -.infinity
      for arc in leaving[state] where arc.word == Arc.epsilon {
        let target = Int(arc.target)
        guard weight + arc.weight > reached[target] ?? -.infinity else { continue }
        reached[target] = weight + arc.weight
        pending.append(target)
      }
    }
    return reached
  }
}
