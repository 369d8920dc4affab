import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// The processing of a recording's frames before and after scoring.
@Suite(.tags(.hardwareFree)) struct RecordingScorerTests {
  /// Cepstra at the densities of phones, one phone after another.
  private func cepstra(
    _ model: PhoneModel, phones: [Int], frames: Int, offset: Float = 0
  ) -> [Float] {
    var cepstra: [Float] = []
    for phone in phones {
      for frame in 0..<frames {
        let mean = model.means.values(phone, frame % model.means.densityCount)
        cepstra += mean.map { $0 + offset }
      }
    }
    return cepstra
  }

  private func features(presence: [Float], isSpeech: [Bool]) -> Features {
    Features(
      spectrum: [], recorded: [], presence: presence, isSpeech: isSpeech,
      isClick: isSpeech.map { _ in false }, frameCount: presence.count, firstFrame: 0,
      signalToNoise: 20)
  }

  @Test(arguments: [10, 50, 400])
  func moreFramesFindTheChannelsOffsetBetter(frames: Int) throws {
    let model = try MadeUpModel.model()
    let offset: Float = 0.1
    let segments = [
      PhoneLoop.Segment(phone: 1, first: 0, end: frames / 2),
      PhoneLoop.Segment(phone: 3, first: frames / 2, end: frames),
    ]
    let found = ChannelBias(model).offset(
      of: cepstra(model, phones: [1, 3], frames: frames / 2, offset: offset), in: segments,
      except: 0)
    // The prior counts for fifty frames.
    let expected = offset * Float(frames) / Float(frames + 50)
    #expect(found.count == 13)
    #expect(found.allSatisfy { abs($0 - expected) < 0.1 * offset })
  }

  /// One frame has an offset as well.
  @Test func oneFrameHasAnOffsetToo() throws {
    let model = try MadeUpModel.model()
    let segment = PhoneLoop.Segment(phone: 1, first: 0, end: 1)
    let found = ChannelBias(model).offset(
      of: cepstra(model, phones: [1], frames: 1, offset: 0.1), in: [segment], except: 0)
    #expect(found.allSatisfy { abs($0 - 0.1 / 51) < 0.1 * 0.1 / 51 }, "\(found)")
  }

  /// The log-likelihood of a frame under a density.
  private func fit(_ frame: ArraySlice<Float>, _ model: PhoneModel, _ phone: Int, _ density: Int)
    -> Double
  {
    let moments = zip(
      model.means.values(phone, density), model.variances.values(phone, density))
    return zip(frame, moments).reduce(0) { sum, pair in
      let variance = max(Double(pair.1.1), 1e-4)
      let difference = Double(pair.0) - Double(pair.1.0)
      return sum - log(2 * Double.pi * variance) / 2 - difference * difference / (2 * variance)
    }
  }

  @Test func thePriorOfTheOffsetCountsForFiftyFrames() throws {
    let model = try MadeUpModel.model()
    var random = SeededGenerator(state: 17)
    let sound = random.floats(12 * 13, in: -1.5...1.5)
    var (sums, precisions) = ([Double](repeating: 0, count: 13), [Double](repeating: 0, count: 13))
    for frame in 0..<12 {
      let phone = frame < 5 ? 1 : 3
      let values = sound[frame * 13..<(frame + 1) * 13]
      let fits = (0..<MadeUpModel.densityCount).map { fit(values, model, phone, $0) }
      let best = fits.max() ?? 0
      // Densities far below the best do not count.
      let likely = fits.map { $0 > best - 8 ? exp($0 - best) : 0 }
      let total = likely.reduce(0, +)
      for (density, share) in likely.enumerated() where share > 0.01 * total {
        let means = Array(model.means.values(phone, density))
        let variances = Array(model.variances.values(phone, density))
        for (index, value) in values.enumerated() {
          let precision = share / total / max(Double(variances[index]), 1e-4)
          sums[index] += precision * (Double(value) - Double(means[index]))
          precisions[index] += precision
        }
      }
    }
    let found = ChannelBias(model).offset(
      of: sound,
      in: [
        PhoneLoop.Segment(phone: 1, first: 0, end: 5),
        PhoneLoop.Segment(phone: 3, first: 5, end: 12),
      ], except: 0)
    for index in 0..<13 {
      let expected = sums[index] / precisions[index] * 12 / (12 + 50)
      #expect(abs(Double(found[index]) - expected) < 1e-4, "\(index)")
    }
  }

  @Test func silenceHasNoOffset() throws {
    let model = try MadeUpModel.model()
    let sound = cepstra(model, phones: [0], frames: 30, offset: 0.5)
    let silence = [PhoneLoop.Segment(phone: 0, first: 0, end: 30)]
    let bias = ChannelBias(model)
    #expect(bias.offset(of: sound, in: silence, except: 0) == Array(repeating: 0, count: 13))
    #expect(bias.offset(of: [], in: [], except: 0) == Array(repeating: 0, count: 13))
  }

  @Test func inSilenceNothingFitsBetterThanAPause() throws {
    let model = try MadeUpModel.model()
    let senones = SenoneScorer(model, senones: 0..<MadeUpModel.senoneCount)
    let scorer = RecordingScorer(model, senones)
    #expect(scorer.width == MadeUpModel.senoneCount)
    let sound = cepstra(model, phones: [1, 2, 3, 1, 2, 3], frames: 10)
    let isSpeech = (0..<60).map { $0 >= 30 }
    let features = features(presence: Array(repeating: 30, count: 60), isSpeech: isSpeech)
    let scores = scorer.scores(of: sound, features)
    #expect(scores.count == 60 * scorer.width)
    #expect(scores.allSatisfy { $0.isFinite })
    // Words begin softly, so six frames before speech keep their scores.
    for frame in 0..<24 {
      let row = scores[frame * scorer.width..<(frame + 1) * scorer.width]
      #expect(row.prefix(3).allSatisfy { $0 == row.max() })
    }
    // In speech, phones fit better.
    let better = (24..<60).count { frame in
      let row = scores[frame * scorer.width..<(frame + 1) * scorer.width]
      return row.prefix(3).allSatisfy { $0 < row.max() ?? 0 }
    }
    #expect(better > 26)
    let first = scores[24 * scorer.width..<25 * scorer.width]
    #expect(first.prefix(3).contains { $0 < first.max() ?? 0 })
  }

  @Test func aPauseIsAllowedInTheGivenFrames() throws {
    let model = try MadeUpModel.model()
    let scorer = RecordingScorer(model, SenoneScorer(model, senones: 0..<MadeUpModel.senoneCount))
    let row = (0..<scorer.width).map { -Float($0 % 5) - 1 }
    var scores = row + row + row
    scorer.allowPauses(in: &scores) { $0 == 1 }
    #expect(Array(scores.prefix(scorer.width)) == row && Array(scores.suffix(scorer.width)) == row)
    // The pause is phone 0.
    let expected = [-1, -1, -1] + row.dropFirst(3)
    #expect(Array(scores[scorer.width..<2 * scorer.width]) == expected)
    var none: [Float] = []
    scorer.allowPauses(in: &none) { _ in true }
    #expect(none.isEmpty)
  }

  /// Speech in the first or last frame is close to the six frames next to it.
  @Test(arguments: [0, 29])
  func speechAtAnEndProtectsSixFramesNextToIt(place: Int) throws {
    let model = try MadeUpModel.model()
    let senones = SenoneScorer(model, senones: 0..<MadeUpModel.senoneCount)
    let scorer = RecordingScorer(model, senones)
    let features = features(
      presence: Array(repeating: 30, count: 30), isSpeech: (0..<30).map { $0 == place })
    let scores = scorer.scores(of: cepstra(model, phones: [1, 2, 3], frames: 10), features)
    let quiet = (0..<30).filter { frame in
      let row = scores[frame * scorer.width..<(frame + 1) * scorer.width]
      return row.prefix(3).allSatisfy { $0 == row.max() }
    }
    #expect(Set(quiet).isSuperset(of: (0..<30).filter { abs($0 - place) > 6 }))
    #expect(!quiet.contains { abs($0 - place) <= 6 }, "\(quiet)")
  }

  @Test func aPauseFitsAsWellAsTheModelsNoises() throws {
    let model = try MadeUpModel.model()
    let senones = SenoneScorer(model, senones: 0..<MadeUpModel.senoneCount)
    let scorer = RecordingScorer(model, senones)
    let features = features(
      presence: Array(repeating: 20, count: 30), isSpeech: Array(repeating: true, count: 30))
    let scores = scorer.scores(of: cepstra(model, phones: [4, 1, 4], frames: 10), features)
    for frame in 0..<30 {
      for state in 0..<3 {
        let place = frame * scorer.width + state
        // The noise is phone 4.
        #expect(scores[place] >= scores[place + 12])
      }
    }
  }

  @Test func noisyFramesCountLess() throws {
    let model = try MadeUpModel.model()
    let senones = SenoneScorer(model, senones: 0..<MadeUpModel.senoneCount)
    let scorer = RecordingScorer(model, senones)
    let sound = cepstra(model, phones: [1, 2, 3], frames: 10)
    let spreads = [400, 3, 0, 6, -400].map { presence in
      let scores = scorer.scores(
        of: sound,
        features(
          presence: Array(repeating: Float(presence), count: 30),
          isSpeech: Array(repeating: true, count: 30)))
      let row = scores[12 * scorer.width..<13 * scorer.width]
      return (row.max() ?? 0) - (row.min() ?? 0)
    }
    // At 3 dB, half of the reduction applies; the weight never falls below 0.3.
    let shares: [Float] = [1, 0.65, 0.3 + 0.7 / (1 + exp(1)), 0.3 + 0.7 / (1 + exp(-1)), 0.3]
    for (spread, share) in zip(spreads, shares) {
      #expect(abs(spread / spreads[0] - share) < 1e-3)
    }
  }

  @Test func theBetterFitHasTheHigherWarpScore() throws {
    let model = try MadeUpModel.model()
    let selector = WarpSelector(model)
    let near = cepstra(model, phones: [1, 2, 3], frames: 10)
    let far = cepstra(model, phones: [1, 2, 3], frames: 10, offset: 2)
    #expect(selector.score(near) > selector.score(far) + 1)
    // Silence and noises do not count, however well they fit.
    #expect(selector.score(near) > selector.score(cepstra(model, phones: [0, 0, 0], frames: 10)))
    #expect(selector.score([]) == 0)
    // One frame scores as its best density except those of silence and noises.
    let alone = near[4 * 13..<5 * 13]
    let fits = (1...3).flatMap { phone in
      (0..<MadeUpModel.densityCount).map { fit(alone, model, phone, $0) }
    }
    let best = try #require(fits.max())
    #expect(abs(Double(selector.score(Array(alone))) - best) < 1e-3)
    let each = (0..<30).map { selector.score(Array(near[$0 * 13..<($0 + 1) * 13])) }
    #expect(abs(selector.score(near) - each.reduce(0, +) / 30) < 1e-3)
  }

  /// Every third loud frame counts, less the mean of all frames.
  @Test func warpsAreScoredByTheirStretchedSpectra() throws {
    let selector = WarpSelector(try MadeUpModel.model())
    let extractor = try FeaturesTests.extractor()
    var random = SeededGenerator(state: 2)
    let spectrum = (0..<30).map { _ in
      var bands = Bands.zero
      for band in 0..<25 { bands[band] = .random(in: 4...9, using: &random) }
      return bands
    }
    var features = features(
      presence: Array(repeating: 30, count: 30), isSpeech: Array(repeating: true, count: 30))
    features.spectrum = spectrum
    for frame in 0..<10 { features.isSpeech[frame] = false }
    let scores = selector.scores(of: features, extractor)
    let expected = [1, 1.12, 1.25, 1.4, 1.55].map { warp in
      let cepstra = extractor.cepstra(of: spectrum, warpedBy: warp)
      let counted = [10, 13, 16, 19, 22, 25, 28].flatMap { cepstra[$0 * 13..<($0 + 1) * 13] }
      return selector.score(counted)
    }
    #expect(scores == expected && Set(scores).count == 5)
    #expect(selector.warp(of: features, extractor) == WarpSelector.warp(for: expected))
  }

  /// Stretched spectra are smoother, and so fit better without being right.
  @Test func aVoiceIsWarpedOnlyIfThatFitsClearlyBetter() {
    #expect(WarpSelector.warp(for: []) == 1)
    #expect(WarpSelector.warp(for: [-40, -40, -40, -40, -40]) == 1)
    let offsets: [(warp: Double, offset: Float)] = [
      (1.12, 1.2), (1.25, 1.55), (1.4, 1.85), (1.55, 2.2),
    ]
    for (place, choice) in offsets.enumerated() {
      var scores: [Float] = [-40, -40, -40, -40, -40]
      scores[place + 1] += choice.offset - 0.01
      #expect(WarpSelector.warp(for: scores) == 1, "\(choice)")
      scores[place + 1] += 0.02
      #expect(WarpSelector.warp(for: scores) == choice.warp)
    }
  }
}
