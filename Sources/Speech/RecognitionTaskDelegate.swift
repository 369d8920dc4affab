/// Hears how a recognition goes. Every method may be left out; all are called one after another, on
/// no particular thread.
public protocol RecognitionTaskDelegate: AnyObject, Sendable {
  /// The first sound that may be a word was heard.
  func speechRecognitionDidDetectSpeech(_ task: RecognitionTask)
  /// What has been understood so far changed.
  func speechRecognitionTask(
    _ task: RecognitionTask, didHypothesizeTranscription transcription: Transcription)
  /// The result is there.
  func speechRecognitionTask(
    _ task: RecognitionTask, didFinishRecognition recognitionResult: RecognitionResult)
  /// All sound was taken in.
  func speechRecognitionTaskFinishedReadingAudio(_ task: RecognitionTask)
  /// It was cancelled, or another task took its place.
  func speechRecognitionTaskWasCancelled(_ task: RecognitionTask)
  /// It is over; where it failed, `task.error` says why.
  func speechRecognitionTask(_ task: RecognitionTask, didFinishSuccessfully successfully: Bool)
}

// A delegate that leaves a method out is not told.
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
