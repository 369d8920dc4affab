import Glibc
import LanguageModel

extension Grammar {
  /// The grammar in PocketSphinx's text format for finite-state grammars, which its tools read with
  /// `-fsg`.
  ///
  /// Format: `fsg_model_read` in sphinxbase/fsg_model.h.
  public var sphinxText: String {
    var text = "FSG_BEGIN grammar\nN \(stateCount)\nS \(start)\nF \(final)\n"
    for arc in arcs {
      // PocketSphinx 5 reads a 32-bit float, rounds smaller numbers to zero, and refuses zero.
      let probability = exp(max(-87, Double(min(0, arc.weight))))
      text += "T \(arc.source) \(arc.target) \(probability)"
      if arc.word != Arc.epsilon, words.indices.contains(Int(arc.word)) {
        text += " \(words[Int(arc.word)])"
      }
      text += "\n"
    }
    return text + "FSG_END\n"
  }

  /// Reads PocketSphinx's text format for finite-state grammars.
  ///
  /// - Parameter file: The file's name, for errors.
  /// - Throws: `SpeechError` with code `languageModel` that names the line.
  init(sphinxText text: String, file: String) throws(SpeechError) {
    var grammar = Grammar(words: [], stateCount: 0, start: 0, final: 0, arcs: [])
    var numbers: [Substring: Int32] = [:]
    var isInside = false
    var hasEnded = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let fields = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let keyword = fields.first, !keyword.hasPrefix("#"), !hasEnded else { continue }
      let isUnderstood: Bool
      switch keyword {
      case "FSG_BEGIN":
        isInside = true
        isUnderstood = true
      case _ where !isInside: continue
      case "FSG_END":
        hasEnded = true
        isUnderstood = true
      case "N", "NUM_STATES": isUnderstood = Self.read(fields, into: &grammar.stateCount)
      case "S", "START_STATE": isUnderstood = Self.read(fields, into: &grammar.start)
      case "F", "FINAL_STATE": isUnderstood = Self.read(fields, into: &grammar.final)
      case "T", "TRANSITION":
        guard fields.count == 4 || fields.count == 5, let source = Int32(fields[1]),
          let target = Int32(fields[2]),
          let probability = Double(fields[3]), probability > 0, probability <= 1
        else {
          isUnderstood = false
          break
        }
        var word = Arc.epsilon
        if fields.count == 5 {
          word = numbers[fields[4]] ?? Int32(grammar.words.count)
          if numbers.updateValue(word, forKey: fields[4]) == nil {
            grammar.words.append(String(fields[4]))
          }
        }
        grammar.arcs.append(
          Arc(source: source, target: target, word: word, weight: Float(log(probability))))
        isUnderstood = true
      default: isUnderstood = false
      }
      guard isUnderstood else {
        throw SpeechError(
          .languageModel, operation: "read the grammar", subject: "\(file):\(index + 1)",
          advice:
            "this line is not understood: \(line.prefix(60)); prepare the language model again")
      }
    }
    guard hasEnded else {
      throw SpeechError(
        .languageModel, operation: "read the grammar", subject: file,
        advice: "FSG_END is missing: the file is cut off, or is not a grammar; "
          + "prepare the language model again")
    }
    self = grammar
  }

  private static func read(_ fields: [Substring], into value: inout Int) -> Bool {
    guard fields.count == 2, let number = Int(fields[1]), (0...Int(Int32.max)).contains(number)
    else { return false }
    value = number
    return true
  }
}
