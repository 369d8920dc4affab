import DeviceIO
import Dispatch
import Sound

extension MicrophoneClient {
  /// Whether the program can record from `device`, an ALSA name, right now.
  ///
  /// Opens and closes the device each time. Asks nobody, and remembers nothing. Takes some
  /// milliseconds.
  public static func authorizationStatus(device: String = "default") -> AuthorizationStatus {
    Microphone.accessNow(device: device).status
  }

  /// Why the program cannot record from `device` right now, and what to do about it; nil if it can.
  ///
  /// Opens and closes the device, as `authorizationStatus(device:)` does.
  public static func authorizationAdvice(device: String = "default") -> String? {
    Microphone.accessNow(device: device).error?.description
  }

  /// Calls `handler` once with the status of `device`, on the main queue.
  ///
  /// On a board there is nobody to ask. `authorizationAdvice(device:)` tells how to fix the
  /// problem.
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
