import DeviceIO
import Dispatch
import Sound

extension MicrophoneClient {
  /// Whether `device`, an ALSA name, can be recorded from right now.
  ///
  /// Opens and closes the device each time: asks nobody, and remembers nothing. Takes some
  /// milliseconds.
  public static func authorizationStatus(device: String = "default") -> AuthorizationStatus {
    Microphone.accessNow(device: device).status
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
      let status = await Microphone.access(device: device).status
      DispatchQueue.main.async { handler.value(status) }
    }
  }
}

extension MicrophoneAccess {
  var status: AuthorizationStatus {
    switch self {
    case .authorized: .authorized
    case .denied: .denied
    case .restricted: .restricted
    case .notDetermined: .notDetermined
    }
  }
}
