import Sound
import Testing

@testable import Doctor

@Suite("The level meter")
struct LevelMeterTests {
  private func level(_ amplitude: Double) -> AudioLevel {
    AudioLevel(Sound.tones([(1_000, amplitude)], seconds: 0.1))
  }

  @Test("a line has a bar, a peak mark and figures")
  func line() {
    var meter = LevelMeter(width: 20)
    #expect(meter.line == "[                    ]    silent  peak    silent          ")
    meter.add(level(0.1))
    #expect(meter.line == "[#############|      ]  -23.0 dB  peak  -20.0 dB          ")
    meter.add(level(0.01))
    #expect(meter.line == "[######-      |      ]  -43.0 dB  peak  -20.0 dB          ")
  }

  @Test("the peak is held for a while, and then follows the level")
  func hold() {
    var meter = LevelMeter(hold: 3)
    meter.add(level(0.5))
    for _ in 0..<2 {
      meter.add(level(0.05))
      #expect(meter.line.contains("peak   -6.0 dB"))
    }
    meter.add(level(0.05))
    #expect(meter.line.contains("peak  -26.0 dB"))
  }

  @Test("clipping stays marked for a while", arguments: [true, false])
  func clipping(byDevice: Bool) {
    var meter = LevelMeter(hold: 3)
    if byDevice { meter.add(level(0.5), clipped: 1) } else { meter.add(level(1.2)) }
    for _ in 0..<3 {
      #expect(meter.isClipping && meter.line.hasSuffix("TOO LOUD"))
      meter.add(level(0.5))
    }
    #expect(!meter.isClipping && meter.line.hasSuffix(" dB          "))
  }

  @Test("a line has a constant width", arguments: [0, 1e-5, 0.001, 0.03, 0.3, 1, 3])
  func width(amplitude: Double) {
    var meter = LevelMeter()
    meter.add(level(amplitude))
    #expect(meter.line.utf8.count == LevelMeter().line.utf8.count)
  }
}
