import Dispatch
import Microphone
import Sound

/// Whether this program may record, in Apple's terms and with Apple's raw values.
public enum AuthorizationStatus: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The device does not exist yet.
  case notDetermined = 0
  /// The device exists, but this user may not open it.
  case denied = 1
  /// Another program holds the device, or the service's sandbox blocks it.
  case restricted = 2
  /// The device can be opened.
  case authorized = 3

  init(_ access: MicrophoneAccess) {
    self =
      switch access {
      case .authorized: .authorized
      case .denied: .denied
      case .restricted: .restricted
      case .notDetermined: .notDetermined
      }
  }

  /// The name of the case.
  public var description: String {
    switch self {
    case .notDetermined: "notDetermined"
    case .denied: "denied"
    case .restricted: "restricted"
    case .authorized: "authorized"
    }
  }
}

extension SpeechRecognizer {
  /// Whether `device`, an ALSA name, can be recorded from right now.
  ///
  /// Opens and closes the device each time: asks nobody, and remembers nothing. Takes some
  /// milliseconds.
  public static func authorizationStatus(device: String = "default") -> AuthorizationStatus {
    AuthorizationStatus(Microphone.accessNow(device: device))
  }

  /// Why `device` cannot be recorded from right now, and what to do about it; nil if it can.
  ///
  /// Opens and closes the device, as `authorizationStatus(device:)` does.
  public static func authorizationAdvice(device: String = "default") -> String? {
    Microphone.accessNow(device: device).error?.description
  }

  /// Calls `handler` once with the status of `device`, on the main queue.
  ///
  /// A board has nobody to ask. `authorizationAdvice(device:)` says how to fix what is missing.
  public static func requestAuthorization(
    device: String = "default", _ handler: @escaping (AuthorizationStatus) -> Void
  ) {
    let handler = Handed(handler)
    Task {
      let status = AuthorizationStatus(await Microphone.access(device: device))
      DispatchQueue.main.async { handler.value(status) }
    }
  }
}
