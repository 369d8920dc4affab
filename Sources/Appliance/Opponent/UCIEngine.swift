import Chess
import DeviceIO
import Dialogue
import Glibc
import Localization
import Synchronization

/// A UCI engine, as a separate program: started with the first request, and again after a failure.
///
/// It gets its own folder, bounded memory, low priority, and none of this program's files. All
/// waits are bounded. If an engine exits, is silent or plays an illegal move, it is restarted once;
/// a second failure is an error.
package final class UCIEngine: Engine {
  /// The limits on an engine.
  package struct Limits: Sendable, Hashable {
    /// How long it may take to start.
    package var start = Duration.seconds(10)
    /// How long it may exceed its thinking time.
    package var grace = Duration.seconds(5)
    /// The maximum memory in bytes; an engine that needs more ends.
    package var memory = 256 * 1_024 * 1_024

    /// Limits suitable for a slow board.
    package init() {}
  }

  /// The folders for finding engines by name.
  private static let folders = ["/usr/games", "/usr/bin", "/usr/local/bin", "/usr/local/games"]

  private let path: String
  private let directory: String
  private let limits: Limits
  private let ending: WakeSignal
  private let running = Mutex<EngineProcess?>(nil)

  /// An engine that has not been started yet.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - directory: Its working folder; created if it is missing.
  package init(path: String, directory: String, limits: Limits = Limits()) throws {
    self.path = path
    self.directory = directory
    self.limits = limits
    ending = try WakeSignal()
  }

  deinit { close() }

  /// The program for a name such as "stockfish", or at a path; nil if there is none.
  package static func program(named name: String) -> String? {
    let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return paths.first { access($0, X_OK) == 0 }
  }

  /// Asks the engine, and waits for its answer.
  package func answer(
    _ game: Game, at strength: EngineStrength, thinking time: Duration
  ) throws(EngineError) -> EngineAnswer {
    let result = running.withLock { running -> Result<EngineAnswer, EngineError> in
      var failure = EngineError(
        code: .unavailable, message: Message("The engine \(path) has not been asked."))
      for _ in 1...2 {
        do throws(EngineError) {
          var process = try take(&running)
          let answer = try process.answer(
            game, at: strength, thinking: time, grace: limits.grace)
          running = process
          return .success(answer)
        } catch {
          failure = error
          // A missing program will still be missing the second time.
          if error.code == .unavailable || error.code == .closed { break }
        }
      }
      return .failure(failure)
    }
    return try result.get()
  }

  /// The running process, or a new one. It is put back only after it has answered.
  private func take(_ running: inout EngineProcess?) throws(EngineError) -> EngineProcess {
    if let process = running {
      running = nil
      return process
    }
    var process = try EngineProcess(
      path: path, directory: directory, memory: limits.memory, ending: ending)
    try process.introduce(within: limits.start)
    return process
  }

  /// Ends the process.
  package func close() {
    ending.raise()
    running.withLock { $0 = nil }
  }
}
