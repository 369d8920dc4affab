import Acoustics
import LanguageModel
import Sound

/// A running task. Confined to the decoder's thread.
protocol Session: AnyObject {
  var task: RecognitionTask { get }
  /// Whether the language model must not change now.
  var holdsDecoder: Bool { get }
  /// Takes the sound that has arrived.
  func step() -> Progress
  /// Ends the task without a result.
  func giveUp()
}

/// What to do after a step.
enum Progress { case waiting, more, over }

/// Decodes one utterance.
final class RecognitionSession: Session {
  let task: RecognitionTask
  private let request: RecognitionRequest
  private let decoder: PocketSphinxDecoder
  private let finalPass: FinalPass?
  private let intents: IntentFinder
  private let configuration: DecoderConfiguration
  private var source: SampleSource
  /// The whole utterance, for the final pass; at most `utteranceLimit` long.
  private var samples: [Int16] = []
  private let sampleLimit: Int
  private var lastPartial: [String] = []
  private var hasHeard = false
  /// Whether nobody spoke for as long as `endpoint` waits.
  private var hasWaited = false
  private var endpoint: SpeechEndpoint?
  /// What the final pass found in the latest pause, and in how many samples.
  private var ahead: (findings: FinalPass.Findings, count: Int)?

  /// How much is decoded between checks for cancellation: 0.1 s.
  private static let slice = PocketSphinxDecoder.sampleRate / 10
  /// The length of a pause in which the final pass begins, in frames.
  private static let pause = 40

  init(
    task: RecognitionTask, request: RecognitionRequest, decoder: PocketSphinxDecoder,
    finalPass: FinalPass?, intents: IntentFinder, configuration: DecoderConfiguration
  ) throws(SpeechError) {
    self.task = task
    self.request = request
    self.decoder = decoder
    self.finalPass = finalPass
    self.intents = intents
    self.configuration = configuration
    endpoint = request.endpointing?.detector
    source = SampleSource(request, file: try SampleSource.file(of: request))
    sampleLimit = Int(
      saturating: max(0, configuration.utteranceLimit) * Double(PocketSphinxDecoder.sampleRate))
    try decoder.startUtterance()
  }

  deinit {
    (request as? AudioBufferRecognitionRequest)?.setReader(nil)
  }

  var holdsDecoder: Bool { true }

  func giveUp() {
    decoder.endUtterance()
    task.tell(.cancelled)
  }

  func step() -> Progress {
    do throws(SpeechError) {
      let (sound, hasEnded) = try source.read(isLast: task.isFinishing)
      let rest = sound.prefix(sampleLimit - samples.count)
      for start in stride(from: 0, to: rest.count, by: Self.slice) {
        guard task.state != .canceling else {
          giveUp()
          return .over
        }
        let slice = rest[start..<min(start + Self.slice, rest.count)]
        samples.append(contentsOf: slice)
        if let event = endpoint?.add(slice) { tell(event) }
        try decoder.process(slice)
        if let hypothesis = decoder.hypothesis() {
          tellPartial(hypothesis)
          hearAhead(hypothesis)
        }
      }
      let isTooLong = rest.count < sound.count
      guard hasEnded || isTooLong else { return source.isPulled ? .more : .waiting }
      finish(reachedTimeLimit: isTooLong)
    } catch {
      decoder.endUtterance()
      task.tell(.failed(error))
    }
    return .over
  }

  private func tell(_ event: SpeechEndpoint.Event) {
    if !hasWaited { task.tell(.init(event)) }
    guard event == .nothingSaid else { return }
    hasWaited = true
    endpoint?.restart()
  }

  private func tellPartial(_ hypothesis: Hypothesis) {
    if !hasHeard {
      hasHeard = true
      task.tell(.detectedSpeech)
    }
    let words = hypothesis.words
    guard request.shouldReportPartialResults, words != lastPartial else { return }
    lastPartial = words
    task.tell(.hypothesized(Transcription(hypothesis)))
  }

  /// Begins the final pass in a pause, since the speaker may be about to press Stop.
  ///
  /// The next one needs a quarter more sound, so that many pauses cost little.
  private func hearAhead(_ hypothesis: Hypothesis) {
    let count = (hypothesis.end + Self.pause) * FrontEnd.step
    guard count <= samples.count, count > (ahead?.count ?? 0) * 5 / 4,
      let findings = finalPass?.findings(in: samples[..<count], streamed: hypothesis.words)
    else { return }
    ahead = (findings, count)
  }

  private func finish(reachedTimeLimit: Bool) {
    decoder.endUtterance()
    task.tell(.finishedReadingAudio)
    do throws(SpeechError) {
      // Without speech, noise may still resemble a word.
      let isSilence = hasWaited && endpoint?.hasSpeech == false
      var (transcriptions, judgement) = isSilence ? ([], nil) : try conclude()
      for index in transcriptions.indices {
        transcriptions[index].intent = intents.intent(
          of: transcriptions[index].segments.map(\.substring))
        transcriptions[index].isPunctuated = request.addsPunctuation
      }
      let outcome: RecognitionResult.Outcome =
        transcriptions.isEmpty ? (hasHeard && !isSilence ? .nothingFits : .noSpeech) : .recognized
      var result = RecognitionResult(
        transcriptions: transcriptions, isFinal: true, outcome: outcome,
        reachedTimeLimit: reachedTimeLimit,
        duration: Double(samples.count) / Double(PocketSphinxDecoder.sampleRate),
        evidence: judgement?.evidence)
      result.phrase = judgement?.phrase
      task.tell(.finished(result))
    } catch {
      task.tell(.failed(error))
    }
  }

  /// Runs the final pass over the complete utterance.
  private func conclude() throws(SpeechError) -> ([Transcription], FinalPass.Judgement?) {
    let limit = max(1, configuration.alternativeCount)
    guard let finalPass else {
      let readings = decoder.hypotheses(limit: limit).shares.favoring(request.contextualStrings)
      return (Transcription.readings(of: readings), nil)
    }
    let judgement = finalPass.judge(
      samples, streamed: decoder.hypothesis(), after: ahead?.findings)
    let readings = judgement.readings.favoring(request.contextualStrings).prefix(limit)
    return (Transcription.readings(of: Array(readings)), judgement)
  }
}
