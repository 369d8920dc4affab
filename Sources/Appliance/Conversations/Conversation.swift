import ApplianceCore
import DeviceIO
import Localization

/// Answers recordings and typed lines: what to show, and what can be said next.
///
/// The appliance asks one thing at a time and shows each reply before it listens again.
package protocol Conversation: Sendable {
  /// The thread on which it replies; its replies are shown from there too. Nil: any.
  var thread: SerialThread? { get }

  /// Begins, or resumes: returns the first messages, and how to prepare for what can be said.
  ///
  /// Called once. Throws if nothing can be said at all, for instance without the phrases' data
  /// file; its preparation may throw too.
  func begin() async throws -> Reply

  /// Responds to what was heard.
  ///
  /// Everything in the reply has already happened: by then, the game is on disk.
  func reply(to heard: Heard) async -> Reply

  /// Responds to a typed line; nil if typed lines never mean anything to it.
  func reply(toTyped line: ConsoleLine) async -> Reply?

  /// What can be typed, a line for each kind; for the help.
  var typing: [Message] { get }

  /// Responds to a question that was not answered within the last reply's `patience`.
  func lapse() async -> Reply

  /// Tries to fix the last reply's `trouble`; called repeatedly until it is fixed.
  func mend() async -> Reply

  /// Responds to the end of an errand of an earlier reply.
  func replyToErrand() async -> Reply

  /// Its status as of its last reply. Waits for nothing.
  func glance() -> [ConsoleMessage]

  /// How the game stands as of its last reply; nil while none is known, and without a game. Waits
  /// for nothing.
  var standing: Situation.Standing? { get }

  /// Ends its work. Called once, at the end.
  func close() async
}

extension Conversation {
  /// It replies at once, on any thread.
  package var thread: SerialThread? { nil }
  /// Ignores typed lines.
  package func reply(toTyped line: ConsoleLine) async -> Reply? { nil }
  /// Nothing can be typed.
  package var typing: [Message] { [] }
  /// Has no question to drop.
  package func lapse() async -> Reply { Reply() }
  /// Has nothing to fix.
  package func mend() async -> Reply { Reply() }
  /// Has no errands.
  package func replyToErrand() async -> Reply { Reply() }
  /// Has no status of its own.
  package func glance() -> [ConsoleMessage] { [] }
  /// Follows no game.
  package var standing: Situation.Standing? { nil }
  /// Has nothing to close.
  package func close() async {}
}
