import Localization

/// An error that is only a sentence: nobody needs to tell it from others.
package struct PlainError: ExplainedError, Sendable, Hashable {
  /// What failed, why, and what to do about it.
  package let message: Message

  /// An error in words that may have a translation.
  package init(_ message: Message) { self.message = message }

  /// An error in English.
  package init(_ text: String) { message = .verbatim(text) }
}
