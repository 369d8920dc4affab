import ApplianceCore
import ChessLanguage
import Dialogue
import Speech

extension Heard {
  /// The words of a final result.
  package init(_ result: RecognitionResult) {
    let segments = result.bestTranscription.segments
    let words = segments.map { segment in
      Utterance.Word(
        text: segment.substring, start: segment.timestamp, duration: segment.duration,
        confidence: Double(segment.confidence))
    }
    self.init(
      result.outcome,
      utterance: Utterance(
        text: result.bestTranscription.formattedString, words: words,
        confidence: words.map(\.confidence).min() ?? 0, seconds: result.duration,
        intent: result.bestTranscription.intent),
      meanings: result.transcriptions.map {
        Meaning(
          $0.meaning?.value as? Interpretation ?? .nothing, text: $0.formattedString,
          confidence: $0.confidence)
      },
      confidence: result.confidence,
      signalToNoise: result.reachedTimeLimit ? nil : result.evidence?.signalToNoise)
    phrase = result.phrase
  }
}
