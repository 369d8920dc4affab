import ApplianceCore
import DeviceIO
import Localization

/// Answers recordings and typed lines, and decides what can be said next.
///
/// The appliance asks one question at a time, and shows each reply before the next recognition
/// begins.
package protocol Conversation: Sendable {
  /// The thread for its replies and for showing them; nil: any.
  var thread: SerialThread? { get }

  /// Begins, or resumes: returns the first messages, and how to prepare the first phrases.
  ///
  /// Called once. Throws if nothing can be said at all, for instance without the data file; its
  /// preparation may throw too.
  func begin() async throws -> Reply

  /// Responds to what was heard.
  ///
  /// Everything in the reply has already happened: the game is on disk.
  func reply(to heard: Heard) async -> Reply

  /// Responds to a typed line; nil if it ignores typed lines.
  func reply(toTyped line: ConsoleLine) async -> Reply?

  /// Descriptions of what can be typed, a line for each kind, for the help.
  var typing: [Message] { get }

  /// Responds to a question that was not answered within the last reply's `patience`.
  func lapse() async -> Reply

  /// Tries to fix the last reply's `trouble`; called repeatedly until it is fixed.
  func mend() async -> Reply

  /// Responds to the end of an errand of an earlier reply.
  func replyToErrand() async -> Reply

  /// Its status as of the last reply. Never waits.
  func glance() -> [ConsoleMessage]

  /// The state of the game as of the last reply; nil while unknown, and without a game. Never
  /// waits.
  var standing: Situation.Standing? { get }

  /// Ends its work. Called once, at the end.
  func close() async
}

extension Conversation {
  /// It replies immediately, on any thread.
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
