/// A linear congruential generator, with the same numbers everywhere. Source: Knuth's MMIX.
struct Draw: RandomNumberGenerator {
  private var state: UInt64 = 20_260_101

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}
