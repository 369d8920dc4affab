import ApplianceCore
import ChessLanguage
import Dialogue
import Speech

/// The rules for recordings without the button: the name, and the confidence that words need.
package struct HandsFree: Sendable {
  /// The name.
  package let name: SpokenName
  private let policy: DialoguePolicy
  /// Whether every phrase has a meaning, as in a game.
  private let needsMeaning: Bool

  /// How long a silence ends an utterance, and how long it waits after the name alone.
  private static let endpointing = Endpointing(pause: .milliseconds(550), patience: .seconds(5))

  /// Accepts what follows `name`.
  ///
  /// - Parameter needsMeaning: Whether every phrase has a meaning, as in a game.
  package init(_ name: SpokenName, policy: DialoguePolicy, needsMeaning: Bool = true) {
    self.name = name
    self.needsMeaning = needsMeaning
    self.policy = policy
  }

  /// The attention for a recording.
  func attention(
    needsNoName: @escaping @Sendable () -> Bool,
    hear: @escaping @Sendable (Attention.Notice) -> Void
  ) -> Attention {
    Attention(
      pronunciations: name.pronunciations, endpointing: Self.endpointing, needsNoName: needsNoName,
      accepts: { accepts(Heard($0), $1, $2) }, hear: hear)
  }

  /// Whether it accepts these words with this kind of address.
  func accepts(
    _ heard: Heard, _ address: Attention.Address, _ moment: Attention.Moment
  ) -> Bool {
    guard let best = heard.meanings.max(by: { $0.confidence < $1.confidence }) else {
      return false
    }
    // After a sure name, it may ask whether a move was meant, or explain why it is illegal.
    if moment == .over, address.isSure, best.content.isMove {
      return best.confidence >= policy.acceptance * policy.asking
    }
    return (best.content.isPossible || !needsMeaning)
      && best.confidence >= border(of: best.content, address)
  }

  /// The confidence that words need. The surer the name, the lower it is: fitted to the moves that
  /// `Tests/hands-free.sh` makes with `PART=tune`.
  private func border(of content: Interpretation, _ address: Attention.Address) -> Double {
    let border =
      switch address {
      case .byName(let odds) where content.isMove: 0.85 - odds / 15
      case .byName(let odds): max(0.7, 0.95 - odds / 15)
      case .without: 0.9
      }
    return max(border, policy.acceptance)
  }
}

extension Interpretation {
  fileprivate var isMove: Bool {
    switch self {
    case .moves, .illegal: true
    case .nothing, .notation, .command, .correction, .opening, .answer: false
    }
  }
}
