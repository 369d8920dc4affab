import LanguageModel
import Localization

extension Grammar {
  /// The words on the grammar's arcs. A word table shared by several grammars may have more.
  var usedWords: Set<String> {
    var isUsed = [Bool](repeating: false, count: words.count)
    for arc in arcs where arc.word != Arc.epsilon { isUsed[Int(arc.word)] = true }
    return Set(zip(words, isUsed).lazy.filter(\.1).map(\.0))
  }

  /// Checks that the decoder can take this grammar; the decoder itself checks nothing.
  ///
  /// - Throws: `SpeechError` with code `grammar`.
  func checkForDecoder() throws(SpeechError) {
    let operation = Message("take a grammar of \(stateCount) states")
    // The decoder allocates memory for every state and exits the process if that fails, so the
    // number of arcs limits the number of states.
    guard stateCount > 0, stateCount <= min(Int(Int32.max), 2 * arcs.count + 2),
      (0..<stateCount).contains(start),
      (0..<stateCount).contains(final), !words.isEmpty
    else {
      throw SpeechError(
        .grammar, operation,
        advice: Message(
          "it needs words, a start state, a final state, and no more states than its arcs can reach"
        ))
    }
    let states = 0..<Int32(stateCount)
    for arc in arcs {
      guard states.contains(arc.source), states.contains(arc.target), arc.weight.isFinite,
        arc.word == Arc.epsilon || (0..<words.count).contains(Int(arc.word))
      else {
        throw SpeechError(
          .grammar, operation, "arc \(arc.source) → \(arc.target)",
          advice: Message("its states, its word or its weight are out of range"))
      }
    }
  }
}
