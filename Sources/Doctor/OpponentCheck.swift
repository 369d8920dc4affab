import Appliance
import ApplianceCore
import Chess
import Dialogue

/// Whether the engine that is set can be played against: it is started, and asked for a move.
struct OpponentCheck: Sendable {
  private static let name = "opponent"
  private static let install =
    "Install it (Debian: sudo apt install stockfish), or correct opponent.engine."

  let settings: Configuration.OpponentSettings

  /// Blocks for some seconds at most. None where two people play.
  var checks: [Check] {
    guard let engine = settings.engine else { return [] }
    // Without it two people can play.
    guard let path = UCIEngine.program(named: engine) else {
      return [.warning(Self.name, "There is no engine \(engine).", Self.install)]
    }
    do {
      // It works in no folder of its own: whoever asks may be another user than the service's.
      let engine = try UCIEngine(path: path, directory: "/")
      defer { engine.close() }
      let answer = try engine.answer(
        EngineRequest(game: Game(), time: .milliseconds(50), strength: settings.strength))
      return [.ok(Self.name, "\(answer.engine) plays (\(path)).")]
    } catch {
      return [.warning(Self.name, "\(error)", Self.install)]
    }
  }
}
