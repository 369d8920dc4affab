import Testing

@testable import Speech

@Suite struct ConfidenceTests {
  /// Speech with a good fit and one candidate.
  private static let good: Evidence = {
    var evidence = Evidence()
    evidence.fit = -1
    evidence.worstFit = -1.5
    evidence.framesPerPhone = 8
    evidence.signalToNoise = 20
    var candidate = Evidence.Candidate()
    candidate.words = ["castle"]
    evidence.candidates = [candidate]
    return evidence
  }()

  @Test func sharesSumToTheProbabilityOfSpeech() {
    #expect(Confidence.shares(Evidence()).isEmpty)
    var evidence = Self.good
    for distance in [0.5, 1, 30] {
      var candidate = evidence.candidates[0]
      candidate.distance = distance
      evidence.candidates.append(candidate)
    }
    let shares = Confidence.shares(evidence)
    #expect(shares.count == 4)
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 > $1 })
    #expect(abs(shares.reduce(0, +) - Confidence.speech(evidence)) < 1e-9)
    #expect(Confidence.speech(evidence) > 0.5)
  }

  /// Evidence against it.
  enum Blemish: CaseIterable {
    case fitsLess, aWordFitsLess, phonesFitLess, phonesAreLeftOver, isHurried, isDrawn, hasNoVoice
    case standsStill

    func mar(_ evidence: inout Evidence) {
      switch self {
      case .fitsLess: evidence.fit -= 3
      case .aWordFitsLess: evidence.worstFit -= 5
      case .phonesFitLess: evidence.worstPhonesFit -= 3
      case .phonesAreLeftOver: evidence.uncovered = 6
      case .isHurried: evidence.framesPerPhone = 3.5
      case .isDrawn: evidence.framesPerPhone = 30
      case .hasNoVoice: evidence.voicing = 0
      case .standsStill: evidence.movement = 1.5
      }
    }
  }

  @Test(arguments: Blemish.allCases)
  func contraryEvidenceLowersTheConfidence(blemish: Blemish) {
    var evidence = Self.good
    blemish.mar(&evidence)
    #expect(Confidence.shares(evidence)[0] < Confidence.shares(Self.good)[0])
    // Without a background, the worst quarter of the phones counts instead of the worst word.
    let elsewhere = Confidence.shares(evidence, hasBackground: false)[0]
    let good = Confidence.shares(Self.good, hasBackground: false)[0]
    #expect(blemish == .aWordFitsLess ? elsewhere == good : elsewhere < good)
  }

  @Test(arguments: [Blemish.hasNoVoice, .standsStill])
  func soundWithoutVoiceOrMovementIsNotSpeech(blemish: Blemish) {
    var evidence = Self.good
    // The typical fit of speech in noise.
    evidence.fit = -1.4
    #expect(Confidence.shares(evidence)[0] > 0.5)
    blemish.mar(&evidence)
    #expect(Confidence.shares(evidence)[0] < 0.25)
  }

  @Test func withoutABackgroundTheStreamedReadingIsMoreTrusted() {
    var evidence = Self.good
    let alone = Confidence.speech(evidence, hasBackground: false)
    evidence.candidates[0].isStreamed = true
    #expect(Confidence.speech(evidence, hasBackground: false) > alone)
  }

  @Test func preferredMeaningsAreLikelier() {
    var evidence = Self.good
    evidence.candidates.append(evidence.candidates[0])
    evidence.candidates[1].distance = 0.01
    let even = Confidence.shares(evidence)
    #expect(even[0] > even[1])
    evidence.candidates[1].preference = 2
    let preferred = Confidence.shares(evidence)
    #expect(preferred[1] > preferred[0])
    // A preference does not help a distant candidate.
    evidence.candidates[1].distance = 40
    let far = Confidence.shares(evidence)
    #expect(far[0] > far[1])
  }

  @Test func usualPhrasesAreLikelier() {
    for isAllowed in [true, false] {
      var evidence = Self.good
      evidence.candidates[0].isAllowed = isAllowed
      evidence.candidates[0].weight = -9
      evidence.candidates.append(evidence.candidates[0])
      evidence.candidates[1].weight = -3
      let shares = Confidence.shares(evidence)
      #expect(shares[1] > shares[0])
    }
  }
}
