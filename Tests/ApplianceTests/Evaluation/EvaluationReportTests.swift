import FoundationEssentials
import Testing

@testable import Appliance

@Suite struct EvaluationReportTests {
  private let outcomes = [
    EvaluationOutcome(
      id: "1", group: "voices", verdict: .right, expected: "Nf3", got: "Nf3",
      saidMove: .init(uci: "g1f3", piece: "N"), heardMove: .init(uci: "g1f3", piece: "N"),
      confidence: 0.95, likeliestIsRight: true, latency: 0.010, duration: 2, elapsed: 0.2),
    EvaluationOutcome(
      id: "2", group: "voices", verdict: .wrong, expected: "Nf3", got: "Nh3 <&>",
      saidMove: .init(uci: "g1f3", piece: "N"), heardMove: .init(uci: "g1h3", piece: "N"),
      confidence: 0.92, likeliestIsRight: false, latency: 0.020, duration: 2, elapsed: 0.4),
    EvaluationOutcome(
      id: "3", group: "voices", verdict: .refused, expected: "d4", got: "uncertain",
      saidMove: .init(uci: "d2d4", piece: "P"), heardMove: .init(uci: "b2b4", piece: "P"),
      confidence: 0.31, likeliestIsRight: false, latency: 0.030, duration: 1, elapsed: 0.1),
    EvaluationOutcome(
      id: "4", group: "people", verdict: .right, expected: "nothing", got: "not understood",
      latency: 0.400, duration: 5, elapsed: 0.3),
    EvaluationOutcome(
      id: "5", group: "people", verdict: .asked, expected: "Nd2", got: "asked: knight b d two?",
      latency: 0.020, duration: 2, elapsed: 0.2),
  ]

  @Test func figuresSumUpTheOutcomes() {
    let summary = EvaluationSummary(outcomes, peakResidentMemory: 50)
    #expect(summary.total.verdicts == [.right: 2, .wrong: 1, .asked: 1, .refused: 1])
    #expect(summary.total.cases == 5)
    #expect(summary.groups["voices"]?.verdicts == [.right: 1, .wrong: 1, .refused: 1])
    #expect(summary.groups["people"]?.verdicts == [.right: 1, .asked: 1])
    #expect(abs(summary.realTimeFactor - 0.1) < 1e-12)
    #expect(summary.latency.median == 20)
    #expect(summary.latency.p95 == 400)
    #expect(summary.latency.max == 400)
  }

  @Test func noOutcomesGiveZeros() throws {
    let summary = EvaluationSummary([], peakResidentMemory: 1)
    #expect(summary.total.cases == 0)
    #expect(summary.realTimeFactor == 0)
    #expect(summary.latency.max == 0)
    #expect(EvaluationReport(title: "", outcomes: [], summary: summary).text().contains("in all"))
    #expect(EvaluationReport(title: "", outcomes: [], summary: summary).html().contains("</html>"))
  }

  @Test func theJSONHasTheFieldsThatScriptsRead() throws {
    struct Read: Decodable {
      struct Counts: Decodable { var cases, right, wrong, asked, refused: Int }
      struct Latency: Decodable { var median, p95, max: Double }
      var cases, right, wrong, asked, refused: Int
      var realTimeFactor: Double
      var latencyMs: Latency
      var peakRssMib: Double
      var groups: [String: Counts]
    }
    let data = Data(EvaluationSummary(outcomes, peakResidentMemory: 50).line.utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let read = try decoder.decode(Read.self, from: data)
    #expect(read.cases == 5)
    #expect(read.right == 2)
    #expect(read.wrong == 1)
    #expect(read.asked == 1)
    #expect(read.refused == 1)
    #expect(read.latencyMs.p95 == 400)
    #expect(read.latencyMs.median == 20)
    #expect(read.latencyMs.max == 400)
    #expect(read.peakRssMib == 50)
    #expect(read.realTimeFactor > 0.09)
    #expect(read.groups.mapValues(\.right) == ["voices": 1, "people": 1])
  }

  @Test func matricesCountRecognizedWordsForSpokenOnes() {
    let matrices = ConfusionMatrix.ofMoves(outcomes)
    #expect(matrices.map(\.title) == ["Files", "Ranks", "Pieces"])
    #expect(matrices[0].counts[5] == [0, 0, 0, 0, 0, 1, 0, 1])  // f heard as f and as h
    #expect(matrices[0].counts[3] == [0, 1, 0, 0, 0, 0, 0, 0])  // d heard as b
    #expect(matrices[1].counts[2] == [0, 0, 2, 0, 0, 0, 0, 0])
    #expect(matrices[2].counts[1] == [0, 2, 0, 0, 0, 0])
    #expect(matrices[2].counts[0] == [1, 0, 0, 0, 0, 0])
  }

  @Test func reliabilityIsCountedByTenths() {
    let curve = ReliabilityCurve(outcomes)
    #expect(curve.bins[9].count == 2)
    #expect(curve.bins[9].accuracy == 0.5)
    #expect(abs(curve.bins[9].confidence - 0.935) < 1e-12)
    #expect(curve.bins[3].count == 1)
    #expect(curve.bins.map(\.count).reduce(0, +) == 3)
    #expect(abs(curve.calibrationError - (0.435 * 2 + 0.31) / 3) < 1e-12)
  }

  @Test func theTextNamesGroupsConfusionsAndTimes() {
    let report = EvaluationReport(
      title: "m", outcomes: outcomes,
      summary: EvaluationSummary(outcomes, peakResidentMemory: 50))
    let lines = report.text().split(separator: "\n", omittingEmptySubsequences: false)
    let third = "      1 (33.3 %)"
    let fifth = "      1 (20.0 %)"
    #expect(lines.contains("voices               3\(third)\(third)       0 (0.0 %)\(third)"))
    #expect(lines.contains("in all               5      2 (40.0 %)\(fifth)\(fifth)\(fifth)"))
    #expect(lines.contains("  1 x  Nf3  ->  Nh3 <&>"))
    #expect(report.text().utf8.max().map { $0 < 0x80 } == true)
  }

  @Test func thePageIsSelfContainedAndEscaped() {
    let html = EvaluationReport(
      title: "<b>", outcomes: outcomes,
      summary: EvaluationSummary(outcomes, peakResidentMemory: 50)
    ).html()
    #expect(html.contains("&lt;b&gt;"))
    #expect(html.contains("Nh3 &lt;&amp;&gt;"))
    #expect(!html.contains("Nh3 <&>"))
    #expect(html.split(separator: "<svg").count - 1 == 5)
    #expect(!html.contains("src="))
    #expect(!html.contains("http"))
  }

  @Test(arguments: [0.0, 0.001, 0.0049, 0.3, 12.5, 1e6])
  func theHistogramHoldsEveryLatency(latency: Double) {
    var outcome = outcomes[0]
    outcome.latency = latency
    let histogram = LatencyHistogram([outcome])
    #expect(histogram.counts.reduce(0, +) == 1)
    #expect(histogram.counts.count <= 30)
  }

  @Test func thePeakMemoryIsPlausible() {
    #expect(ResidentMemory.peak > 1)
    #expect(ResidentMemory.peak < 100_000)
  }
}
