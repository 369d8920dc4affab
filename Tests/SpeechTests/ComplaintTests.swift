import CPocketSphinx
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Speech

/// The C library's error messages, on several threads at once.
@Suite(.timeLimit(.patientMinutes(2))) struct ComplaintTests {
  /// The name of a missing file: one letter many times.
  private static func name(of letter: Character) -> String {
    "/nowhere/" + String(repeating: letter, count: 240)
  }

  @Test func eachThreadHasItsOwnComplaint() {
    Complaint.silence()
    let writers = Atomic(2)
    let letters: [Character] = ["A", "Z"]
    for letter in letters {
      Thread {
        for _ in 0..<5_000 { fsg_model_readfile(Self.name(of: letter), nil, 1) }
        writers.subtract(1, ordering: .releasing)
      }.start()
    }
    var seen = 0
    var wrong: String?
    while writers.load(ordering: .acquiring) > 0 {
      let text = Complaint.last
      guard text.contains("/nowhere/") else { continue }
      seen += 1
      if !letters.contains(where: { text.contains(Self.name(of: $0) + "'") }) { wrong = text }
    }
    #expect(seen > 0)
    #expect(wrong == nil)
  }
}
