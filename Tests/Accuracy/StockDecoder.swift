import Appliance
import CPocketSphinx
import Foundation
import LanguageModel
import Sound
import Speech

/// PocketSphinx with its default settings, which searches one grammar and returns its first
/// hypothesis.
///
/// As with JSGF, the grammar's weights are not multiplied by the language weight.
final class StockDecoder {
  private let decoder: OpaquePointer
  private var known: Set<String> = []

  struct Failure: Error {
    var what: String
  }

  /// The hypothesis, and its cost.
  struct Answer {
    /// Empty if nothing was heard.
    var words: [String]
    /// Seconds from the last sample to the words.
    var latency: Double
    /// Seconds of processor time from the first sample to the words.
    var processorTime: Double
  }

  init(model: AcousticModel) throws {
    err_set_logfp(nil)
    guard let settings = sphinx_config_make() else { throw Failure(what: "no memory") }
    defer { sphinx_config_free(settings) }
    sphinx_config_set_string(settings, "hmm", model.directory)
    sphinx_config_set_string(settings, "dict", "/dev/null")
    guard let decoder = ps_init(settings) else {
      throw Failure(what: "PocketSphinx does not start")
    }
    self.decoder = decoder
  }

  deinit {
    ps_free(decoder)
  }

  /// Takes a grammar, replacing the previous one.
  func use(_ grammar: Grammar, _ lexicon: Lexicon) throws {
    for word in Set(grammar.words).subtracting(known) {
      for (index, phones) in (lexicon.pronunciations[word] ?? []).enumerated() {
        let name = index == 0 ? word : "\(word)(\(index + 1))"
        ps_add_word(decoder, name, phones.joined(separator: " "), 1)
      }
      known.insert(word)
    }
    let arcs = grammar.arcs.map {
      sphinx_arc_t(source: $0.source, target: $0.target, word: $0.word, weight: min(0, $0.weight))
    }
    let names = grammar.words.map { strdup($0) }
    defer { for name in names { free(name) } }
    let search = names.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      sphinx_grammar_make(
        decoder, Int32(grammar.stateCount), Int32(grammar.start), Int32(grammar.final),
        $0.baseAddress, Int32(names.count), arcs, Int32(arcs.count), 1)
    }
    guard let search, sphinx_grammar_use(decoder, "grammar", search) >= 0 else {
      throw Failure(what: "PocketSphinx refused the grammar")
    }
    fsg_model_free(search)
  }

  /// Decodes a recording, 16 kHz mono, in buffers as from a microphone.
  func hear(_ sound: [Int16]) -> Answer {
    let before = ProcessorTime.now
    ps_start_stream(decoder)
    ps_start_utt(decoder)
    for start in stride(from: 0, to: sound.count, by: Evaluator.bufferLength) {
      let piece = sound[start..<min(start + Evaluator.bufferLength, sound.count)]
      _ = piece.withUnsafeBufferPointer {
        ps_process_raw(decoder, $0.baseAddress, $0.count, 0, 0)
      }
    }
    let clock = ContinuousClock()
    let end = clock.now
    ps_end_utt(decoder)
    var score: Int32 = 0
    let text = ps_get_hyp(decoder, &score).map { String(cString: $0) } ?? ""
    return Answer(
      // A variant's name has its number.
      words: text.split(separator: " ").map { String($0.split(separator: "(").first ?? $0) },
      latency: end.duration(to: clock.now) / .seconds(1),
      processorTime: ProcessorTime.now - before)
  }
}
