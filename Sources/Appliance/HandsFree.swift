import ApplianceCore
import Dialogue
import Speech

/// What is taken without the button: the name, and how sure it must be of the words.
public struct HandsFree: Sendable {
  /// The name.
  public let name: SpokenName
  private let policy: DialoguePolicy
  /// Whether all that can be said means something, as in a game.
  private let needsMeaning: Bool

  /// After an answer, and while a question is open, no name is needed for so long.
  public static let openness = Duration.seconds(8)
  /// How long a silence ends what is said, and how long it waits after the name alone.
  private static let endpointing = Endpointing(pause: .milliseconds(550), patience: .seconds(5))
  /// What must be likelier than this to be taken: if the name is sure, if it is not, without one.
  private static let borders: [Attention.Address: Double] = [
    .byName: 0.7, .perhapsByName: 0.8, .without: 0.9,
  ]

  /// Takes what is said after `name`.
  ///
  /// - Parameter needsMeaning: Whether all that can be said means something, as in a game.
  public init(_ name: SpokenName, policy: DialoguePolicy, needsMeaning: Bool = true) {
    self.name = name
    self.needsMeaning = needsMeaning
    self.policy = policy
  }

  /// What a recording listens for.
  func attention(
    needsNoName: @escaping @Sendable () -> Bool,
    hear: @escaping @Sendable (Attention.Notice) -> Void,
    inspect: @escaping @Sendable (Attention.Inspection) -> Void = { _ in }
  ) -> Attention {
    Attention(
      pronunciations: name.pronunciations, endpointing: Self.endpointing, needsNoName: needsNoName,
      accepts: accepts, hear: hear, inspect: inspect)
  }

  private func accepts(_ result: RecognitionResult, _ address: Attention.Address) -> Bool {
    isSure(Heard(result), Self.borders[address] ?? 1)
  }

  private func isSure(_ heard: Heard, _ border: Double) -> Bool {
    guard let best = heard.meanings.max(by: { $0.confidence < $1.confidence }),
      best.content.isPossible || !needsMeaning
    else { return false }
    return best.confidence >= max(border, policy.acceptance)
  }
}
