import Foundation
import TestSupport
import Testing

@testable import Appliance

/// flite's speech for the tests.
enum Synthesizer {
  /// The words in a voice, with room noise, and quiet before and after.
  static func say(_ words: String, by voice: String = "slt") throws -> [Int16] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let flite = Process()
    flite.executableURL = URL(filePath: "/usr/bin/env")
    flite.arguments = ["flite", "-voice", voice, "-t", words, "-o", file]
    try flite.run()
    try #require(flite.ended().status == 0, "install flite")
    let quiet = [Int16](repeating: 0, count: 8_000)
    return (quiet + (try Evaluator.samples(of: file)) + quiet).enumerated()
      .map { $0.element &+ Int16($0.offset * 31 % 17) - 8 }
  }
}
