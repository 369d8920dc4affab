import TestSupport
import Testing

@testable import Microphone
@testable import Sound

@Suite("Microphone, with the real ALSA library", .timeLimit(.patientMinutes(2)))
struct MicrophoneTests {
  /// The first `count` samples of `microphone`.
  private func hear(_ microphone: Microphone, count: Int) async throws -> [Int16] {
    var samples: [Int16] = []
    for try await buffer in try await microphone.start() {
      #expect(buffer.format == .speech)
      samples += buffer.samples
      if samples.count >= count { break }
    }
    await microphone.stop()
    return Array(samples.prefix(count))
  }

  @Test(
    "any rate, format and channels of the hardware become 16 kHz mono at full level",
    arguments: [
      ("sm_mono16", 16_000, 1, "S16_LE"),
      ("sm_dead44", 44_100, 2, "S32_LE"),
      ("sm_stereo48", 48_000, 2, "S16_LE"),
    ])
  func hears(device: String, rate: Int, channels: Int, format: String) async throws {
    let microphone = TestDevices.microphone(device)
    let samples = try await hear(microphone, count: 8_000)
    let negotiated = try #require(microphone.negotiated)
    #expect(negotiated.sampleRate == rate)
    #expect(negotiated.channelCount == channels)
    #expect(negotiated.sampleFormat == format)
    #expect((512...1_024).contains(negotiated.periodFrames))
    #expect(negotiated.device == device)
    #expect(microphone.statistics.clippedSamples == 0)
    // A sine at half of full scale: -6.02 dB minus 3.01 dB.
    #expect(abs(AudioLevel(samples.dropFirst(500)).rms + 9.03) < 0.1)
  }

  @Test("the device's full-scale samples are counted before resampling")
  func clips() async throws {
    let microphone = TestDevices.microphone("sm_loud48")
    _ = try await hear(microphone, count: 8_000)
    #expect(microphone.statistics.clippedSamples > 1_000)
  }

  @Test("sound from before the end is delivered, and the stream ends")
  func stops() async throws {
    let microphone = TestDevices.microphone("sm_mono16")
    let stream = try await microphone.start()
    var iterator = stream.makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    await microphone.stop()
    var heard = 0
    while let buffer = try await iterator.next() { heard += buffer.frameCount }
    #expect(heard > 0)
    // Closed and ended: it can record again.
    #expect(try await hear(microphone, count: 100).count == 100)
  }

  @Test("buffers dropped for a slow reader are counted")
  func drops() async throws {
    let microphone = TestDevices.microphone("sm_mono16")
    let stream = try await microphone.start(bufferLimit: 2)
    await Patience.wait(for: "dropped buffers") { microphone.statistics.droppedBuffers >= 10 }
    await microphone.stop()
    var delivered = 0
    for try await _ in stream { delivered += 1 }
    #expect(delivered == 2)
    #expect(microphone.statistics.frames >= 12 * 512)
  }

  @Test("a second recording at the same time is refused, and does not disturb the first")
  func twice() async throws {
    let microphone = TestDevices.microphone("sm_mono16")
    let stream = try await microphone.start()
    await #expect { _ = try await microphone.start() } throws: {
      ($0 as? AudioError)?.code == .alreadyRecording
    }
    for try await _ in stream { break }
    await microphone.stop()
  }

  @Test("ending the iteration closes the device")
  func abandoned() async throws {
    let microphone = TestDevices.microphone("sm_mono16")
    do {
      for try await _ in try await microphone.start() { break }
    }
    // The device's thread ends by itself; `stop` only waits for it.
    await microphone.stop()
    #expect(try await hear(microphone, count: 10).count == 10)
  }

  @Test("it records as long as its sound is read, even if nobody keeps the microphone")
  func unkept() async throws {
    var count = 0
    for try await buffer in try await TestDevices.microphone("sm_mono16").start() {
      count += buffer.frameCount
      if count >= 100_000 { break }
    }
    #expect(count >= 100_000)
  }

  @Test("stopping without a start returns")
  func idle() async {
    await TestDevices.microphone("sm_mono16").stop()
  }

  @Test(
    "each kind of failure to open has its own error",
    arguments: [
      ("hw:CARD=Nowhere,DEV=0", AudioError.Code.deviceMissing),
      ("hw:7", .deviceMissing),
      ("no such name", .deviceMissing),
      ("sm_gone", .deviceMissing),
      ("sm_mulaw", .deviceUnsuitable),
      ("", .deviceMissing),
      ("usb:ffff:ffff", .deviceMissing),
    ])
  func refused(device: String, code: AudioError.Code) async throws {
    let microphone = TestDevices.microphone(device)
    let error = try await thrown(AudioError.self) { _ = try await microphone.start() }
    #expect(error.code == code)
    #expect(error.subject == device)
    #expect(error.status < 0)
    #expect(microphone.negotiated == nil)
    for _ in 0..<20 {
      let again = try await thrown(AudioError.self) { _ = try await microphone.start() }
      #expect(again == error)
    }
    let access = await Microphone.access(device: device)
    #expect(access == .notDetermined(error))
  }

  @Test("a device without hardware is available if it opens")
  func available() async {
    _ = TestDevices.configured
    #expect(await Microphone.access(device: "sm_mono16") == .authorized)
    #expect(await Microphone.access(device: "null") == .authorized)
  }

  @Test func aMissingDeviceIsNotDetermined() async throws {
    enum Listener: MicrophoneClient {}
    let device = "hw:CARD=nonexistent"
    #expect(Listener.authorizationStatus(device: device) == .notDetermined)
    let advice = try #require(Listener.authorizationAdvice(device: device))
    #expect(advice.contains("nonexistent"))
    let asked = await withCheckedContinuation { continuation in
      Listener.requestAuthorization(device: device) { continuation.resume(returning: $0) }
    }
    #expect(asked == .notDetermined && "\(asked)" == "notDetermined")
  }
}
