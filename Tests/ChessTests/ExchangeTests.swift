import TestSupport
import Testing

@testable import Chess

/// The gains of captures on a square, compared with boards played out capture by capture.
@Suite struct ExchangeTests {
  /// A board of 64 squares, with only the attacks of pieces.
  private struct Board {
    var pieces: [Piece?]

    init(_ position: Position) {
      pieces = (0..<64).map { position.piece(at: Square(unchecked: $0)) }
    }

    private static let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    private static let oblique = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    private static let leaps = [
      (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2),
    ]

    private func attacks(_ piece: Piece, from: Int, _ target: Int) -> Bool {
      func reaches(_ steps: [(Int, Int)], once: Bool) -> Bool {
        steps.contains { step in
          var (file, rank) = (from % 8 + step.0, from / 8 + step.1)
          while (0..<8).contains(file), (0..<8).contains(rank) {
            if rank * 8 + file == target { return true }
            if once || pieces[rank * 8 + file] != nil { return false }
            (file, rank) = (file + step.0, rank + step.1)
          }
          return false
        }
      }
      let forward = piece.color == .white ? 1 : -1
      return switch piece.kind {
      case .pawn: reaches([(1, forward), (-1, forward)], once: true)
      case .knight: reaches(Self.leaps, once: true)
      case .bishop: reaches(Self.oblique, once: false)
      case .rook: reaches(Self.straight, once: false)
      case .queen: reaches(Self.straight + Self.oblique, once: false)
      case .king: reaches(Self.straight + Self.oblique, once: true)
      }
    }

    /// The pieces that attack a square, the least valuable first.
    func attackers(of target: Int, by color: Color) -> [(from: Int, kind: PieceKind)] {
      let found = (0..<64).compactMap { from -> (from: Int, kind: PieceKind)? in
        guard from != target, let piece = pieces[from], piece.color == color,
          attacks(piece, from: from, target)
        else { return nil }
        return (from, piece.kind)
      }
      return found.sorted { ($0.kind.exchangeValue, $0.from) < ($1.kind.exchangeValue, $1.from) }
    }

    /// A capture's gain if each side continues while it pays.
    func gain(from: Int, to target: Int) -> Int {
      guard let piece = pieces[from], let victim = pieces[target] else { return 0 }
      var after = self
      after.pieces[from] = nil
      after.pieces[target] = piece
      let answer = after.attackers(of: target, by: piece.color.opponent).first
      guard let answer else { return victim.kind.exchangeValue }
      let defenders = after.attackers(of: target, by: piece.color)
      if answer.kind == .king, !defenders.isEmpty { return victim.kind.exchangeValue }
      return victim.kind.exchangeValue - max(0, after.gain(from: answer.from, to: target))
    }
  }

  @Test(arguments: 1...12) func gainsMatchPlayedOutCaptures(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var position = Position.start
    var captures = 0
    for _ in 0..<70 {
      var best = 0
      for move in position.legalMoves {
        guard let first = position.piece(at: move.from), let victim = position.piece(at: move.to)
        else { continue }
        let expected = Board(position).gain(
          from: Int(move.from.rawValue), to: Int(move.to.rawValue))
        let gain = position.key.exchange(move, by: first.kind, of: victim.kind)
        #expect(gain == expected, "\(position.fen) \(move.uci)")
        captures += 1
        best = max(best, expected)
      }
      #expect(position.key.bestCapture() == best, "\(position.fen)")
      guard let move = position.legalMoves.randomElement(using: &random) else { break }
      position.make(move)
    }
    #expect(captures > 20)
  }

  /// Batteries, from the Chess Programming Wiki, and a line of major pieces on both sides.
  @Test(arguments: [
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320),
    ("3rk3/3r4/3q4/3p4/4P3/3Q4/3R4/3RK3 w - - 0 1", "e4d5", 100),
    ("3rk3/3r4/3q4/3p4/8/3Q4/3R4/3RK3 w - - 0 1", "d3d5", 100 - 900 + 900 - 500 + 500 - 500),
  ])
  func publishedExchangesHaveTheirGains(fen: String, uci: String, gain: Int) throws {
    let position = try Position(fen: fen)
    let move = try position.move(uci: uci)
    let (first, victim) = (
      try #require(position.piece(at: move.from)), try #require(position.piece(at: move.to))
    )
    #expect(position.key.exchange(move, by: first.kind, of: victim.kind) == gain)
  }
}
