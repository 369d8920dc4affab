import ApplianceCore

/// The appliance's answer to one recording, compared with the right one.
package struct EvaluationOutcome: Sendable, Hashable {
  /// The result of the comparison.
  package enum Verdict: String, Sendable, CaseIterable {
    case right
    case wrong
    /// It asked a question, though a move was said.
    case asked
    /// It did nothing, though a move was said.
    case refused
  }

  /// The recognizable parts of a move: its piece and its destination.
  package struct NamedMove: Sendable, Hashable {
    /// In UCI notation.
    package var uci: String
    /// The moving piece's letter: P, N, B, R, Q or K.
    package var piece: Character

    /// The file that the piece goes to, a…h.
    var file: Character? { Array(uci).dropFirst(2).first }
    /// The rank that the piece goes to, 1…8.
    var rank: Character? { Array(uci).dropFirst(3).first }
  }

  /// The case's name, as in the manifest.
  package var id: String
  /// The case's group, as in the manifest.
  package var group: String
  /// The verdict.
  package var verdict: Verdict
  /// The right answer, for people.
  package var expected: String
  /// What the appliance did, for people.
  package var got: String
  /// The move that was said, if any.
  package var saidMove: NamedMove?
  /// The likeliest move, even if it was refused or asked about.
  package var heardMove: NamedMove?
  /// The confidence in `got`, 0…1; nil if nothing was heard.
  package var confidence: Double?
  /// Whether the likeliest reading was right, whatever the appliance did; nil without a reading.
  package var likeliestIsRight: Bool?
  /// The time from the last sample to the decision, in seconds.
  package var latency: Double
  /// The recording's length, in seconds.
  package var duration: Double
  /// The time for recognizing and deciding, in seconds.
  package var elapsed: Double
  /// The processor time of all threads for recognizing and deciding, in seconds.
  package var processorTime = 0.0

  /// The outcome as a JSON line.
  package var line: String {
    JSONLine([
      "id": .string(id), "group": .string(group), "verdict": .string(verdict.rawValue),
      "expected": .string(expected), "got": .string(got),
      "confidence": confidence.map { .number($0) } ?? .null,
      "latency_ms": .number(latency * 1_000), "processor_ms": .number(processorTime * 1_000),
      "duration": .number(duration),
    ]).line
  }
}
