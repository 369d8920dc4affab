import DeviceIO
import Glibc
import Localization
import Sound

extension Microphone {
  /// Whether the program can record from the device now; holds it only during the check.
  ///
  /// Suspends while the device is opened and closed.
  public static func access(device: String) async -> MicrophoneAccess {
    do {
      return try await BlockingThread.run(name: "microphone") { accessNow(device: device) }
    } catch {
      return .restricted(
        AudioError(
          .noResources, Message("open the microphone"), device, advice: Message(error)))
    }
  }

  /// A program that is recording.
  public struct Holder: Sendable, Hashable {
    /// The process that holds it.
    public let processID: Int
    /// Nil if it may not be read.
    public let name: String?
  }

  /// The program that is recording from `device`; nil if there is none, or if the name refers to no
  /// card. Reads small files.
  public static func holder(of device: String) -> Holder? {
    let cards = SoundCards()
    for name in cards.alsaNames(of: device) {
      guard let card = DeviceName(name).card, let number = cards.number(of: card),
        let holder = cards.holder(card: number)
      else { continue }
      return holder
    }
    return nil
  }

  /// Like `access(device:)`, for callers that cannot suspend; blocks while the device opens.
  package static func accessNow(device: String) -> MicrophoneAccess {
    accessNow(device: device, cards: SoundCards())
  }

  static func accessNow(device: String, cards: SoundCards) -> MicrophoneAccess {
    do throws(CapturePCM.Failure) {
      // Opened and closed behind the gate, so that a recording that starts now does not find the
      // device busy.
      try ALSA.opening { () throws(CapturePCM.Failure) in
        _ = try CapturePCM.opening(device, cards: cards)
      }
      return .authorized
    } catch {
      let diagnosis = MicrophoneDiagnosis(of: error, device: device, cards: cards)
      // This process itself is recording from it, so it is accessible.
      if diagnosis.holder?.processID == Int(getpid()) { return .authorized }
      return diagnosis.access
    }
  }
}
