/// Whether this program may record, in Apple's terms and with Apple's raw values.
public enum AuthorizationStatus: Int, Sendable, Hashable, CaseIterable {
  /// The device does not exist yet, or cannot be used.
  case notDetermined = 0
  /// The device exists, but this user may not open it.
  case denied = 1
  /// Another program holds the device, or the service's sandbox blocks it.
  case restricted = 2
  /// The device can be opened.
  case authorized = 3
}

/// A type that listens to a microphone, such as `Speech`'s recognizer.
///
/// The module `Microphone` says whether it may: it adds `authorizationStatus(device:)`,
/// `authorizationAdvice(device:)` and `requestAuthorization(device:_:)`.
public protocol MicrophoneClient {}
