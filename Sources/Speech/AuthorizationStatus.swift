import Microphone
import Sound

/// Whether this program may record, in Apple's terms.
public enum AuthorizationStatus: Sendable, Hashable, CustomStringConvertible {
  /// The device does not exist yet.
  case notDetermined(reason: String)
  /// The device exists, but this user may not open it.
  case denied(reason: String)
  /// Another program holds the device, or the service's sandbox blocks it.
  case restricted(reason: String)
  /// The device can be opened.
  case authorized

  init(_ access: MicrophoneAccess) {
    self =
      switch access {
      case .authorized: .authorized
      case .denied(let error): .denied(reason: error.description)
      case .restricted(let error): .restricted(reason: error.description)
      case .notDetermined(let error): .notDetermined(reason: error.description)
      }
  }

  /// How to become authorized; nil if it is.
  public var advice: String? {
    switch self {
    case .authorized: nil
    case .notDetermined(let reason), .denied(let reason), .restricted(let reason): reason
    }
  }

  /// The status and, if not authorized, the reason.
  public var description: String {
    switch self {
    case .authorized: "authorized"
    case .notDetermined(let reason): "notDetermined: \(reason)"
    case .denied(let reason): "denied: \(reason)"
    case .restricted(let reason): "restricted: \(reason)"
    }
  }
}

extension SpeechRecognizer {
  /// Whether `device`, an ALSA name, can be recorded from right now.
  ///
  /// Tries each time: asks nobody, and remembers nothing.
  public static func authorizationStatus(device: String = "default") async -> AuthorizationStatus {
    AuthorizationStatus(await Microphone.access(device: device))
  }

  /// Calls `handler` with the status of `device`; on no particular thread.
  ///
  /// A board has nobody to ask; the status says what is missing, so that it can be fixed.
  public static func requestAuthorization(
    device: String = "default", _ handler: @escaping @Sendable (AuthorizationStatus) -> Void
  ) {
    Task { handler(await authorizationStatus(device: device)) }
  }
}
