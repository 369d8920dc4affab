import CSpeech
import FoundationEssentials
import Speech

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
    files = SpeechLanguageModel.Configuration(languageModel: URL(filePath: prepared))
    try SpeechLanguageModel.prepare(for: URL(filePath: data), configuration: files)
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
