import Acoustics
import Foundation
import LanguageModel
import Testing

@testable import Speech

@Suite struct SpeakerTests {
  /// Numbers in -1…1 that are the same each time.
  private struct Numbers {
    var state: UInt64 = 42
    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 52) - 1
    }
  }

  /// What would have been heard of a voice that is the model's under a known transform.
  private static func statistics(
    matrix: [Double], offset: [Double], framesEach: Double
  ) -> SpeakerStatistics {
    let length = SpeakerStatistics.length
    var numbers = Numbers()
    var statistics = SpeakerStatistics()
    for stream in 0..<SpeakerStatistics.streamCount {
      for _ in 0..<200 {
        let mean = (0..<length).map { _ in 5 * numbers.next() }
        let variance = (0..<length).map { _ in 1.5 + numbers.next() }
        let moved = (0..<length).map { row in
          (0..<length).reduce(offset[row]) { $0 + matrix[row * length + $1] * mean[$1] }
        }
        statistics.add(
          stream: stream, mean: mean, variance: variance, occupancy: framesEach,
          sum: moved.map { $0 * framesEach })
      }
    }
    statistics.count(frames: Int(200 * framesEach))
    return statistics
  }

  @Test func findsTheTransformThatMadeAVoice() throws {
    let length = SpeakerStatistics.length
    var numbers = Numbers(state: 7)
    let matrix = (0..<length * length).map {
      ($0 % (length + 1) == 0 ? 0.9 : 0) + 0.2 * numbers.next()
    }
    let offset = (0..<length).map { _ in numbers.next() }
    let transform = try #require(
      SpeakerTransform(Self.statistics(matrix: matrix, offset: offset, framesEach: 10_000)))
    for stream in 0..<SpeakerStatistics.streamCount {
      for index in matrix.indices {
        #expect(
          abs(Double(transform.matrix[stream * length * length + index]) - matrix[index]) < 0.01)
      }
      for row in offset.indices {
        #expect(abs(Double(transform.offset[stream * length + row]) - offset[row]) < 0.01)
      }
    }
  }

  @Test func littleSpeechMovesTheModelLittle() throws {
    let length = SpeakerStatistics.length
    let matrix = (0..<length * length).map { $0 % (length + 1) == 0 ? 1.5 : 0 }
    let offset = Array(repeating: 0.0, count: length)
    let much = try #require(
      SpeakerTransform(Self.statistics(matrix: matrix, offset: offset, framesEach: 100)))
    let little = try #require(
      SpeakerTransform(Self.statistics(matrix: matrix, offset: offset, framesEach: 2)))
    #expect(much.matrix[0] > little.matrix[0])
    #expect(little.matrix[0] > 1)
    #expect(
      SpeakerTransform(Self.statistics(matrix: matrix, offset: offset, framesEach: 1)) == nil)
    #expect(SpeakerTransform(SpeakerStatistics()) == nil)
  }

  @Test func noTransformComesOfOneDensity() {
    var statistics = SpeakerStatistics()
    let zeros = [Double](repeating: 0, count: SpeakerStatistics.length)
    statistics.count(frames: 1_000)
    // Nothing was heard in the other streams at all.
    statistics.add(
      stream: 0, mean: zeros, variance: zeros.map { _ in 1 }, occupancy: 1_000, sum: zeros)
    #expect(SpeakerTransform(statistics) == nil)
  }

  @Test func statisticsAddUpFadeAndComeBackFromAFile() throws {
    let length = SpeakerStatistics.length
    let matrix = (0..<length * length).map { $0 % (length + 1) == 0 ? 1.1 : 0 }
    let one = Self.statistics(
      matrix: matrix, offset: Array(repeating: 0.5, count: length), framesEach: 3)
    var sum = one
    sum += one
    #expect(sum.frameCount == 2 * one.frameCount)
    #expect(sum.linear[5] == 2 * one.linear[5])
    sum.fade(to: one.frameCount)
    #expect(sum == one)
    sum.fade(to: 10 * one.frameCount)
    #expect(sum == one)
    let data = try JSONEncoder().encode(one)
    let read = try JSONDecoder().decode(SpeakerStatistics.self, from: data)
    #expect(read == one)
  }

  @Test(arguments: [
    #"{}"#, #"{"frames": 1, "quadratic": [], "linear": []}"#, #"[]"#,
    #"{"frames": -1, "quadratic": [1], "linear": [1]}"#,
  ])
  func refusesDamagedStatistics(text: String) {
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(SpeakerStatistics.self, from: Data(text.utf8))
    }
  }

  @Test func differencesAreThoseOfTheFeatureType() {
    let length = SpeakerStatistics.length
    let cepstra = (0..<8).flatMap { frame in
      [Float](repeating: Float(frame * frame), count: length)
    }
    let streams = Codebooks.streams(of: cepstra)
    #expect(streams[0].map { $0[0] } == [0, 1, 4, 9, 16, 25, 36, 49])
    // 2 frames before and after, the ends repeated.
    #expect(streams[1].map { $0[0] } == [4, 9, 16, 24, 32, 40, 33, 24])
    #expect(streams[2][3][3] == (36 - 4) - (16 - 0))
    let none = Codebooks.streams(of: [])
    #expect(none.allSatisfy { $0.isEmpty })
  }

  @Test func theModelAsItIsHearsTheSameUnderTheIdentity() throws {
    var model = try Fixtures.model()
    let extractor = try #require(try FeatureExtractor.shared(for: model))
    let features = extractor.features(of: try Self.speech("bishop takes rook"))
    var scores: [Int?] = []
    for speaker in [nil, SpeakerTransform.identity] {
      model.speaker = speaker
      let decoder = try PocketSphinxDecoder(
        model: model, input: .features(settings: extractor.settings))
      try decoder.set(Fixtures.languageModel(Self.sentences))
      try decoder.decode(extractor.cepstra(of: features.spectrum))
      #expect(decoder.hypothesis()?.text == "bishop takes rook")
      scores.append(decoder.hypothesis()?.score)
    }
    #expect(scores[0] == scores[1])
  }

  private static let sentences = ["knight takes queen", "bishop takes rook", "castle"]

  private static func speech(_ text: String) throws -> [Int16] {
    let quiet = [Int16](repeating: 0, count: 8_000)
    return (quiet + (try Fixtures.speak(text, voice: "awb")) + quiet).enumerated().map {
      // Digital silence is nothing that a microphone has.
      Int16(clamping: Int($0.element) + ($0.offset * 7_919) % 41 - 20)
    }
  }

  private static let lessons = [
    "knight to f three", "bishop takes c six", "pawn to e four", "queen to h five",
    "rook takes a eight", "king to g one", "d takes e five", "knight b to d two",
  ]

  @Test func aVoiceIsHeardBetterOnceItIsKnown() async throws {
    var model = try Fixtures.model()
    let listener = try SpeakerListener(model: model)
    var samples: [SpokenSample] = []
    for lesson in Self.lessons {
      let heard = try await listener.listen(
        to: Self.speech(lesson), for: Fixtures.languageModel([lesson]))
      samples.append(try #require(heard.sample))
    }
    #expect(samples.map { $0.words.joined(separator: " ") } == Self.lessons)
    let statistics = SpeakerStatistics(of: samples)
    #expect(statistics.frameCount > SpeakerTransform.minimumFrameCount)

    let extractor = try #require(try FeatureExtractor.shared(for: model))
    let transform = try #require(SpeakerTransform(statistics))
    var scores: [Int] = []
    for speaker in [nil, transform] as [SpeakerTransform?] {
      model.speaker = speaker
      let decoder = try PocketSphinxDecoder(
        model: model, input: .features(settings: extractor.settings))
      var score = 0
      for lesson in Self.lessons {
        try decoder.set(Fixtures.languageModel([lesson]))
        let features = extractor.features(of: try Self.speech(lesson))
        try decoder.decode(extractor.cepstra(of: features.spectrum))
        score += try #require(decoder.hypothesis()).score
      }
      scores.append(score)
    }
    // The mean of a recording's 100 or so frames gains half a point.
    #expect(scores[1] > scores[0] + 200)
  }

  @Test func otherWordsFitWorse() async throws {
    let listener = try SpeakerListener(model: Fixtures.model())
    let sound = try Self.speech("queen to h five")
    let heard = try await listener.listen(
      to: sound, for: Fixtures.languageModel(["queen to h five"]))
    let right = try #require(heard.sample)
    let wrong = try await listener.listen(
      to: sound, for: Fixtures.languageModel(["knight takes bishop check"]))
    #expect(right.fit > (wrong.sample?.fit ?? -.infinity) + 1)
    #expect(right.signalToNoise > 10)
    let silence = [Int16](repeating: 0, count: 16_000)
    for sound in [silence, []] {
      let heard = try await listener.listen(to: sound, for: Fixtures.languageModel(["castle"]))
      guard case .silence = heard else {
        Issue.record("\(heard)")
        continue
      }
    }
  }

  @Test func phonesStandForEveryWayToSayAWord() {
    let lexicon = Lexicon(pronunciations: ["a": [["EY"], ["AE", "L"]], "b": [["B", "IY"]]])
    let model = SpeakerListener.phones(of: ["a", "b"], in: lexicon)
    #expect(model.grammar.accepts(["/EY/", "/B/", "/IY/"]))
    #expect(model.grammar.accepts(["/AE/", "/L/", "/B/", "/IY/"]))
    #expect(!model.grammar.accepts(["/EY/", "/L/", "/B/", "/IY/"]))
    #expect(model.lexicon.pronunciations["/EY/"] == [["EY"]])
  }
}

extension SpeakerListener.Heard {
  fileprivate var sample: SpokenSample? {
    if case .phrase(let sample) = self { sample } else { nil }
  }
}
