import CSpeech
import FoundationEssentials
import Sound
import Speech
import Synchronization

/// The object behind an `spm_request`.
final class RequestHandle: Handle {
  let request: RecognitionRequest
  private struct State {
    var format: AudioFormat?
    var isUsed = false
  }
  private let state = Mutex(State())

  init(_ request: RecognitionRequest, _ languageModel: LanguageModelHandle?) {
    self.request = request
    request.customizedLanguageModel = languageModel?.files
  }

  /// Marks the request as used by a task.
  ///
  /// - Throws: `InvalidCall` if another task uses it.
  func use() throws(InvalidCall) {
    let isUsed = state.withLock { state in
      defer { state.isUsed = true }
      return state.isUsed
    }
    if isUsed { throw InvalidCall("Cannot use a request twice; make one for each task") }
  }

  func append(_ samples: UnsafePointer<Int16>?, frameCount: Int, format: AudioFormat) throws {
    guard let request = request as? AudioBufferRecognitionRequest else {
      throw InvalidCall("Cannot append sound to a request that reads a file")
    }
    try check(format)
    guard frameCount != 0 else { return }
    guard let samples else { throw InvalidCall(missing: "samples") }
    let limit = AudioBufferRecognitionRequest.backlogLimit
    guard frameCount > 0, Double(frameCount) <= limit * format.sampleRate else {
      throw dropped("\(UInt(bitPattern: frameCount)) frames are more than the \(limit) s that wait")
    }
    let before = request.droppedSeconds
    let count = frameCount * format.channelCount
    request.append(
      AudioBuffer(
        format: format, samples: Array(UnsafeBufferPointer(start: samples, count: count))))
    guard request.droppedSeconds == before else {
      throw dropped(
        "the audio has ended, or \(limit) s of sound wait; append it no faster than it is heard")
    }
  }

  private func dropped(_ advice: String) -> SpeechError {
    SpeechError(.audio, operation: "append sound", advice: advice)
  }

  /// All sound must have the format of the first.
  private func check(_ format: AudioFormat) throws {
    guard let known = state.withLock({ $0.format }) else {
      // The converter knows the limits.
      _ = try AudioBufferConverter(from: format)
      return state.withLock { $0.format = format }
    }
    guard format == known else {
      throw SpeechError(
        .audio, operation: "append sound",
        subject: "of \(format.sampleRate) Hz with \(format.channelCount) channels",
        advice: "the request's sound has \(known.sampleRate) Hz and \(known.channelCount) channels;"
          + " make a request for each format")
    }
  }

  func endAudio() { (request as? AudioBufferRecognitionRequest)?.endAudio() }
}

/// `spm_request_create` of the header.
@_cdecl("spm_request_create")
public func createRequest(_ languageModel: OpaquePointer?, _ error: ErrorPlace?) -> OpaquePointer? {
  reporting(error) {
    RequestHandle(AudioBufferRecognitionRequest(), LanguageModelHandle.at(languageModel)).pointer
  }
}

/// `spm_request_create_with_file` of the header.
@_cdecl("spm_request_create_with_file")
public func createRequestWithFile(
  _ path: UnsafePointer<CChar>?, _ languageModel: OpaquePointer?, _ error: ErrorPlace?
) -> OpaquePointer? {
  reporting(error) {
    RequestHandle(
      URLRecognitionRequest(url: URL(filePath: try text(path, "path"))),
      LanguageModelHandle.at(languageModel)
    ).pointer
  }
}

/// `spm_request_free` of the header.
@_cdecl("spm_request_free")
public func freeRequest(_ request: OpaquePointer?) {
  RequestHandle.taken(from: request)?.endAudio()
}

/// `spm_request_set_reports_partial_results` of the header.
@_cdecl("spm_request_set_reports_partial_results")
public func setReportsPartialResults(_ request: OpaquePointer?, _ reports: Bool) {
  RequestHandle.at(request)?.request.shouldReportPartialResults = reports
}

/// `spm_request_set_adds_punctuation` of the header.
@_cdecl("spm_request_set_adds_punctuation")
public func setAddsPunctuation(_ request: OpaquePointer?, _ adds: Bool) {
  RequestHandle.at(request)?.request.addsPunctuation = adds
}

/// `spm_request_set_endpointing` of the header.
@_cdecl("spm_request_set_endpointing")
public func setEndpointing(_ request: OpaquePointer?, _ pause: Double, _ patience: Double) {
  func duration(_ seconds: Double) -> Duration { .seconds(min(max(0, seconds), 3_600)) }
  RequestHandle.at(request)?.request.endpointing =
    pause > 0 ? Endpointing(pause: duration(pause), patience: duration(patience)) : nil
}

/// `spm_request_set_contextual_strings` of the header.
@_cdecl("spm_request_set_contextual_strings")
public func setContextualStrings(
  _ request: OpaquePointer?, _ strings: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ error: ErrorPlace?
) -> Bool {
  reporting(error) { () throws -> Void in
    let handle = try RequestHandle.at(request, "request")
    // Ignores the rest.
    let limit = RecognitionRequest.contextualLimit
    let counted = count < 0 ? limit : min(count, limit)
    handle.request.contextualStrings = try (0..<counted).map { index in
      guard let strings else { throw InvalidCall(missing: "strings") }
      return try text(strings[index], "a string")
    }
  } != nil
}

/// `spm_request_append` of the header.
@_cdecl("spm_request_append")
public func append(
  _ request: OpaquePointer?, _ samples: UnsafePointer<Int16>?, _ frameCount: Int,
  _ channelCount: UInt32, _ sampleRate: Double, _ error: ErrorPlace?
) -> Bool {
  reporting(error) {
    try RequestHandle.at(request, "request").append(
      samples, frameCount: frameCount,
      format: AudioFormat(sampleRate: sampleRate, channelCount: Int(channelCount)))
  } != nil
}

/// `spm_request_end_audio` of the header.
@_cdecl("spm_request_end_audio")
public func endAudio(_ request: OpaquePointer?) { RequestHandle.at(request)?.endAudio() }
