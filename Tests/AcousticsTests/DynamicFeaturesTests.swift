import Testing

@testable import Acoustics

@Suite struct DynamicFeaturesTests {
  /// In frame `f`, the number at `index` is the square of `f + 1`, times `index + 1`.
  private static let squares: DynamicFeatures = {
    var cepstra: [Float] = []
    for frame in 0..<8 {
      let square = (frame + 1) * (frame + 1)
      for index in 0..<13 { cepstra.append(Float(square * (index + 1))) }
    }
    return DynamicFeatures(cepstra)
  }()

  @Test(arguments: [
    // Frame, number, first difference (two frames later minus two earlier), second difference.
    (0, 1, 9 - 1, (16 - 1) - (4 - 1)),
    (1, 4, 16 - 1, (25 - 1) - (9 - 1)),
    (3, 16, 36 - 4, (49 - 9) - (25 - 1)),
    (4, 25, 49 - 9, (64 - 16) - (36 - 4)),
    (6, 49, 64 - 25, (64 - 36) - (64 - 16)),
    (7, 64, 64 - 36, (64 - 49) - (64 - 25)),
  ])
  func differencesMatchThoseComputedByHand(frame: Int, number: Int, first: Int, second: Int) {
    let features = Self.squares
    #expect(features.frameCount == 8)
    #expect(features.values.count == 8 * 39)
    for index in 0..<13 {
      let values = [0, 13, 26].map { features.values[frame * 39 + $0 + index] }
      #expect(values == [number, first, second].map { Float($0 * (index + 1)) })
    }
  }

  @Test func constantFeaturesHaveNoDifferences() {
    let one = DynamicFeatures(Array(repeating: 5, count: 13))
    #expect(one.frameCount == 1)
    #expect(one.values == Array(repeating: 5, count: 13) + Array(repeating: 0, count: 26))
    #expect(DynamicFeatures([]).frameCount == 0)
    #expect(DynamicFeatures([]).values.isEmpty)
  }
}
