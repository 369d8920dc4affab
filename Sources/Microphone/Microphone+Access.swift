import DeviceIO
import Glibc
import Sound

extension Microphone {
  /// Whether the device may be recorded from now, without holding it longer than it takes to ask.
  ///
  /// Suspends while the device is opened and closed again.
  public static func access(device: String) async -> MicrophoneAccess {
    do {
      return try await BlockingThread.run(name: "microphone") { accessNow(device: device) }
    } catch {
      return .restricted(
        AudioError(
          .noResources, "open the microphone", device, advice: String(describing: error)))
    }
  }

  /// A program that records.
  public struct Holder: Sendable, Hashable {
    /// The process that holds it.
    public let processID: Int
    /// nil if it may not be told.
    public let name: String?
  }

  /// The program that records from `device` now; nil if nobody does, or the name means no card.
  /// Reads small files.
  public static func holder(of device: String) -> Holder? {
    let cards = SoundCards()
    for name in cards.alsaNames(of: device) {
      guard let card = DeviceName(name).card, let number = cards.number(of: card),
        let holder = cards.holder(card: number)
      else { continue }
      return Holder(processID: Int(holder.id), name: holder.name)
    }
    return nil
  }

  /// As `access(device:)`, for callers that have a thread of their own; blocks while the device is
  /// opened.
  static func accessNow(device: String, cards: SoundCards = SoundCards()) -> MicrophoneAccess {
    do throws(CapturePCM.Failure) {
      // Opened and closed behind the gate, so that a recording that begins now does not find it
      // busy.
      try ALSA.opening { () throws(CapturePCM.Failure) in
        _ = try CapturePCM.opening(device, cards: cards)
      }
      return .authorized
    } catch {
      let diagnosis = MicrophoneDiagnosis(of: error, device: device, cards: cards)
      // Held by this process: it is being recorded from, so it may be.
      if diagnosis.holder?.id == getpid() { return .authorized }
      return diagnosis.access
    }
  }
}
