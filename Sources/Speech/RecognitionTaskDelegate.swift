/// Follows a recognition. All methods are optional; they are called one after another, on the main
/// actor.
@preconcurrency @MainActor
public protocol RecognitionTaskDelegate: AnyObject {
  /// The first sound that may be a word was heard.
  func speechRecognitionDidDetectSpeech(_ task: RecognitionTask)
  /// The partial result changed.
  func speechRecognitionTask(
    _ task: RecognitionTask, didHypothesizeTranscription transcription: Transcription)
  /// The result is available.
  func speechRecognitionTask(
    _ task: RecognitionTask, didFinishRecognition recognitionResult: RecognitionResult)
  /// All sound has been read.
  func speechRecognitionTaskFinishedReadingAudio(_ task: RecognitionTask)
  /// The task was cancelled, or another task replaced it.
  func speechRecognitionTaskWasCancelled(_ task: RecognitionTask)
  /// The task is over; if it failed, `task.error` says why.
  func speechRecognitionTask(_ task: RecognitionTask, didFinishSuccessfully successfully: Bool)
}

// The default implementations of the optional methods.
extension RecognitionTaskDelegate {
  /// Does nothing.
  public func speechRecognitionDidDetectSpeech(_ task: RecognitionTask) {}
  /// Does nothing.
  public func speechRecognitionTask(
    _ task: RecognitionTask, didHypothesizeTranscription transcription: Transcription
  ) {}
  /// Does nothing.
  public func speechRecognitionTask(
    _ task: RecognitionTask, didFinishRecognition recognitionResult: RecognitionResult
  ) {}
  /// Does nothing.
  public func speechRecognitionTaskFinishedReadingAudio(_ task: RecognitionTask) {}
  /// Does nothing.
  public func speechRecognitionTaskWasCancelled(_ task: RecognitionTask) {}
  /// Does nothing.
  public func speechRecognitionTask(
    _ task: RecognitionTask, didFinishSuccessfully successfully: Bool
  ) {}

  func hear(_ event: RecognitionTask.Event, of task: RecognitionTask) {
    switch event {
    case .detectedSpeech: speechRecognitionDidDetectSpeech(task)
    case .hypothesized(let transcription):
      speechRecognitionTask(task, didHypothesizeTranscription: transcription)
    case .detectedEndOfSpeech, .detectedNoSpeech: break
    case .finishedReadingAudio: speechRecognitionTaskFinishedReadingAudio(task)
    case .finished(let result):
      speechRecognitionTask(task, didFinishRecognition: result)
      speechRecognitionTask(task, didFinishSuccessfully: true)
    case .failed: speechRecognitionTask(task, didFinishSuccessfully: false)
    case .cancelled:
      speechRecognitionTaskWasCancelled(task)
      speechRecognitionTask(task, didFinishSuccessfully: false)
    }
  }
}
