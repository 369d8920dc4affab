import LanguageModel
import TestSupport
import Testing

@testable import Acoustics

@Suite struct PhoneLoopTests {
  private struct Loop {
    let model: PhoneModel
    let scorer: SenoneScorer
    let loop: PhoneLoop

    init() throws {
      model = try MadeUpModel.model()
      scorer = SenoneScorer(model, senones: PhoneLoop.senones(of: model.definition))
      loop = PhoneLoop(model, scorer)
    }

    func scores(frames: Int, seed: UInt64) -> [Float] {
      var random = SeededGenerator(state: seed)
      return random.floats(frames * scorer.senones.count, in: -12...0)
    }

    /// How well one phone fits a stretch, including the transition out of it.
    func score(of phone: Int, _ frames: Range<Int>, _ scores: [Float]) -> Double {
      let transitions = model.transitions[phone]
      let places = model.definition.senones(of: phone).map { scorer.place(of: Int($0)) ?? 0 }
      var best = -Double.infinity
      for first in 1..<max(1, frames.count - 1) {
        for second in first + 1..<frames.count {
          let borders = [0, first, second, frames.count]
          var sum = 0.0
          for state in 0..<3 {
            let length = borders[state + 1] - borders[state]
            sum += Double(length - 1) * Double(transitions[state].stay)
            sum += Double(transitions[state].leave)
            for frame in borders[state]..<borders[state + 1] {
              let place = (frames.lowerBound + frame) * scorer.senones.count + places[state]
              sum += Double(scores[place])
            }
          }
          best = max(best, sum)
        }
      }
      return best
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 10, 57])
  func segmentsCoverAllFrames(frames: Int) throws {
    let loop = try Loop()
    let path = loop.loop.path(
      through: loop.scores(frames: frames, seed: 1), width: loop.scorer.senones.count)
    #expect(path.scores.count == frames + 1)
    #expect(path.scores.first == 0)
    #expect(path.segments.isEmpty == (frames == 0))
    #expect(path.segments.first?.first ?? 0 == 0)
    #expect(path.segments.last?.end ?? 0 == frames)
    #expect(zip(path.segments, path.segments.dropFirst()).allSatisfy { $0.end == $1.first })
    #expect(path.segments.allSatisfy { loop.model.definition.phones.indices.contains($0.phone) })
    #expect(frames < 3 || path.segments.allSatisfy { $0.end - $0.first >= 3 })
  }

  @Test(arguments: [3, 7, 14, 22])
  func thePathIsTheBestPossible(frames: Int) throws {
    let loop = try Loop()
    let scores = loop.scores(frames: frames, seed: 2)
    let path = loop.loop.path(through: scores, width: loop.scorer.senones.count)
    let phones = loop.model.definition.phones.indices
    // If only one phone fits in, its cost shows.
    let alone = phones.map { loop.score(of: $0, 0..<3, scores) }.max() ?? 0
    let penalty = Double(path.scores[3]) - alone
    #expect(abs(penalty + 6) < 0.01)
    var best = [0.0]
    for end in 1...frames {
      var greatest = -Double.infinity
      for first in 0..<end {
        for phone in phones {
          let score = loop.score(of: phone, first..<end, scores)
          greatest = max(greatest, best[first] + penalty + score)
        }
      }
      best.append(greatest)
      let found = Double(path.scores[end])
      #expect(end < 3 ? found == -.infinity : abs(best[end] - found) < 0.01)
    }
    let sum = path.segments.reduce(0.0) {
      $0 + penalty + loop.score(of: $1.phone, $1.first..<$1.end, scores)
    }
    #expect(abs(sum - best[frames]) < 0.01)
  }

  @Test func clearPhonesAreFound() throws {
    let loop = try Loop()
    let width = loop.scorer.senones.count
    let said = [0, 1, 3, 2, 0]
    var scores = [Float](repeating: -20, count: said.count * 9 * width)
    for (place, phone) in said.enumerated() {
      for (state, senone) in loop.model.definition.senones(of: phone).enumerated() {
        let column = try #require(loop.scorer.place(of: Int(senone)))
        for frame in 0..<3 { scores[(place * 9 + state * 3 + frame) * width + column] = 0 }
      }
    }
    let path = loop.loop.path(through: scores, width: width)
    #expect(path.segments.map(\.phone) == said)
    #expect(path.segments.map(\.first) == said.indices.map { $0 * 9 })
  }
}
