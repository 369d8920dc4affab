import Appliance
import ApplianceCore
import Chess
import Dialogue
import Localization

/// Whether the configured engine works: it is started, and asked for a move.
struct OpponentCheck: Sendable {
  private static let name = "opponent"
  private static let install = Message(
    "Install it (Debian: sudo apt install stockfish), or correct opponent.engine.")

  let settings: Configuration.OpponentSettings

  /// Blocks for some seconds at most. Empty if two people play.
  var checks: [Check] {
    guard let engine = settings.engine else { return [] }
    // Without an engine, two people can still play.
    guard let path = UCIEngine.program(named: engine) else {
      return [.warning(Self.name, Message("There is no engine \(engine)."), Self.install)]
    }
    do {
      // Without its own folder: the caller may not be the service's user.
      let engine = try UCIEngine(path: path, directory: "/")
      defer { engine.close() }
      let answer = try engine.answer(
        Game(), at: settings.strength, thinking: .milliseconds(50))
      return [.ok(Self.name, Message("\(answer.engine) plays (\(path))."))]
    } catch {
      return [.warning(Self.name, Message(error), Self.install)]
    }
  }
}
