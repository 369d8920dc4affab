import Chess

/// The duration of the calls that the appliance makes after every move.
enum Timing {
  static func run() {
    let games = RandomGames(seed: 1).games(count: 40, length: 100)
    let positions = games.flatMap(\.positions).filter(\.hasLegalMove)
    let moves = positions.map(\.legalMoves.count).reduce(0, +)
    print("\(positions.count) positions of random games, \(moves) legal moves")
    openings(games)
    report("legal moves of a position", positions, repeats: 50) { $0.legalMoves.count }
    report("SAN of all legal moves", positions, repeats: 5) { position in
      position.legalMoves.reduce(0) { $0 + position.san(of: $1).utf8.count }
    }
    report("facts of all legal moves", positions, repeats: 5) { position in
      position.legalMoves.reduce(0) { $0 + (position.facts(of: $1)?.isCapture == true ? 1 : 0) }
    }
    report("plausibility of all legal moves", positions, repeats: 5) { position in
      MovePlausibility(of: position).moves.count
    }
    report("FEN out and in", positions, repeats: 5) { position in
      (try? Position(fen: position.fen))?.fullmoveNumber ?? 0
    }
  }

  /// The first look-ups build the tables, so they are timed separately.
  private static func openings(_ games: [Game]) {
    let clock = ContinuousClock()
    let table = clock.measure { _ = Openings.count }
    let names = clock.measure { _ = Openings.named("Winawer") }
    let byName = clock.measure { _ = Openings.named("Tartakower") }
    let byWords = clock.measure { _ = Openings.named("Advance French") }
    print(
      "openings: table built in \(table), names in \(names); then by name \(byName), by words"
        + " \(byWords)")
    var named = 0
    let time = clock.measure {
      named = games.filter { Openings.opening(of: $0) != nil }.count
    }
    print("opening of a game of 100 half moves: \(time / games.count) (\(named) have one)")
  }

  /// Prints median, 95th percentile and maximum of one call's mean time over `repeats`, in
  /// microseconds.
  private static func report(
    _ name: String, _ positions: [Position], repeats: Int, _ call: (Position) -> Int
  ) {
    let clock = ContinuousClock()
    var sum = 0
    var times: [Double] = []
    for position in positions {
      let time = clock.measure { for _ in 0..<repeats { sum &+= call(position) } }
      times.append(time / .microseconds(repeats))
    }
    times.sort()
    guard let last = times.last else { return }
    func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    print(
      "\(name): median \(rounded(times[times.count / 2])) µs, 95 %"
        + " \(rounded(times[times.count * 95 / 100])) µs, maximum \(rounded(last)) µs"
        + " (checksum \(sum))")
  }
}

/// Games of random legal moves, reproducible by seed.
struct RandomGames {
  private var state: UInt64

  init(seed: UInt64) { self.state = seed }

  func games(count: Int, length: Int) -> [Game] {
    var generator = self
    return (0..<count).map { _ in
      var game = Game()
      while game.moves.count < length,
        let move = game.position.legalMoves.randomElement(using: &generator)
      {
        guard (try? game.play(move)) != nil else { break }
      }
      return game
    }
  }
}

extension RandomGames: RandomNumberGenerator {
  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
