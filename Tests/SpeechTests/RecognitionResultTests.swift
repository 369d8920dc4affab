import LanguageModel
import Testing

@testable import Speech

@Suite struct RecognitionResultTests {
  private func result(_ readings: [(Double, Intent?)]) -> RecognitionResult {
    RecognitionResult(
      transcriptions: readings.map { Transcription(confidence: $0, intent: $1) }, isFinal: true,
      outcome: .recognized)
  }

  @Test func readingsWithTheSameIntentAddUp() {
    let order = Intent(name: "order", slots: [.init(name: "drink", value: "latte")])
    let other = Intent(name: "order", slots: [.init(name: "drink", value: "mocha")])
    let both = result([(0.3, order), (0.25, other), (0.2, order)])
    #expect(both.confidence == 0.5)
    #expect(both.isUnderstood)
    let one = result([(0.45, order), (0.4, other)])
    #expect(one.confidence == 0.45)
    #expect(!one.isUnderstood)
    #expect(result([(0.7, order), (0.6, order)]).confidence == 1)
  }

  @Test func withoutIntentsTheWordsDecide() {
    #expect(result([(0.3, nil), (0.3, nil)]).confidence == 0.3)
    #expect(result([]).confidence == 0)
    #expect(!result([]).isUnderstood)
  }
}
