import Foundation
import LanguageModel
import Synchronization
import TestSupport
import Testing

@testable import Speech

/// Speech from the tests' synthesizers, and language models made by hand.
enum Fixtures {
  static func model() throws -> AcousticModel {
    try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
  }

  /// A prepared recognizer for exactly these sentences.
  static func recognizer(
    _ sentences: [String], configuration: DecoderConfiguration = DecoderConfiguration()
  ) async throws -> SpeechRecognizer {
    let recognizer = try SpeechRecognizer(model: model(), configuration: configuration)
    try await recognizer.prepare(languageModel(sentences))
    return recognizer
  }

  /// Exactly these sentences as a tree, with pronunciations from the model's dictionary.
  static func languageModel(_ sentences: [String]) throws -> CompiledLanguageModel {
    var grammar = Grammar(words: [], stateCount: 2, start: 0, final: 1, arcs: [])
    var numbers: [String: Int32] = [:]
    var next: [Int32: [Int32: Int32]] = [:]
    for sentence in Set(sentences).sorted() {
      var state: Int32 = 0
      for word in sentence.split(separator: " ").map(String.init) {
        let number = numbers[word] ?? Int32(grammar.words.count)
        if numbers.updateValue(number, forKey: word) == nil { grammar.words.append(word) }
        if let known = next[state]?[number] {
          state = known
        } else {
          let target = Int32(grammar.stateCount)
          grammar.stateCount += 1
          grammar.arcs.append(.init(source: state, target: target, word: number, weight: 0))
          next[state, default: [:]][number] = target
          state = target
        }
      }
      grammar.arcs.append(.init(source: state, target: 1, word: Grammar.Arc.epsilon, weight: 0))
    }
    for index in grammar.arcs.indices {
      let siblings = grammar.arcs.count { $0.source == grammar.arcs[index].source }
      grammar.arcs[index].weight = -log(Float(siblings))
    }
    return CompiledLanguageModel(grammar: grammar, lexicon: try lexicon(grammar.words))
  }

  /// The pronunciations of `words` in the model's dictionary.
  static func lexicon(_ words: [String]) throws -> Lexicon {
    Lexicon(pronunciations: try model().pronunciations().pronunciations(of: words))
  }

  /// A sentence spoken by flite: 16 kHz, mono.
  static func speak(_ text: String, voice: String = "slt") throws -> [Int16] {
    if let known = spoken.withLock({ $0[[text, voice]] }) { return known }
    let samples = try withFolder { folder in
      let file = folder.appendingPathComponent("speech.wav")
      try run("flite", ["-voice", voice, "-t", text, "-o", file.path])
      // flite writes a plain WAV header of 44 bytes.
      let data = try Data(contentsOf: file)
      return data.dropFirst(44).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
    spoken.withLock { $0[[text, voice]] = samples }
    return samples
  }

  private static let spoken = Mutex<[[String]: [Int16]]>([:])

  /// Runs a program and waits for its end.
  static func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    try process.run()
    try #require(process.ended().status == 0, "\(program) failed; is it installed?")
  }

  /// A temporary folder for `body`.
  static func withFolder<R>(_ body: (URL) throws -> R) throws -> R {
    let scratch = try ScratchDirectory()
    return try body(scratch.url)
  }
}

extension RecognitionTask {
  /// All events until the end.
  func allEvents() async -> [Event] {
    var all: [Event] = []
    for await event in events { all.append(event) }
    return all
  }

  /// The result; nil after a cancellation; throws after a failure.
  func result() async throws -> RecognitionResult? {
    for await event in events {
      switch event {
      case .finished(let result): return result
      case .failed(let error): throw error
      default: continue
      }
    }
    return nil
  }
}

extension Hypothesis {
  var text: String { words.joined(separator: " ") }
}

extension [Hypothesis] {
  var best: Hypothesis? { first }
}
