import CSpeech
import SpeechC
import Testing

/// The header and the functions behind it. `Tests/PortsTests` has programs in C that use them.
struct SpeechCTests {
  /// Whether both have the same type.
  private func isSame<Declared, Defined>(_ declared: Declared, _ defined: Defined) -> Bool {
    Declared.self == Defined.self
  }

  @Test func everyFunctionHasTheTypeThatTheHeaderDeclares() {
    #expect(isSame(spm_version, version))
    #expect(isSame(spm_error_free, freeError))
    #expect(isSame(spm_language_model_prepare, prepareLanguageModel))
    #expect(isSame(spm_language_model_free, freeLanguageModel))
    #expect(isSame(spm_recognizer_create, createRecognizer))
    #expect(isSame(spm_recognizer_free, freeRecognizer))
    #expect(isSame(spm_recognizer_is_available, isAvailable))
    #expect(isSame(spm_recognizer_set_availability_handler, setAvailabilityHandler))
    #expect(isSame(spm_authorization_status, authorizationStatus))
    #expect(isSame(spm_request_create, createRequest))
    #expect(isSame(spm_request_create_with_file, createRequestWithFile))
    #expect(isSame(spm_request_free, freeRequest))
    #expect(isSame(spm_request_set_reports_partial_results, setReportsPartialResults))
    #expect(isSame(spm_request_set_adds_punctuation, setAddsPunctuation))
    #expect(isSame(spm_request_set_contextual_strings, setContextualStrings))
    #expect(isSame(spm_request_append, append))
    #expect(isSame(spm_request_end_audio, endAudio))
    #expect(isSame(spm_task_start, startTask))
    #expect(isSame(spm_task_finish, finishTask))
    #expect(isSame(spm_task_cancel, cancelTask))
    #expect(isSame(spm_task_free, freeTask))
  }
}
