import CSpeech
import Dispatch
import Foundation
import Glibc
import Testing

@testable import SpeechC

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
    #expect(isSame(spm_request_set_endpointing, setEndpointing))
    #expect(isSame(spm_request_set_contextual_strings, setContextualStrings))
    #expect(isSame(spm_request_append, append))
    #expect(isSame(spm_request_end_audio, endAudio))
    #expect(isSame(spm_task_start, startTask))
    #expect(isSame(spm_task_finish, finishTask))
    #expect(isSame(spm_task_cancel, cancelTask))
    #expect(isSame(spm_task_free, freeTask))
  }

  /// Each of two callbacks waits for the other's, as when both free the other recognizer's task.
  @Test(.timeLimit(.minutes(5))) func callbacksThatWaitForEachOtherDoNotDeadlock() async {
    for _ in 0..<20 {
      let queues = [CallbackQueue(), CallbackQueue()]
      let isIn = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
      await withTaskGroup(of: Void.self) { group in
        for number in 0...1 {
          group.addTask {
            await queues[number].run {
              isIn[number].signal()
              isIn[1 - number].wait()
              isIn[1 - number].signal()
              queues[1 - number].settle()
              queues[number].settle()
            }
          }
        }
      }
    }
  }

  @Test func settlingWaitsForACallbackElsewhere() async {
    let (queue, other) = (CallbackQueue(), CallbackQueue())
    let (isIn, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let first: Void = queue.run {
      isIn.signal()
      usleep(20_000)
      hasEnded.signal()
    }
    await other.run {
      isIn.wait()
      queue.settle()
      #expect(hasEnded.wait(timeout: .now()) == .success)
    }
    await first
  }

  /// A device node, which only root can make, stays a device node.
  @Test(arguments: ["device", "folder", "missing/model"])
  func aLanguageModelIsWrittenToAFileOnly(name: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "spm-\(getpid())-\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    var reason = "No such file or directory"
    if name == "folder" {
      try #require(mkdir(path, 0o700) == 0)
      reason = "it is not a regular file"
    } else if name == "device" {
      // Without root, a pipe will do.
      try #require(mknod(path, S_IFCHR | 0o600, 0x107) == 0 || mkfifo(path, 0o600) == 0)
      reason = "it is not a regular file"
    }
    let asset = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../grammars/examples/switches.json").path
    // It blocks, so it must not run on one of Swift's threads.
    let message = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var error: UnsafeMutablePointer<spm_error>?
        let model = spm_language_model_prepare(asset, path, &error)
        let message = error.map { String(cString: $0.pointee.message) }
        continuation.resume(returning: model == nil ? message ?? "no error" : "no failure")
        spm_error_free(error)
        spm_language_model_free(model)
      }
    }
    #expect(message.contains(reason) && !message.contains("Cocoa"), "\(message)")
    var status = stat()
    if name == "device" {
      #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG)
    }
  }
}
