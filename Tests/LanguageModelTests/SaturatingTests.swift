import LanguageModel
import TestSupport
import Testing

@Suite(.tags(.hardwareFree)) struct SaturatingTests {
  @Test(arguments: [
    (1.9, 1), (-1.9, -1), (0.0, 0), (1e308, .max), (-1e308, .min), (0x1p63, .max),
    (-0x1p63, .min), (0x1p32, 4_294_967_296), (.infinity, .max), (-.infinity, .min),
    (.nan, 0), (-.nan, 0), (.leastNonzeroMagnitude, 0),
  ])
  func everyNumberHasANearestInteger(number: Double, integer: Int) {
    #expect(Int(saturating: number) == integer)
  }

  @Test func narrowTypesHaveTheirOwnLimits() {
    #expect(Int16(saturating: Float(40_000)) == .max && UInt8(saturating: -1.0) == 0)
  }
}
