import CSpeech
import Speech
import Synchronization

/// The object behind an `spm_task`.
final class TaskHandle: Handle {
  /// A C function and its context. Unchecked: the program promises that other threads may use the
  /// context. Not generic, which crashes the Swift 6.0.3 compiler.
  struct EventReceiver: @unchecked Sendable {
    let function: spm_event_handler
    let context: UnsafeMutableRawPointer?
  }

  let task: RecognitionTask
  private let recognizer: RecognizerHandle
  private let receiver: EventReceiver
  private let isFreed = Mutex(false)

  init(_ recognizer: RecognizerHandle, _ request: RecognitionRequest, _ receiver: EventReceiver) {
    self.recognizer = recognizer
    self.receiver = receiver
    task = recognizer.recognizer.recognitionTask(with: request)
    Task { [self] in
      for await event in task.events {
        await recognizer.callbacks.run { [self] in tell(event) }
      }
    }
  }

  private func tell(_ event: RecognitionTask.Event) {
    let values = EventValues(event)
    // The program's pointer.
    let own = OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    for value in values.events {
      // The previous callback may have freed it.
      guard !isFreed.withLock({ $0 }) else { return }
      withUnsafePointer(to: value) { receiver.function(receiver.context, own, $0) }
    }
  }

  /// Ends the callbacks; when this returns, the receiver has ended and gets no further calls.
  func free() {
    isFreed.withLock { $0 = true }
    task.cancel()
    recognizer.callbacks.settle()
  }
}

/// `spm_task_start` of the header.
@_cdecl("spm_task_start")
public func startTask(
  _ recognizer: OpaquePointer?, _ request: OpaquePointer?, _ handler: spm_event_handler?,
  _ context: UnsafeMutableRawPointer?, _ error: ErrorPlace?
) -> OpaquePointer? {
  reporting(error) {
    let recognizer = try RecognizerHandle.at(recognizer, "recognizer")
    let request = try RequestHandle.at(request, "request")
    guard let handler else { throw InvalidCall(missing: "handler") }
    try request.use()
    let receiver = TaskHandle.EventReceiver(function: handler, context: context)
    return TaskHandle(recognizer, request.request, receiver).pointer
  }
}

/// `spm_task_finish` of the header.
@_cdecl("spm_task_finish")
public func finishTask(_ task: OpaquePointer?) { TaskHandle.at(task)?.task.finish() }

/// `spm_task_cancel` of the header.
@_cdecl("spm_task_cancel")
public func cancelTask(_ task: OpaquePointer?) { TaskHandle.at(task)?.task.cancel() }

/// `spm_task_free` of the header.
@_cdecl("spm_task_free")
public func freeTask(_ task: OpaquePointer?) { TaskHandle.taken(from: task)?.free() }
