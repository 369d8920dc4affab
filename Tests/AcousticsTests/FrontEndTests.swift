import Glibc
import TestSupport
import Testing

@testable import Acoustics

/// The spectrum and the cepstrum, compared with a straightforward computation of their formulas.
@Suite(.tags(.hardwareFree)) struct FrontEndTests {
  private static let parameters = FrontEnd.Parameters(
    lowerFrequency: 130, upperFrequency: 6_800, bandCount: 25, lifter: 22)

  /// The previous sample counts; before the first frame there was silence.
  @Test func silenceBeforeARecordingChangesNothing() throws {
    let frontEnd = try #require(FrontEnd(Self.parameters))
    var random = SeededGenerator(state: 8)
    let samples = (0..<1_200).map { _ in Int16.random(in: -3...3, using: &random) }
    let later = frontEnd.spectrum(of: Array(repeating: 0, count: 160) + samples)
    let spectrum = frontEnd.spectrum(of: samples)
    #expect(spectrum.count > 3 && Array(later.dropFirst()) == spectrum)
  }

  private static func mel(_ frequency: Double) -> Double { 2_595 * log10(1 + frequency / 700) }

  /// The lines of a spectrum of 512 samples between which the bands' triangles stand.
  private static let corners: [Int] = {
    let low = mel(parameters.lowerFrequency)
    let width = (mel(parameters.upperFrequency) - low) / 26
    return (0..<27).map { index in
      let frequency = 700 * (pow(10, (low + Double(index) * width) / 2_595) - 1)
      return Int((frequency * 512 / 16_000 + 0.5).rounded(.down))
    }
  }()

  /// Natural logarithms of the bands' energies plus 1, for the frame that begins at `start`.
  private static func bands(of samples: [Int16], from start: Int) -> [Double] {
    let windowed = (0..<410).map { index in
      let last = start + index > 0 ? Double(samples[start + index - 1]) : 0
      let hamming = 0.54 - 0.46 * cos(2 * Double.pi * Double(index) / 409)
      return (Double(samples[start + index]) - 0.97 * last) * hamming
    }
    let power = (0...256).map { line in
      var (real, imaginary) = (0.0, 0.0)
      for (index, value) in windowed.enumerated() {
        let angle = 2 * Double.pi * Double(line * index) / 512
        real += value * cos(angle)
        imaginary -= value * sin(angle)
      }
      return real * real + imaginary * imaginary
    }
    return (0..<25).map { band in
      let (low, middle, high) = (corners[band], corners[band + 1], corners[band + 2])
      let area = Double(high - low) * 16_000 / 512 / 2
      var energy = 0.0
      for line in low...high {
        let rise: Double = middle > low ? Double(line - low) / Double(middle - low) : 1
        let fall: Double = high > middle ? Double(high - line) / Double(high - middle) : 1
        energy += power[line] * min(rise, fall) / area
      }
      return log(energy + 1)
    }
  }

  private static let samples: [Int16] = {
    var random = SeededGenerator(state: 5)
    return (0..<900).map { index -> Int16 in
      let tone: Double = 6_000 * sin(2 * Double.pi * 700 * Double(index) / 16_000)
      return Int16(tone + Double.random(in: -900...900, using: &random))
    }
  }()

  @Test func theSpectrumMatchesTheFormulas() throws {
    let frontEnd = try #require(FrontEnd(Self.parameters))
    let spectrum = frontEnd.spectrum(of: Self.samples)
    #expect(spectrum.count == 1 + (900 - 410) / 160)
    for (frame, bands) in spectrum.enumerated() {
      let expected = Self.bands(of: Self.samples, from: 160 * frame)
      for band in 0..<25 { #expect(abs(Double(bands[band]) - expected[band]) < 1e-2) }
      #expect((25..<32).allSatisfy { bands[$0] == 0 })
    }
    #expect(frontEnd.spectrum(of: Array(Self.samples.prefix(409))).isEmpty)
    // In near silence, the 1 dominates.
    let quiet = Self.samples.map { $0 / 2_000 }
    let bands = try #require(frontEnd.spectrum(of: quiet).first)
    let expected = Self.bands(of: quiet, from: 0)
    for band in 0..<25 { #expect(abs(Double(bands[band]) - expected[band]) < 1e-2) }
  }

  @Test(arguments: [0, 22])
  func theCepstrumIsALifteredCosineTransform(lifter: Int) throws {
    var parameters = Self.parameters
    parameters.lifter = lifter
    let frontEnd = try #require(FrontEnd(parameters))
    let bands = try #require(frontEnd.spectrum(of: Self.samples).first)
    let cepstrum = frontEnd.cepstra(of: [bands])
    try #require(cepstrum.count == 13)
    for k in 0..<13 {
      var sum = 0.0
      for band in 0..<25 {
        sum += Double(bands[band]) * cos(Double.pi * Double(k) * (Double(band) + 0.5) / 25)
      }
      let lift: Double = lifter == 0 ? 1 : 1 + 11 * sin(Double.pi * Double(k) / 22)
      let scale: Double = k == 0 ? 1 / 25.0.squareRoot() : (2 / 25.0).squareRoot()
      let expected = sum * scale * lift
      #expect(abs(Double(cepstrum[k]) - expected) < 1e-3 * max(1, abs(expected)))
    }
  }

  @Test func warpingByOneChangesNothing() throws {
    let frontEnd = try #require(FrontEnd(Self.parameters))
    let bands = try #require(frontEnd.spectrum(of: Self.samples).first)
    let same = frontEnd.warped(bands, by: frontEnd.warp(by: 1))
    for band in 0..<25 { #expect(abs(same[band] - bands[band]) < 1e-3) }
  }

  /// A band takes the energy of a higher frequency, between two bands there, or of the last band.
  @Test(arguments: [1.12, 1.4, 0.8])
  func warpingReadsEachBandAtTheScaledFrequency(warp: Double) throws {
    let frontEnd = try #require(FrontEnd(Self.parameters))
    let bands = try #require(frontEnd.spectrum(of: Self.samples).first)
    let warped = frontEnd.warped(bands, by: frontEnd.warp(by: warp))
    let low = Self.mel(130)
    let width = (Self.mel(6_800) - low) / 26
    for band in 0..<25 {
      let centre = 700 * (pow(10, (low + Double(band + 1) * width) / 2_595) - 1)
      let place = min(max(0, (Self.mel(centre * warp) - low) / width - 1), 24)
      let lower = min(Int(place), 23)
      let share = Float(place) - Float(lower)
      let expected = bands[lower] * (1 - share) + bands[lower + 1] * share
      #expect(abs(warped[band] - expected) < 1e-3, "band \(band)")
    }
  }

  @Test(arguments: [
    FrontEnd.Parameters(bandCount: 13), FrontEnd.Parameters(bandCount: 32),
    FrontEnd.Parameters(lowerFrequency: 0, upperFrequency: 8_000, bandCount: 25),
  ])
  func theLargestParametersAreAccepted(parameters: FrontEnd.Parameters) {
    #expect(FrontEnd(parameters)?.bandCount == parameters.bandCount)
  }

  @Test(arguments: [
    FrontEnd.Parameters(bandCount: 12), FrontEnd.Parameters(bandCount: 33),
    FrontEnd.Parameters(lowerFrequency: -1, bandCount: 25),
    FrontEnd.Parameters(lowerFrequency: 6_855.4976, bandCount: 25),
    FrontEnd.Parameters(upperFrequency: 8_001, bandCount: 25),
  ])
  func otherKindsOfSpectraAreRefused(parameters: FrontEnd.Parameters) {
    #expect(FrontEnd(parameters) == nil)
  }
}
