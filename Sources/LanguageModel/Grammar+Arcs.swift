extension Grammar {
  /// The arcs that leave each state, in their order.
  package var leaving: [[Arc]] {
    var leaving = [[Arc]](repeating: [], count: stateCount)
    for arc in arcs { leaving[Int(arc.source)].append(arc) }
    return leaving
  }

  /// The states, each before those that its arcs enter; nil if there is a cycle.
  ///
  /// - Parameter leaving: The arcs that leave each state.
  func statesInOrder(_ leaving: [[Arc]]) -> [Int]? {
    // Kahn's algorithm.
    var incoming = [Int](repeating: 0, count: stateCount)
    for arc in leaving.joined() { incoming[Int(arc.target)] += 1 }
    var order = incoming.indices.filter { incoming[$0] == 0 }
    var done = 0
    while done < order.count {
      for arc in leaving[order[done]] {
        let target = Int(arc.target)
        incoming[target] -= 1
        if incoming[target] == 0 { order.append(target) }
      }
      done += 1
    }
    return order.count == stateCount ? order : nil
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
