import ChessLanguage
import Foundation
import LanguageModel
import Sound
import Speech

/// Measures the cost of recognition on this machine, with the target for each figure.
///
///     swift run -c release --package-path Tests/Benchmarks benchmark [CLIP.wav …]
///
/// By default, flite speaks the clips. If `pocketsphinx_continuous` is installed, it decodes the
/// same clips with the same grammar, dictionary and settings in the same run.
@main
struct Benchmark {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "--decode" {
        try await decode(Array(arguments.dropFirst()))
      } else {
        try await Benchmark(arguments).run()
      }
    } catch {
      FileHandle.standardError.write(Data("benchmark: \(error)\n".utf8))
      exit(1)
    }
  }

  private let language: ChessLanguage
  private let languageModel: CompiledLanguageModel
  private let recognizer: SpeechRecognizer
  private let named: [String]

  /// A cold start: it comes before anything that could warm the process's caches.
  private init(_ clips: [String]) async throws {
    named = clips
    language = try Workload.language()
    languageModel = CompiledLanguageModel(
      grammar: language.bound(to: .anyMove).grammar, lexicon: language.lexicon)
    recognizer = try SpeechRecognizer(model: Workload.model())
    try await recognizer.prepare(languageModel)
    Figure("cold start to available", seconds: Process.age(), atMost: 1).print()
    Figure.note(
      "grammar of all chess phrases: \(languageModel.grammar.stateCount) states, \(languageModel.grammar.arcs.count) arcs"
    )
  }

  private func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "benchmark-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let clips = try named.isEmpty ? Workload.clips(in: folder) : named.map { try Clip(path: $0) }
    try await switchGrammars()
    try await measureLatency(clips)
    try await measureLongRecordings(clips)
    try await compare(clips, in: folder)
    try await repeatRecognition(clips)
  }

  // MARK: Grammar switch

  private func switchGrammars() async throws {
    let positions = try Workload.positions()
    var times: [Double] = []
    var decoderTimes: [Double] = []
    var sizes: [String] = []
    let cpu = Process.cpuTime()
    for round in 0..<200 {
      let position = positions[round % positions.count]
      let start = ContinuousClock.now
      let model = CompiledLanguageModel(
        grammar: language.bound(to: .position(position)).grammar, lexicon: language.lexicon)
      let made = ContinuousClock.now
      try await recognizer.prepare(model)
      times.append(start.secondsUntilNow)
      decoderTimes.append(made.secondsUntilNow)
      // Positions are seconds apart, which leaves time for deferred work.
      try await Task.sleep(for: .milliseconds(50))
      if round < positions.count {
        sizes.append("\(model.grammar.stateCount)/\(model.grammar.arcs.count)")
      }
    }
    Figure(
      "grammar switch, CPU time of all decoders, mean",
      seconds: (Process.cpuTime() - cpu) / Double(times.count)
    ).print()
    Figure.note("grammars of positions, states/arcs: \(sizes.joined(separator: ", "))")
    Figure("grammar switch, median", seconds: times.median, atMost: 0.005).print()
    Figure("grammar switch, the decoder's part, median", seconds: decoderTimes.median).print()
    Figure("grammar switch, worst", seconds: times.max() ?? 0).print()
    try await recognizer.prepare(languageModel)
  }

  // MARK: Latency

  /// Plays clips in real time, in buffers of 1,024 samples as from a microphone.
  private func measureLatency(_ clips: [Clip]) async throws {
    var partials: [Double] = []
    var finals: [Double] = []
    for clip in clips.prefix(12) {
      let request = AudioBufferRecognitionRequest()
      let task = recognizer.recognitionTask(with: request)
      let lastAppend = Instant()
      let reader = Task {
        var partials: [Double] = []
        var final = 0.0
        for await event in task.events {
          switch event {
          case .hypothesized: partials.append(lastAppend.age)
          case .finished: final = lastAppend.age
          default: continue
          }
        }
        return (partials, final)
      }
      let start = ContinuousClock.now
      for (index, buffer) in clip.buffers(of: 1_024).enumerated() {
        try await Task.sleep(until: start + .seconds(Double(index + 1) * 0.064), clock: .continuous)
        lastAppend.set()
        request.append(buffer)
      }
      request.endAudio()
      let (some, final) = await reader.value
      partials += some
      finals.append(final)
    }
    Figure(
      "partial result after its audio came in, median", seconds: partials.median, atMost: 0.150
    ).print()
    Figure("partial result after its audio came in, worst", seconds: partials.max() ?? 0).print()
    Figure("final result after the last sample, median", seconds: finals.median, atMost: 0.100)
      .print()
    Figure("final result after the last sample, worst", seconds: finals.max() ?? 0).print()
  }

  /// Endless speech fits no sentence of the grammar: the worst case for the decision.
  private func measureLongRecordings(_ clips: [Clip]) async throws {
    let speech = clips.flatMap(\.samples)
    guard !speech.isEmpty else { return }
    for seconds in [4, 10, 60] {
      let request = AudioBufferRecognitionRequest()
      let task = recognizer.recognitionTask(with: request)
      let count = seconds * 16_000
      let start = ContinuousClock.now
      var end = start
      for place in stride(from: 0, to: count, by: 1_600) {
        let piece = (place..<min(place + 1_600, count)).map { speech[$0 % speech.count] }
        request.append(AudioBuffer(format: .speech, samples: piece))
      }
      request.endAudio()
      for await event in task.events {
        if case .finishedReadingAudio = event { end = .now }
        if case .failed(let error) = event { throw error }
      }
      Figure(
        "\(seconds) s of unbroken speech, decoded as fast as it goes",
        seconds: (end - start) / .seconds(1)
      ).print()
      Figure(
        "\(seconds) s of unbroken speech, from there to the result", seconds: end.secondsUntilNow,
        atMost: 0.1
      ).print()
    }
    Figure("resident after that", mebibytes: Process.residentMebibytes(), atMost: 150).print()
  }

  // MARK: Beside the stock decoder

  /// Decodes each clip in a separate process, alternately by theirs and ours, and subtracts the
  /// cost of a process that decodes 10 ms.
  private func compare(_ clips: [Clip], in folder: URL) async throws {
    let stock = try StockDecoder(
      model: recognizer.model, languageModel: languageModel, folder: folder)
    guard let stock else {
      return Figure.note("pocketsphinx_continuous is not installed: no comparison")
    }
    let silence = try Clip.silence(seconds: 0.01, in: folder)
    let ours = [CommandLine.arguments[0], "--decode"] + stock.files
    var mine = Cost()
    var theirs = Cost()
    var differing = 0
    for clip in clips {
      let stockRun = try stock.decode(clip.path)
      let ourRun = try Child.run(ours + [clip.path])
      theirs.add(stockRun, start: try stock.decode(silence.path))
      mine.add(ourRun, start: try Child.run(ours + [silence.path]))
      if stockRun.words != ourRun.words {
        differing += 1
        Figure.note(
          "other words for \(clip.path): \"\(ourRun.words)\" here, \"\(stockRun.words)\" there")
      }
    }
    let seconds = clips.map(\.seconds).reduce(0, +)
    Figure.note("\(clips.count) clips, \(Int(seconds)) s of speech, one process a clip")
    Figure("clips with other words than pocketsphinx_continuous", count: differing, atMost: 0)
      .print()
    Figure("CPU of pocketsphinx_continuous, without starting", seconds: theirs.net).print()
    Figure("CPU of this decoder, without starting", seconds: mine.net).print()
    Figure(
      "CPU, this decoder to pocketsphinx_continuous", ratio: mine.net / theirs.net, atMost: 1.2
    ).print()
    Figure("CPU with starting, this decoder to it", ratio: mine.total / theirs.total).print()
    Figure("CPU to duration of speech", ratio: mine.net / seconds).print()
  }

  /// Streams a file through the recognizer and prints its words: `compare` runs this in a separate
  /// process.
  private static func decode(_ arguments: [String]) async throws {
    guard arguments.count == 3 else {
      throw Failure("usage: benchmark --decode GRAMMAR DICTIONARY CLIP")
    }
    let recognizer = try SpeechRecognizer(model: Workload.model())
    let request = AudioBufferRecognitionRequest()
    request.customizedLanguageModel = SpeechLanguageModel.Configuration(
      languageModel: URL(fileURLWithPath: arguments[0]),
      vocabulary: URL(fileURLWithPath: arguments[1]))
    // In the stock decoder's buffer size.
    for buffer in try Clip(path: arguments[2]).buffers(of: 2_048) { request.append(buffer) }
    request.endAudio()
    let task = recognizer.recognitionTask(with: request)
    for await event in task.events {
      if case .finished(let result) = event { print(result.bestTranscription.formattedString) }
      if case .failed(let error) = event { throw error }
    }
  }

  // MARK: Memory

  private func repeatRecognition(_ clips: [Clip]) async throws {
    let count = 1_000
    let warmUp = 100
    var before = 0.0
    for round in 0..<(warmUp + count) {
      if round == warmUp { before = Process.residentMebibytes() }
      let request = AudioBufferRecognitionRequest()
      for buffer in clips[round % clips.count].buffers(of: 1_024) { request.append(buffer) }
      request.endAudio()
      for await event in recognizer.recognitionTask(with: request).events {
        if case .failed(let error) = event { throw error }
      }
    }
    let after = Process.residentMebibytes()
    Figure("resident after \(count) recognitions", mebibytes: after, atMost: 80).print()
    Figure("growth over \(count) recognitions", mebibytes: after - before, atMost: 1).print()
    // After the last result, the thread may not be asleep yet.
    try await Task.sleep(for: .seconds(1))
    let switches = Process.voluntarySwitches()
    try await Task.sleep(for: .seconds(10))
    let idle = Process.voluntarySwitches() - switches
    Figure(
      "voluntary context switches of the decoder's thread in 10 idle seconds", count: idle,
      atMost: 0
    ).print()
  }
}
