import CSpeech
import Glibc
import LanguageModel
import Sound
import Speech

/// Where a function stores an error; nil if the C program wants none.
public typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutablePointer<spm_error>?>

/// A call that the interface forbids.
struct InvalidCall: Error {
  /// The problem and the advice.
  let message: String

  init(_ message: String) { self.message = message }

  init(missing name: String) { message = "Cannot do without \(name), which is NULL" }
}

/// Returns what `body` returns; if it throws, stores the error in `place` and returns nil.
func reporting<Value>(_ place: ErrorPlace?, _ body: () throws -> Value) -> Value? {
  place?.pointee = nil
  do {
    return try body()
  } catch {
    guard let place else { return nil }
    let value = UnsafeMutablePointer<spm_error>.allocate(capacity: 1)
    let report = ErrorReport(error)
    value.initialize(
      to: spm_error(
        code: report.code, domain: strdup(report.domain), number: report.number,
        message: strdup(report.message)))
    place.pointee = value
    return nil
  }
}

/// `spm_error_free` of the header.
@_cdecl("spm_error_free")
public func freeError(_ error: UnsafeMutablePointer<spm_error>?) {
  guard let error else { return }
  free(UnsafeMutableRawPointer(mutating: error.pointee.domain))
  free(UnsafeMutableRawPointer(mutating: error.pointee.message))
  error.deallocate()
}

/// The contents of an `spm_error`.
struct ErrorReport {
  let code: spm_error_code
  let domain = SpeechError.errorDomain
  let number: Int32
  let message: String

  init(_ error: any Error) {
    let speechCode: SpeechError.Code?
    switch error {
    case let error as SpeechError: (speechCode, message) = (error.code, error.description)
    case let error as LanguageModelError:
      (speechCode, message) = (.languageModel, error.description)
    case let error as AudioError: (speechCode, message) = (.audio, error.description)
    case let error as InvalidCall: (speechCode, message) = (nil, error.message)
    default: (speechCode, message) = (.decoderFailed, String(describing: error))
    }
    code = speechCode?.value ?? SPM_ERROR_INVALID_CALL
    number = Int32(
      speechCode.map { SpeechError($0, operation: "", advice: "").errorCode } ?? 0)
  }
}

extension SpeechError.Code {
  fileprivate var value: spm_error_code {
    switch self {
    case .modelUnavailable: SPM_ERROR_MODEL_UNAVAILABLE
    case .decoderFailed: SPM_ERROR_DECODER_FAILED
    case .pronunciation: SPM_ERROR_PRONUNCIATION
    case .grammar: SPM_ERROR_GRAMMAR
    case .languageModel: SPM_ERROR_LANGUAGE_MODEL
    case .unavailable: SPM_ERROR_UNAVAILABLE
    case .audio: SPM_ERROR_AUDIO
    case .canceled: SPM_ERROR_CANCELED
    }
  }
}
