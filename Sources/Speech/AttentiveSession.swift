import Acoustics
import Sound

/// Runs an endless request: finds utterances, looks for the name in each, and recognizes the words
/// after it exactly like a recording of their own. Confined to the decoder's thread.
final class AttentiveSession: Session {
  let task: RecognitionTask
  private let request: AudioBufferRecognitionRequest
  private let attention: Attention
  private let spotter: NameSpotter
  private let recognize: Recognize
  private var source: SampleSource
  private var watch: UtteranceWatch
  /// The current utterance; nil while nobody speaks.
  private var utterance: Addressed?
  /// The recognition of what follows a name said alone.
  private var afterName: Attempt?

  /// Begins a recognition with the current language model.
  typealias Recognize = (
    RecognitionTask, AudioBufferRecognitionRequest
  ) throws(SpeechError) -> RecognitionSession

  private struct Addressed {
    /// When to look for the name next; nil: no more.
    var nextLook: Int?
    /// Nil until the utterance turns out to be addressed to the appliance.
    var address: Attention.Address?
    /// Where the name ends in the sound.
    var nameEnd = 0
    /// Nil while it is not being recognized.
    var recognition: Attempt?
    var isTaken = false
    /// Whether the name is sure enough to count when said alone.
    var isNameAlone = false
    var inspection: Attention.Inspection
  }

  /// Recognizes part of the sound as it arrives.
  private final class Attempt {
    let request = AudioBufferRecognitionRequest()
    private let news = EventBox()
    private let session: RecognitionSession

    /// Unchecked: the task reports its events on the decoder's thread, which owns everything here.
    private final class EventBox: @unchecked Sendable {
      var events: [RecognitionTask.Event] = []
    }

    init(endpointing: Endpointing? = nil, _ recognize: Recognize) throws(SpeechError) {
      request.endpointing = endpointing
      let task = RecognitionTask(
        hear: { [news] in news.events.append($0) }, listener: nil, wish: { _, _ in })
      session = try recognize(task, request)
    }

    /// Takes more sound; returns the new events, or throws the error of a failure.
    func add(_ samples: [Int16]) throws(SpeechError) -> [RecognitionTask.Event] {
      request.append(AudioBuffer(format: .speech, samples: samples))
      _ = session.step()
      defer { news.events = [] }
      for case .failed(let error) in news.events { throw error }
      return news.events
    }

    func finish() throws(SpeechError) -> [RecognitionTask.Event] {
      request.endAudio()
      return try add([])
    }

    func giveUp() { session.giveUp() }
  }

  private static let rate = FrontEnd.sampleRate
  /// How much sound is processed at a time: 30 ms.
  private static let slice = rate * 3 / 100
  /// How much speech must come before the first and the last search for the name, and between two
  /// searches.
  private static let firstLook = rate * 12 / 10
  private static let lastLook = rate * 24 / 10
  private static let lookPause = rate * 4 / 10
  /// The sound needed after the name, so that it is whole; and the speech that counts as words.
  private static let leastRest = rate / 10
  private static let leastWords = rate * 2 / 10

  init(
    task: RecognitionTask, request: AudioBufferRecognitionRequest, attention: Attention,
    spotter: NameSpotter, recognize: @escaping Recognize
  ) throws(SpeechError) {
    self.task = task
    self.request = request
    self.attention = attention
    self.spotter = spotter
    self.recognize = recognize
    source = SampleSource(request, file: nil)
    watch = UtteranceWatch(pause: attention.endpointing.pause)
    attention.hear(.speech(false))
  }

  deinit {
    request.setReader(nil)
  }

  /// The language model may change while nothing is being recognized.
  var holdsDecoder: Bool { afterName != nil || utterance?.recognition != nil }

  func giveUp() {
    drop()
    task.tell(.cancelled)
  }

  private func drop() {
    afterName?.giveUp()
    utterance?.recognition?.giveUp()
    (afterName, utterance) = (nil, nil)
    watch.forget()
  }

  func step() -> Progress {
    do throws(SpeechError) {
      let (sound, hasEnded) = try source.read(isLast: task.isFinishing)
      for start in stride(from: 0, to: sound.count, by: Self.slice) {
        guard task.state != .canceling else { break }
        if try take(Array(sound[start..<min(start + Self.slice, sound.count)])) { return .over }
      }
      guard hasEnded || task.state == .canceling else { return .waiting }
      if task.state != .canceling, try end() { return .over }
      giveUp()
    } catch {
      drop()
      task.tell(.failed(error))
    }
    return .over
  }

  // MARK: The utterance

  /// Takes the next sound; returns whether the task is over.
  private func take(_ samples: [Int16]) throws(SpeechError) -> Bool {
    if let afterName { return try pass(afterName.add(samples), of: afterName) }
    switch watch.add(samples) {
    case nil: return false
    case .began: try begin()
    case .continued: try goOn(samples)
    case .paused:
      try goOn(samples)
      return try concludeEarly()
    case .ended:
      try goOn(samples)
      return try end()
    }
    return false
  }

  private func begin() throws(SpeechError) {
    attention.hear(.speech(true))
    let time = Double(watch.start + watch.onset) / Double(Self.rate)
    utterance = Addressed(nextLook: Self.firstLook, inspection: .init(time: time))
    if attention.needsNoName() { try recognize(watch.sound[...], as: .without) }
  }

