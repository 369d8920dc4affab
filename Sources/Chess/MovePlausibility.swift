// Links libm, whose square root debug builds call.
import Glibc

/// A prior over the legal moves of a position: how likely players are to choose each, by known
/// openings, material and some common sense.
///
/// It chooses between moves that sound alike, and is not an engine: it looks one capture sequence
/// ahead. Moves that lose a queen get little; captures of hanging pieces, recaptures, checks,
/// castling and development get more. Opening moves get more, the better known the opening.
public struct MovePlausibility: Sendable {
  /// The legal moves with their probabilities, in the order of ``Position/legalMoves``; the
  /// probabilities sum to 1.
  ///
  /// No move has less than ``floor`` divided by the number of moves, because people play anything.
  public let moves: [(move: Move, probability: Double)]

  /// The probability that is spread evenly over all moves.
  public static let floor = 0.1

  /// The share of the rest for well-known openings.
  ///
  /// Players follow openings far more often, but fame must not win over the spoken words. With
  /// 0.75, 2.9 % of people's first moves were wrong, in a set with each pawn's moves equally often.
  static let book = 0.15

  /// The gain, in hundredths of a pawn, that makes a move twice as likely.
  static let doubling = 50

  /// Computes the prior for a position; deterministic.
  ///
  /// - Parameters:
  ///   - position: The position before the move.
  ///   - last: The opponent's previous move, for recaptures; nil if unknown.
  public init(of position: Position, after last: Move? = nil) {
    let legal = position.legalMoves
    let judge = MoveJudge(position: position, last: last)
    let weights = legal.map { MovePlausibility.powerOfTwo(judge.score(of: $0)) }
    let known = judge.isOpening ? legal.map { MovePlausibility.fame(of: $0, in: position) } : []
    let fame = known.reduce(0, +)
    let alike = MovePlausibility.floor / Double(legal.count)
    let byBook = (1 - MovePlausibility.floor) * MovePlausibility.book / (fame + 50)
    let byJudgement =
      (1 - MovePlausibility.floor - byBook * fame) / weights.reduce(0, +)
    moves = legal.indices.map { index in
      let famous = known.isEmpty ? 0 : byBook * known[index]
      return (legal[index], alike + famous + byJudgement * weights[index])
    }
  }

  /// How well known the opening is that a move leads to.
  ///
  /// It grows slightly faster than the number of its lines, to match the games that players play:
  /// of the first moves, 1. e4 then has three fifths, 1. d4 a third, 1. b4 a four-hundredth.
  private static func fame(of move: Move, in position: Position) -> Double {
    let lines = Double(OpeningTable.shared.lines(through: position.applying(move).key))
    return lines * lines.squareRoot().squareRoot()
  }

  /// Proportional to about 2 to the power of `score` divided by ``doubling``; linear between whole
  /// powers.
  ///
  /// Uses no C library, so it is the same everywhere; a weight needs no more precision.
  private static func powerOfTwo(_ score: Int) -> Double {
    // A multiple, so that division rounds the same way on both sides of 0.
    let bound = 60 * doubling
    let shifted = max(-bound, min(bound, score)) + bound
    let whole = shifted / doubling
    let rest = shifted % doubling
    return Double(
      sign: .plus, exponent: whole, significand: 1 + Double(rest) / Double(doubling))
  }
}

/// Scores a position's moves in hundredths of a pawn.
struct MoveJudge {
  let position: Position
  let last: Move?
  let isOpening: Bool

  init(position: Position, last: Move?) {
    self.position = position
    self.last = last
    let pieces = position.key.occupied & ~position.key.pawns
    self.isOpening = position.fullmoveNumber <= 15 && pieces.nonzeroBitCount > 10
  }

  func score(of move: Move) -> Int {
    guard let facts = position.facts(of: move) else { return .zero }
    if facts.givesMate { return 600 }
    var score = facts.captured.map(\.exchangeValue) ?? 0
    if let promotion = move.promotion { score += promotion.exchangeValue - 100 }
    let next = position.applying(move)
    score -= next.key.bestCapture()
    if next.isStalemate { score -= 300 }
    if facts.givesCheck { score += 30 }
    if facts.isCapture, move.to == last?.to { score += 40 }
    return score + sense(of: move, facts)
  }

  /// What players like when there is nothing to win.
  private func sense(of move: Move, _ facts: MoveFacts) -> Int {
    let us = position.sideToMove
    let fromRank = us == .white ? move.from.rank : 7 - move.from.rank
    let toRank = us == .white ? move.to.rank : 7 - move.to.rank
    switch facts.piece {
    case .king:
      if facts.castling != nil { return 80 }
      return isOpening ? -50 : 0
    case .knight, .bishop:
      let isAtEdge = move.to.file == 0 || move.to.file == 7
      return isOpening
        ? (fromRank == 0 ? 40 : 0) + (toRank == 0 ? -30 : 0) + (isAtEdge ? -20 : 0) : 0
    case .queen, .rook:
      return isOpening ? -15 : 5
    case .pawn:
      let isCentral = (2...5).contains(move.to.file)
      if isOpening { return isCentral ? (toRank == 3 ? 30 : 15) : -5 }
      return toRank * 4
    }
  }
}

extension PieceKind {
  /// In hundredths of a pawn.
  var exchangeValue: Int {
    switch self {
    case .pawn: 100
    case .knight: 320
    case .bishop: 330
    case .rook: 500
    case .queen: 900
    case .king: 10_000
    }
  }
}

extension Position.Key {
  /// What the side to move gains by its best legal capture if both sides continue capturing on that
  /// square; 0 if nothing.
  func bestCapture() -> Int {
    var captures: [Move] = []
    appendLegalMoves(to: &captures, to: pieces(sideToMove.opponent))
    var best = 0
    // The choice of promotion does not matter here.
    for capture in captures where capture.promotion == nil || capture.promotion == .queen {
      guard let first = kind(at: capture.from.bit), let victim = kind(at: capture.to.bit) else {
        continue
      }
      // Later captures cannot add to the gain.
      if victim.exchangeValue > best { best = max(best, exchange(capture, by: first, of: victim)) }
    }
    return best
  }

  /// The material that a capture gains if both sides continue to capture with their least valuable
  /// piece while it pays.
  ///
  /// "Static exchange evaluation", the swap algorithm of the Chess Programming Wiki; ignores pins.
  func exchange(_ capture: Move, by first: PieceKind, of victim: PieceKind) -> Int {
    var gain = victim.exchangeValue
    var gains = [gain]
    var standing = first
    var side = sideToMove
    var board = occupied & ~capture.from.bit
    while true {
      side = side.opponent
      // Pieces that have captured are off the board, and pieces behind them can attack through.
      let attackers = attackers(of: capture.to, by: side, occupied: board) & board & ~capture.to.bit
      guard let (bit, kind) = leastValuable(of: attackers) else { break }
      // A king cannot capture a piece that is still defended.
      let answer = self.attackers(of: capture.to, by: side.opponent, occupied: board) & board
      if kind == .king, answer & ~capture.to.bit != 0 { break }
      gain = standing.exchangeValue - gain
      gains.append(gain)
      standing = kind
      board &= ~bit
    }
    while gains.count > 1, let last = gains.popLast() {
      gains[gains.count - 1] = min(gains[gains.count - 1], -last)
    }
    return gains[0]
  }

  private func leastValuable(of attackers: Bitboard) -> (bit: Bitboard, kind: PieceKind)? {
    for kind in PieceKind.allCases {
      let set = attackers & pieces(kind)
      if set != 0 { return (set & (~set &+ 1), kind) }
    }
    return nil
  }
}
