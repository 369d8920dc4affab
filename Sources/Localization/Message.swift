/// A text for people, independent of the language in which it is shown.
///
/// The text in the source is English, and is the key of its translations: `Message("Stopped by
/// itself after \(time).")` has the key `Stopped by itself after %@.` Arguments are texts, whole
/// numbers, and other messages. `Tests/Tools/message-keys` finds every key by the literal after
/// `Message(`, so write it there.
public struct Message: Sendable, Hashable, CustomStringConvertible {
  private indirect enum Content: Sendable {
    case verbatim(String)
    case notation(String)
    case board(String)
    case name(String)
    case format(String, [Message])
    case joined([Message], separator: String)
    case capitalized(Message)
  }

  private let content: Content

  private init(_ content: Content) { self.content = content }

  /// A text with translations.
  public init(_ format: Format) { self.init(.format(format.key, format.arguments)) }

  /// A text that is the same in every language, such as a path, a command or a phrase.
  public static func verbatim(_ text: some StringProtocol) -> Message {
    Message(.verbatim(String(text)))
  }

  /// Moves in SAN, "12. Nf3 Nc6", to be shown with the reader's piece letters.
  public static func notation(_ san: some StringProtocol) -> Message {
    Message(.notation(String(san)))
  }

  /// A rank of a drawn board, with FEN's letters.
  public static func board(_ rank: some StringProtocol) -> Message {
    Message(.board(String(rank)))
  }

  /// An opening's English name, to be shown in the reader's language.
  public static func openingName(_ name: some StringProtocol) -> Message {
    Message(.name(String(name)))
  }

  /// Some messages with `separator` between them.
  public static func joined(_ messages: [Message], separator: String = " ") -> Message {
    Message(.joined(messages, separator: separator))
  }

  /// The message with a capital at the beginning.
  public var capitalized: Message { Message(.capitalized(self)) }

  /// The message in quotation marks.
  public var quoted: Message { Message("\"\(self)\"") }

  /// An error's text; in English only, unless it is an ``ExplainedError``.
  public init(_ error: any Error) {
    self = (error as? any ExplainedError)?.message ?? .verbatim("\(error)")
  }

  /// The text in the language of `translation`, with its piece letters.
  public func text(in translation: Translation) -> String {
    text(in: translation, letters: translation.letters)
  }

  /// The text in the language of `translation`, with other piece letters.
  package func text(in translation: Translation, letters: PieceLetters) -> String {
    switch content {
    case .verbatim(let text): text
    case .notation(let text): letters.written(text)
    case .board(let text): letters.drawn(text)
    case .name(let text): translation.openingName(text)
    case .format(let key, let arguments):
      translation.format(for: key).text(
        with: arguments.map { $0.text(in: translation, letters: letters) })
    case .joined(let messages, let separator):
      messages.map { $0.text(in: translation, letters: letters) }.joined(separator: separator)
    case .capitalized(let message): message.text(in: translation, letters: letters).capitalized
    }
  }

  /// The text in English.
  public var description: String { text(in: .english) }

  /// Whether the text is empty.
  public var isEmpty: Bool { description.isEmpty }

  /// Whether both have the same English text.
  public static func == (one: Message, other: Message) -> Bool {
    one.description == other.description
  }

  /// Hashes the English text.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

/// An error whose description can be shown in the player's language.
public protocol ExplainedError: Error, CustomStringConvertible {
  /// What happened, and what to do about it.
  var message: Message { get }
}

extension ExplainedError {
  /// The message in English.
  public var description: String { message.description }
}