  /// Starts recognizing the utterance, without reporting anything yet.
  private func recognize(
    _ sound: ArraySlice<Int16>, as address: Attention.Address
  ) throws(SpeechError) {
    utterance?.recognition?.giveUp()
    let recognition = try Attempt(recognize)
    _ = try recognition.add(Array(sound))
    utterance?.address = address
    utterance?.recognition = recognition
  }

  private func goOn(_ samples: [Int16]) throws(SpeechError) {
    if let events = try utterance?.recognition?.add(samples), utterance?.isTaken == true {
      for event in events { if case .hypothesized = event { task.tell(event) } }
    }
    if let nextLook = utterance?.nextLook, watch.length >= nextLook {
      let later = nextLook + Self.lookPause
      utterance?.nextLook = later <= Self.lastLook ? later : nil
      try look(needsRest: true)
    }
    if utterance?.address?.isSure == true {
      if utterance?.isTaken == false, hasWords { announce() }
    } else if watch.length > UtteranceWatch.longest {
      // Too long: people are talking to each other.
      utterance?.recognition?.giveUp()
      utterance?.recognition = nil
      utterance?.address = nil
    }
  }

  /// Whether something was said after the name.
  private var hasWords: Bool { watch.lastLoud >= (utterance?.nameEnd ?? 0) + Self.leastWords }

  private func announce() {
    guard let address = utterance?.address else { return }
    utterance?.isTaken = true
    attention.hear(.taken(address))
  }

  /// Looks for the name at the start of the utterance, and starts recognizing what follows it.
  private func look(needsRest: Bool) throws(SpeechError) {
    guard let (sighting, end) = spotter.find(in: watch.sound, from: watch.onset) else { return }
    utterance?.inspection.sighting = sighting
    guard !needsRest || end + Self.leastRest <= watch.sound.count,
      let address = spotter.address(of: sighting)
    else { return }
    utterance?.nextLook = nil
    utterance?.nameEnd = end
    utterance?.isNameAlone = spotter.isSureAlone(sighting)
    try recognize(soundAfterName(end), as: address)
  }

  /// The background before the name, for the noise estimate, and the sound after the name.
  private func soundAfterName(_ end: Int) -> ArraySlice<Int16> {
    watch.sound[..<watch.onset] + watch.sound[end...]
  }

  /// Handles the end of speech; returns whether the task is over.
  private func end() throws(SpeechError) -> Bool {
    if let afterName { return try pass(afterName.finish(), of: afterName) }
    if utterance?.nextLook != nil { try look(needsRest: false) }
    guard let utterance, let address = utterance.address, let recognition = utterance.recognition
    else { return forget() }
    if address != .without, !hasWords {
      guard utterance.isNameAlone else { return forget() }
      return try waitAfterName()
    }
    guard let result = try result(of: recognition) else { return forget() }
    guard attention.accepts(result, address, .over) else {
      guard address.isSure else { return forget() }
      // The name was said, so ask for the move again.
      var unsure = result
      unsure.outcome = result.outcome == .recognized ? .nothingFits : result.outcome
      (unsure.bestTranscription, unsure.transcriptions) = (Transcription(), [])
      conclude(with: unsure)
      return true
    }
    conclude(with: result)
    return true
  }

  private func result(of recognition: Attempt) throws(SpeechError) -> RecognitionResult? {
    for case .finished(let result) in try recognition.finish() {
      utterance?.inspection.result = result
      return result
    }
    return nil
  }

  /// After a short pause, accepts a phrase if it is complete and sure; returns whether the task is
  /// over.
  private func concludeEarly() throws(SpeechError) -> Bool {
    guard let utterance, let address = utterance.address, let recognition = utterance.recognition,
      address == .without || hasWords, watch.length <= UtteranceWatch.longest
    else { return false }
    if let result = try result(of: recognition), attention.accepts(result, address, .pausing) {
      conclude(with: result)
      return true
    }
    // The speaker may go on.
    let rest = address == .without ? watch.sound[...] : soundAfterName(utterance.nameEnd)
    self.utterance?.recognition = nil
    try recognize(rest, as: address)
    return false
  }

  private func conclude(with result: RecognitionResult) {
    if utterance?.isTaken == false { announce() }
    inspect()
    task.tell(.detectedEndOfSpeech)
    task.tell(.finished(result))
  }

  private func inspect() {
    guard var inspection = utterance?.inspection else { return }
    inspection.address = utterance?.address
    inspection.end = Double(watch.start + watch.lastLoud) / Double(Self.rate)
    attention.hear(.inspected(inspection))
  }

  private func forget() -> Bool {
    inspect()
    drop()
    attention.hear(.speech(false))
    return false
  }

  /// Waits for the words after a name said alone, as after a press of the button.
  private func waitAfterName() throws(SpeechError) -> Bool {
    inspect()
    let silence = watch.sound.suffix(Self.rate / 2)
    drop()
    let recognition = try Attempt(endpointing: attention.endpointing, recognize)
    _ = try recognition.add(Array(silence))
    afterName = recognition
    attention.hear(.nameAlone)
    return false
  }

  /// Passes on the events of the words after a name said alone; returns whether the task is over.
  private func pass(
    _ events: [RecognitionTask.Event], of recognition: Attempt
  ) throws(SpeechError) -> Bool {
    for event in events {
      switch event {
      case .detectedEndOfSpeech, .detectedNoSpeech:
        task.tell(event)
        return try pass(recognition.finish(), of: recognition)
      case .finished, .cancelled:
        task.tell(event)
        return true
      default: task.tell(event)
      }
    }
    return false
  }
}
