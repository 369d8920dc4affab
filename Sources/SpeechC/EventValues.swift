import CSpeech
import Glibc
import Speech

/// An event for a C program, with the memory behind its pointers.
final class EventValues {
  /// One event, or two at the end of a task.
  private(set) var events: [spm_event] = []
  private var blocks: [UnsafeMutableRawPointer?] = []

  init(_ event: RecognitionTask.Event) {
    switch event {
    case .detectedSpeech: add(SPM_EVENT_DETECTED_SPEECH)
    case .detectedEndOfSpeech: add(SPM_EVENT_DETECTED_END_OF_SPEECH)
    case .detectedNoSpeech: add(SPM_EVENT_DETECTED_NO_SPEECH)
    case .finishedReadingAudio: add(SPM_EVENT_FINISHED_READING_AUDIO)
    case .hypothesized, .finished, .failed, .cancelled: event.news.map(add)
    }
  }

  deinit {
    for block in blocks { free(block) }
  }

  private func add(_ kind: spm_event_kind, _ fill: (inout spm_event) -> Void = { _ in }) {
    var event = spm_event()
    event.kind = kind
    fill(&event)
    events.append(event)
  }

  private func add(_ news: Result<RecognitionResult, SpeechError>) {
    switch news {
    case .success(let result):
      add(result.isFinal ? SPM_EVENT_FINAL : SPM_EVENT_PARTIAL) { fill(&$0, result) }
      if result.isFinal { add(SPM_EVENT_ENDED) }
    case .failure(let error):
      let report = ErrorReport(error)
      add(SPM_EVENT_ERROR) {
        $0.error = array([
          spm_error(
            code: report.code, domain: string(report.domain), number: report.number,
            message: string(report.message))
        ])
      }
      add(SPM_EVENT_ENDED)
    }
  }

  private func fill(_ event: inout spm_event, _ result: RecognitionResult) {
    event.transcript = string(result.bestTranscription.formattedString)
    event.duration = result.duration
    event.transcriptions = array(result.transcriptions.map(transcription))
    event.transcription_count = result.transcriptions.count
    guard result.isFinal else { return }
    event.confidence = result.confidence
    event.is_understood = result.isUnderstood
    event.reached_time_limit = result.reachedTimeLimit
    event.outcome =
      switch result.outcome {
      case .recognized: SPM_OUTCOME_RECOGNIZED
      case .nothingFits: SPM_OUTCOME_NOTHING_FITS
      case .noSpeech: SPM_OUTCOME_NO_SPEECH
      }
  }

  private func transcription(_ reading: Transcription) -> spm_transcription {
    let segments = reading.segments.map {
      spm_segment(
        text: string($0.substring), timestamp: $0.timestamp, duration: $0.duration,
        confidence: Double($0.confidence))
    }
    let slots = reading.intent?.slots ?? []
    return spm_transcription(
      text: string(reading.formattedString), confidence: reading.confidence,
      segments: array(segments), segment_count: segments.count,
      intent: reading.intent?.name.map(string) ?? nil,
      slots: array(slots.map { spm_slot(name: string($0.name), value: string($0.value)) }),
      slot_count: slots.count)
  }

  private func string(_ text: String) -> UnsafePointer<CChar>? {
    let copy = strdup(text)
    blocks.append(copy)
    return UnsafePointer(copy)
  }

  /// NULL for an empty array.
  private func array<Element>(_ elements: [Element]) -> UnsafePointer<Element>? {
    let size = elements.count * MemoryLayout<Element>.stride
    guard size > 0, let block = malloc(size) else { return nil }
    blocks.append(block)
    let copy = block.bindMemory(to: Element.self, capacity: elements.count)
    copy.initialize(from: elements, count: elements.count)
    return UnsafePointer(copy)
  }
}
