import Chess

/// Measures the chess rules, and answers the queries of the comparison with python-chess.
///
/// `benchmark-chess` prints perft counts beside the published ones, and times. `positions`, `games`
/// and `pgn` read standard input and print data for Tests/Tools/compare_with_python_chess.py.
/// `plausibility` rates moves.
@main
private struct Benchmark {
  static func main() {
    switch CommandLine.arguments.dropFirst().first {
    case nil:
      let isRight = Perft.run()
      Timing.run()
      if !isRight { exitWithFailure() }
    case "positions": Answers.positions()
    case "games": Answers.games()
    case "pgn": Answers.pgn()
    case "plausibility": Answers.plausibility()
    case let other?:
      print("unknown mode \(other); expected none, positions, games, pgn or plausibility")
      exitWithFailure()
    }
  }
}
