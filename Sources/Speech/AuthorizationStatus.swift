import Microphone
import Sound

/// Whether this program may record, in the words that a phone has for it.
public enum AuthorizationStatus: Sendable, Hashable, CustomStringConvertible {
  /// There is no such device yet.
  case notDetermined(reason: String)
  /// The device is there, and this user may not open it.
  case denied(reason: String)
  /// Another program holds the device, or the service's sandbox keeps it away.
  case restricted(reason: String)
  /// The device opens.
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

  /// What to do so that it becomes authorized; nil if it is.
  public var advice: String? {
    switch self {
    case .authorized: nil
    case .notDetermined(let reason), .denied(let reason), .restricted(let reason): reason
    }
  }

  /// The word for it and, where it is not authorized, the reason.
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
  /// Whether `device`, an ALSA name, may be recorded from right now.
  ///
  /// It is found out by looking each time: nobody is asked, and nothing is remembered.
  public static func authorizationStatus(device: String = "default") async -> AuthorizationStatus {
    AuthorizationStatus(await Microphone.access(device: device))
  }

  /// Calls `handler` with whether `device` may be recorded from; on no particular thread.
  ///
  /// A board has nobody to ask: what is missing is told, so that it can be set right.
  public static func requestAuthorization(
    device: String = "default", _ handler: @escaping @Sendable (AuthorizationStatus) -> Void
  ) {
    Task { handler(await authorizationStatus(device: device)) }
  }
}
