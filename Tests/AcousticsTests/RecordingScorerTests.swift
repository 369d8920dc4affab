import Testing

@testable import Acoustics

/// What is done to a recording's frames before and after they are scored.
@Suite struct RecordingScorerTests {
  /// Cepstra that lie where the densities of phones do, one phone after another.
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
      frameCount: presence.count, firstFrame: 0, signalToNoise: 20)
  }

  @Test(arguments: [10, 50, 400])
  func aChannelsOffsetIsFoundTheBetterTheMoreThereIs(frames: Int) throws {
    let model = try MadeUpModel.model()
    let offset: Float = 0.1
    let segments = [
      PhoneLoop.Segment(phone: 1, first: 0, end: frames / 2),
      PhoneLoop.Segment(phone: 3, first: frames / 2, end: frames),
    ]
    let found = ChannelBias(model).offset(
      of: cepstra(model, phones: [1, 3], frames: frames / 2, offset: offset), in: segments,
      except: 0)
    // The prior counts as fifty frames.
    let expected = offset * Float(frames) / Float(frames + 50)
    #expect(found.count == 13)
    #expect(found.allSatisfy { abs($0 - expected) < 0.1 * offset })
  }

  @Test func ofSilenceNoOffsetIsTaken() throws {
    let model = try MadeUpModel.model()
    let sound = cepstra(model, phones: [0], frames: 30, offset: 0.5)
    let silence = [PhoneLoop.Segment(phone: 0, first: 0, end: 30)]
    let bias = ChannelBias(model)
    #expect(bias.offset(of: sound, in: silence, except: 0) == Array(repeating: 0, count: 13))
    #expect(bias.offset(of: [], in: [], except: 0) == Array(repeating: 0, count: 13))
  }

  @Test func whereNobodySpeaksNothingFitsBetterThanAPause() throws {
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
    for frame in 0..<20 {
      let row = scores[frame * scorer.width..<(frame + 1) * scorer.width]
      #expect(row.prefix(3).allSatisfy { $0 == row.max() })
    }
    // Where somebody speaks, phones fit better.
    let better = (30..<60).count { frame in
      let row = scores[frame * scorer.width..<(frame + 1) * scorer.width]
      return row.prefix(3).allSatisfy { $0 < row.max() ?? 0 }
    }
    #expect(better > 20)
  }

  @Test func aPauseFitsAsWellAsTheNoisesThatTheModelKnows() throws {
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

  @Test func framesThatNoiseDrownsCountLess() throws {
    let model = try MadeUpModel.model()
    let senones = SenoneScorer(model, senones: 0..<MadeUpModel.senoneCount)
    let scorer = RecordingScorer(model, senones)
    let sound = cepstra(model, phones: [1, 2, 3], frames: 10)
    let spreads = [40, 3, -40].map { presence in
      let scores = scorer.scores(
        of: sound,
        features(
          presence: Array(repeating: Float(presence), count: 30),
          isSpeech: Array(repeating: true, count: 30)))
      let row = scores[12 * scorer.width..<13 * scorer.width]
      return (row.max() ?? 0) - (row.min() ?? 0)
    }
    #expect(spreads[0] > spreads[1] && spreads[1] > spreads[2])
    // Something is left of them.
    #expect(spreads[2] > 0.1 * spreads[0])
  }

  @Test func whatFitsTheModelHasTheHigherScoreForAWarp() throws {
    let model = try MadeUpModel.model()
    let selector = WarpSelector(model)
    let isSpeech = [Bool](repeating: true, count: 30)
    let near = cepstra(model, phones: [1, 2, 3], frames: 10)
    let far = cepstra(model, phones: [1, 2, 3], frames: 10, offset: 2)
    #expect(selector.score(near, isSpeech) > selector.score(far, isSpeech) + 1)
    // Silence and noises are not looked at, whatever they fit.
    let silence = cepstra(model, phones: [0, 0, 0], frames: 10)
    #expect(selector.score(near, isSpeech) > selector.score(silence, isSpeech))
    #expect(selector.score(near, Array(repeating: false, count: 30)) == 0)
    #expect(selector.score([], []) == 0)
    // Every third of the loud frames counts.
    let some = (0..<30).map { $0 % 10 == 4 }
    let first = Array(near[4 * 13..<5 * 13])
    #expect(abs(selector.score(near, some) - selector.score(first, [true])) < 1e-3)
  }
}
