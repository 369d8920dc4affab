import CSpeech
import LanguageModel
import Microphone
import Speech
import Synchronization

/// The object behind an `spm_recognizer`.
final class RecognizerHandle: Handle {
  let recognizer: SpeechRecognizer
  let callbacks = CallbackQueue()
  private let availability = Mutex<AvailabilityReports?>(nil)

  init(locale: String, models: String?) throws(SpeechError) {
    let directories = models.map { [$0] } ?? AcousticModel.searchDirectories
    let model = try AcousticModel.required(for: Locale(identifier: locale), in: directories)
    recognizer = try SpeechRecognizer(model: model)
  }

  /// Replaces the availability handler; when this returns, the old one has ended.
  func setAvailabilityHandler(_ handler: AvailabilityReports?) {
    let before = availability.withLock { availability in
      defer { availability = handler }
      return availability
    }
    if let before {
      before.end()
      callbacks.settle()
    }
    handler?.start(recognizer.availabilityChanges, callbacks)
  }
}

/// Tells a C program whether a recognizer is available.
final class AvailabilityReports: Sendable {
  /// A C function and its context. Unchecked: the program promises that other threads may use the
  /// context.
  struct AvailabilityReceiver: @unchecked Sendable {
    let function: spm_availability_handler
    let context: UnsafeMutableRawPointer?
  }

  private struct State {
    var hasEnded = false
    var task: Task<Void, Never>?
  }
  private let receiver: AvailabilityReceiver
  private let state = Mutex(State())

  init(_ receiver: AvailabilityReceiver) { self.receiver = receiver }

  private var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Ends the reports: the receiver gets no further calls once a current one has returned.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      state.task?.cancel()
    }
  }

  func start(_ changes: AsyncStream<Bool>, _ callbacks: CallbackQueue) {
    let task = Task {
      for await isAvailable in changes {
        await callbacks.run { [self] in
          if !hasEnded { receiver.function(receiver.context, isAvailable) }
        }
      }
    }
    state.withLock { state in
      state.task = task
      // Another thread may already have replaced it.
      if state.hasEnded { task.cancel() }
    }
  }
}

/// `spm_version` of the header.
@_cdecl("spm_version")
public func version() -> UInt32 { UInt32(SPM_VERSION_MAJOR * 1_000 + SPM_VERSION_MINOR) }

/// `spm_recognizer_create` of the header.
@_cdecl("spm_recognizer_create")
public func createRecognizer(
  _ locale: UnsafePointer<CChar>?, _ models: UnsafePointer<CChar>?, _ error: ErrorPlace?
) -> OpaquePointer? {
  reporting(error) {
    try RecognizerHandle(
      locale: text(locale, "locale"), models: models.map { String(cString: $0) }
    ).pointer
  }
}

/// `spm_recognizer_free` of the header.
@_cdecl("spm_recognizer_free")
public func freeRecognizer(_ recognizer: OpaquePointer?) {
  RecognizerHandle.taken(from: recognizer)?.setAvailabilityHandler(nil)
}

/// `spm_recognizer_is_available` of the header.
@_cdecl("spm_recognizer_is_available")
public func isAvailable(_ recognizer: OpaquePointer?) -> Bool {
  RecognizerHandle.at(recognizer)?.recognizer.isAvailable ?? false
}

/// `spm_recognizer_set_availability_handler` of the header.
@_cdecl("spm_recognizer_set_availability_handler")
public func setAvailabilityHandler(
  _ recognizer: OpaquePointer?, _ handler: spm_availability_handler?,
  _ context: UnsafeMutableRawPointer?
) {
  let reports = handler.map {
    AvailabilityReports(AvailabilityReports.AvailabilityReceiver(function: $0, context: context))
  }
  RecognizerHandle.at(recognizer)?.setAvailabilityHandler(reports)
}

/// `spm_authorization_status` of the header.
@_cdecl("spm_authorization_status")
public func authorizationStatus(_ device: UnsafePointer<CChar>?) -> spm_authorization {
  let device = device.map { String(cString: $0) } ?? "default"
  return switch SpeechRecognizer.authorizationStatus(device: device) {
  case .notDetermined: SPM_AUTHORIZATION_NOT_DETERMINED
  case .denied: SPM_AUTHORIZATION_DENIED
  case .restricted: SPM_AUTHORIZATION_RESTRICTED
  case .authorized: SPM_AUTHORIZATION_AUTHORIZED
  }
}
