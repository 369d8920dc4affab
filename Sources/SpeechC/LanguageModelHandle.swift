import CSpeech
import Dispatch
import FoundationEssentials
import Speech
import Synchronization

/// The object behind an `spm_language_model`: the location of a prepared language model.
final class LanguageModelHandle: Handle {
  let files: SpeechLanguageModel.Configuration

  /// Compiles the data while the calling thread waits.
  init(data: String, prepared: String) throws {
    guard !CallbackQueue.isCalling else {
      throw InvalidCall(
        "Cannot prepare a language model in a callback, which would wait for seconds; do it on"
          + " another thread, or before")
    }
    guard !prepared.isEmpty else {
      throw InvalidCall("Cannot prepare a language model without the name of a file to write to")
    }
    let files = SpeechLanguageModel.Configuration(languageModel: URL(filePath: prepared))
    try Self.wait {
      try await SpeechLanguageModel.prepareCustomLanguageModel(
        for: URL(filePath: data), configuration: files)
    }
    self.files = files
  }

  /// Blocks the C program's thread until `work` has ended.
  private static func wait(for work: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Outcome()
    Task.detached {
      do { try await work() } catch { outcome.fail(error) }
      outcome.end.signal()
    }
    outcome.end.wait()
    if let error = outcome.error { throw error }
  }

  private final class Outcome: Sendable {
    let end = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    var error: (any Error)? { failure.withLock { $0 } }

    func fail(_ error: any Error) { failure.withLock { $0 = error } }
  }
}

/// `spm_language_model_prepare` of the header.
@_cdecl("spm_language_model_prepare")
public func prepareLanguageModel(
  _ data: UnsafePointer<CChar>?, _ prepared: UnsafePointer<CChar>?, _ error: ErrorPlace?
) -> OpaquePointer? {
  reporting(error) {
    try LanguageModelHandle(data: text(data, "data"), prepared: text(prepared, "prepared")).pointer
  }
}

/// `spm_language_model_free` of the header.
@_cdecl("spm_language_model_free")
public func freeLanguageModel(_ languageModel: OpaquePointer?) {
  _ = LanguageModelHandle.taken(from: languageModel)
}
