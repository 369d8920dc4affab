import ApplianceCore
import DeviceIO
import Localization
import Synchronization

/// Saves what is learnt of a player's voice, on a separate thread: a memory card may be slow.
final class VoiceKeeper: Sendable {
  private let player: String
  private let store: PlayerStore
  private let log: Log
  private let thread: SerialThread
  /// The acoustic model's fingerprint.
  private let fingerprint: String
  private struct State {
    /// The voice on disk; nil if there is none.
    var kept: PlayerVoice?
    /// Another program has changed the voice, so nothing is saved until the next start.
    var isLost = false
    /// Only the latest waits for the disk.
    var waiting: PlayerVoice.Learnt?
  }
  private let state: Mutex<State>

  /// The time limit for a slow card, and for another program that enrolls.
  private static let limit = Duration.seconds(120)

  /// - Parameter voice: The player's voice on disk; nil if there is none.
  init(
    _ player: String, _ voice: PlayerVoice?, ofModel fingerprint: String, in store: PlayerStore,
    log: Log
  ) throws {
    self.player = player
    self.fingerprint = fingerprint
    self.store = store
    self.log = log
    state = Mutex(State(kept: voice))
    thread = try SerialThread(name: "learning", limit: Self.limit)
  }

  /// Saves it soon, with today's date; returns immediately.
  func keep(_ learnt: inout PlayerVoice.Learnt) {
    learnt.day = TimeStamp.now.day
    state.withLock { [learnt] in $0.waiting = learnt }
    thread.perform { self.write() }
  }

  /// Returns once everything is saved.
  func settle() async {
    await withCheckedContinuation { continuation in
      thread.perform { continuation.resume() }
    }
  }

  private func write() {
    let (learnt, before) = state.withLock { state in
      defer { state.waiting = nil }
      return (state.isLost ? nil : state.waiting, state.kept)
    }
    guard let learnt else { return }
    do {
      let after = try store.update(player) { () throws(PlayerError) in
        let known = try store.knownVoice(of: player)
        guard known == before else {
          throw PlayerError(
            .changed, player,
            Message("another program has changed it; the next start goes on with that"))
        }
        var voice = known ?? PlayerVoice(ofModel: fingerprint)
        voice.learnt = learnt
        return voice
      }
      state.withLock { $0.kept = after }
      log.info("\(player): \(after.summary).")
    } catch {
      if error.code == .changed { state.withLock { $0.isLost = true } }
      log.warning("\(error)")
    }
  }
}
