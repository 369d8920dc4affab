import Sound

/// Whether a microphone may be recorded from, in the words a phone has for it.
public enum MicrophoneAccess: Sendable, Hashable {
  /// It is there and opens.
  case authorized
  /// It is there and this user may not open it; the error names the group that is missing.
  case denied(AudioError)
  /// Another program holds it, or the service's sandbox keeps it away; the error says which.
  case restricted(AudioError)
  /// There is no such device yet.
  case notDetermined(AudioError)

  /// Why it may not be recorded from; nil if it may.
  public var error: AudioError? {
    switch self {
    case .authorized: nil
    case .denied(let error), .restricted(let error), .notDetermined(let error): error
    }
  }
}
