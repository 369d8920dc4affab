import Sound

/// Whether the program can record from a microphone, in Apple's terms.
public enum MicrophoneAccess: Sendable, Hashable {
  /// The device can be opened.
  case authorized
  /// The device exists, but this user may not open it; the error names the missing group.
  case denied(AudioError)
  /// Another program holds it, or the service's sandbox blocks it; the error says which.
  case restricted(AudioError)
  /// The device does not exist yet, or cannot be used; the error says which.
  case notDetermined(AudioError)

  /// Why the program cannot record from it; nil if it can.
  public var error: AudioError? {
    switch self {
    case .authorized: nil
    case .denied(let error), .restricted(let error), .notDetermined(let error): error
    }
  }
}
