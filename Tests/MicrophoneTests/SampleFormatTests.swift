import Testing

@testable import Microphone

@Suite("Sample formats")
struct SampleFormatTests {
  @Test("24 and 32 bits give the same samples", arguments: SampleFormat.allCases)
  func decodes(format: SampleFormat) {
    let bytes: [UInt8] =
      switch format {
      case .s16: [0x00, 0x40, 0x00, 0xC0, 0x00, 0x80]
      case .s32: [0, 0, 0, 0x40, 0, 0, 0, 0xC0, 0, 0, 0, 0x80]
      // The top byte is undefined.
      case .s24: [0, 0, 0x40, 0x55, 0, 0, 0xC0, 0, 0, 0, 0x80, 0xFF]
      case .s24Packed: [0, 0, 0x40, 0, 0, 0xC0, 0, 0, 0x80]
      }
    var samples: [Float] = []
    bytes.withUnsafeBytes { format.decode($0, into: &samples) }
    #expect(samples == [0.5, -0.5, -1])
    #expect(bytes.count == 3 * format.byteCount)
  }
}
