import Testing

@testable import Acoustics

@Suite struct NameFinderTests {
  /// The network's phones are A, B and silence.
  private static let phones = ["A", "B", "SIL"]

  private func finder(_ pronunciations: [[String]]) throws -> NameFinder? {
    let network = try #require(PhoneNetwork(PhoneNetworkTests.Small(phones: Self.phones).data))
    return NameFinder(network, try MadeUpModel.model().definition, pronunciations: pronunciations)
  }

  /// Scores for a sequence of phones, each for a number of frames: 0 for the spoken state, -4 for
  /// all others.
  private func scores(_ said: (phone: String, frames: Int)...) -> [Float] {
    said.flatMap { phone, frames in
      (0..<frames * ModelDefinition.stateCount).flatMap { frame in
        (0..<Self.phones.count * ModelDefinition.stateCount).map { column -> Float in
          let said = Self.phones.firstIndex(of: phone) ?? 0
          return column == said * ModelDefinition.stateCount + frame / frames ? 0 : -4
        }
      }
    }
  }

  @Test func theNameIsFoundBetweenSilenceAndOtherSpeech() throws {
    let finder = try #require(try finder([["A", "B"]]))
    let found = try #require(
      finder.find(in: scores(("SIL", 2), ("A", 2), ("B", 1), ("A", 5))))
    #expect(found.frames == 6..<15)
    #expect(found.fit == 0 && found.worstFit == 0 && found.before == 0)
    #expect(found.longest == 6 && found.phones == 2)
  }

  /// Its phones follow each other from the first frame on, and may end with the sound.
  @Test func theNameMayBeAllThatIsSaid() throws {
    let finder = try #require(try finder([["A", "B"]]))
    #expect(try #require(finder.find(in: scores(("A", 1), ("B", 1)))).frames == 0..<6)
  }

  /// Other speech before it costs at most 3 per frame, and a phone that was not said costs 4.
  @Test func otherPhonesLowerTheScore() throws {
    let finder = try #require(try finder([["A", "B"]]))
    let late = try #require(finder.find(in: scores(("B", 1), ("A", 2), ("B", 2), ("SIL", 2))))
    #expect(late.frames == 3..<15 && late.before == -9)
    let other = try #require(finder.find(in: scores(("A", 2), ("SIL", 2), ("A", 2))))
    #expect(other.worstFit == -4)
  }

  @Test func theBestPronunciationCounts() throws {
    let finder = try #require(try finder([["B", "B"], ["A", "B", "A"]]))
    #expect(try #require(finder.find(in: scores(("A", 2), ("B", 2), ("A", 2)))).phones == 3)
  }

  @Test func withUnknownPhonesOrTooLittleSoundThereIsNoName() throws {
    #expect(try finder([["QQ"], []]) == nil)
    let finder = try #require(try finder([["A", "B"]]))
    #expect(finder.find(in: []) == nil && finder.find(in: scores(("A", 1))) == nil)
  }
}
