import Chess
import Dialogue
import Localization
import Synchronization

/// An engine that plays the test's script.
final class ScriptedEngine: Engine {
  private let script: Mutex<[Result<String, EngineError>]>
  let isClosed = Mutex(false)

  init(_ script: [Result<String, EngineError>]) { self.script = Mutex(script) }

  func answer(
    _ game: Game, at strength: EngineStrength, thinking time: Duration
  ) throws(EngineError) -> EngineAnswer {
    let next = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let text = try next?.get(), let move = Move(uci: text) else {
      throw EngineError(
        code: .ended, message: .verbatim("The engine toy has no more moves."))
    }
    return EngineAnswer(move: move, score: 0, engine: "Toy 1")
  }

  func close() { isClosed.withLock { $0 = true } }
}
