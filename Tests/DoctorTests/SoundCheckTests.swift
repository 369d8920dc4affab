import Testing

@testable import Doctor
@testable import Microphone
@testable import Sound

@Suite("The report on a microphone")
struct SoundCheckTests {
  private let device = AudioDevice(
    name: "usb:0d8c:0014", alsaName: "hw:CARD=Device,DEV=0", title: "USB PnP Sound Device",
    sampleRates: [44_100...44_100, 48_000...48_000], channelCounts: [1],
    usb: AudioDevice.USBIdentity(id: "0d8c:0014", serial: nil, port: "1-1.3"))
  private let negotiated = Microphone.Negotiated(
    device: "hw:CARD=Device,DEV=0", sampleRate: 48_000, channelCount: 1, sampleFormat: "S16_LE",
    periodFrames: 1_024, bufferFrames: 24_000)
  private let mic = CaptureVolume(name: "Mic", percent: 60, isOn: true)

  private func sound(
    _ samples: [Int16], clipped: Int = 0, volumes: [CaptureVolume]? = nil, isSpeech: Bool = false
  ) throws -> Check {
    let checks = SoundCheck(
      device: "default", devices: [device],
      hearing: .heard(negotiated, SoundAnalysis(samples), clipped: clipped),
      volumes: volumes ?? [mic], isSpeech: isSpeech
    ).checks
    #expect(checks.map(\.name) == ["microphone", "sound"])
    #expect(checks.first?.status == .ok)
    return try #require(checks.last)
  }

  @Test("the selected microphone is reported with its rates")
  func chosen() throws {
    let checks = SoundCheck(
      device: "default", devices: [device],
      hearing: .heard(negotiated, SoundAnalysis([]), clipped: 0)
    ).checks
    let what = try #require(checks.first).what
    #expect(
      what.hasPrefix("default is USB PnP Sound Device, hw:CARD=Device,DEV=0: heard at 48000 Hz"))
    #expect(what.contains("of the rates 44100, 48000 Hz"))
  }

  @Test(
    "a room without speech is judged by its noise",
    arguments: [
      (Sound.tones([], noise: 0.002), .ok, nil), (Sound.tones([(300, 0.5)]), .warning, "6"),
      (Sound.tones([]), .warning, "--speak"),
      (Sound.tones([], noise: 0.00004), .warning, "turn it up"),
      (Sound.tones([(50, 0.05)], noise: 0.001), .warning, "power supply"),
      (Sound.tones([], offset: 0.1, noise: 0.01), .warning, "USB microphone"),
      (Sound.tones([(300, 2)]), .warning, "amixer -c Device sset 'Mic' 10dB-"),
    ] as [([Int16], Check.Status, String?)])
  func room(samples: [Int16], status: Check.Status, advice: String?) throws {
    let check = try sound(samples)
    #expect(check.status == status, "\(check)")
    if status == .ok { #expect(check.what.contains("Mic 60 %")) }
    if let advice, advice != "6" { #expect(check.advice?.contains(advice) == true, "\(check)") }
  }

  @Test("clipping by the device is reported though resampling hid it")
  func clipped() throws {
    #expect(try sound(Sound.tones([], noise: 0.01), clipped: 40).what.contains("cut off: 40"))
  }

  @Test(
    "the level of speech suggests a gain",
    arguments: [
      (0.25, .ok, nil), (0.067, .ok, nil), (0.06, .warning, "12dB+"), (0.67, .ok, nil),
      (0.8, .warning, "10dB-"), (0.01, .warning, "amixer -c Device sset 'Mic' 28dB+"),
      (0.9, .warning, "amixer -c Device sset 'Mic' 11dB-"), (0, .failure, "Switch it on"),
    ] as [(Double, Check.Status, String?)])
  func speech(amplitude: Double, status: Check.Status, advice: String?) throws {
    let check = try sound(Sound.tones([(300, amplitude)]), isSpeech: true)
    #expect(check.status == status, "\(check)")
    if let advice { #expect(check.advice?.contains(advice) == true, "\(check)") }
  }

  @Test("without a control, the advice is to adjust it by hand")
  func noControl() throws {
    let check = try sound(Sound.tones([(300, 2)]), volumes: [])
    #expect(check.advice?.contains("no control") == true)
  }

  @Test(
    "a microphone switched off or turned down is reported",
    arguments: [
      CaptureVolume(name: "Mic", percent: 50, isOn: false),
      CaptureVolume(name: "Mic", percent: 0, isOn: nil),
    ])
  func muted(volume: CaptureVolume) throws {
    let check = try sound([0, 0], volumes: [volume])
    #expect(check.status == .failure)
    #expect(check.advice == "amixer -c Device sset 'Mic' 70% cap")
    // It works all the same: another control is the relevant one.
    #expect(try sound(Sound.tones([], noise: 0.002), volumes: [volume]).status == .ok)
  }

  private func failed(_ code: AudioError.Code, holder: Microphone.Holder? = nil) -> Check {
    SoundCheck(
      device: "default", devices: [device],
      hearing: .failed(
        AudioError(code, "open the microphone", "default", advice: "So."), holder: holder)
    ).checks[0]
  }

  @Test("a microphone that cannot be opened is reported with the reason")
  func failures() {
    #expect(failed(.deviceMissing).advice?.contains("usb:0d8c:0014") == true)
    #expect(failed(.deviceForbidden).advice?.contains("about the user") == true)
    let arecord = Microphone.Holder(processID: 9, name: "arecord")
    #expect(failed(.deviceBusy, holder: arecord).advice?.contains("sudo kill 9") == true)
    #expect(failed(.deviceBusy, holder: arecord).what == "default is held by arecord (process 9).")
    let own = failed(.deviceBusy, holder: Microphone.Holder(processID: 9, name: "spokenmove"))
    #expect(own.status == .ok)
    let forbidden = AudioError(.deviceForbidden, "open the microphone", "default", advice: "So.")
    let other = SoundCheck(
      device: "default", devices: [device], hearing: .failed(forbidden, holder: nil),
      isAskedByAnother: true)
    #expect(other.checks.map(\.status) == [.warning])
    for code in AudioError.Code.allCases { #expect(failed(code).status == .failure) }
  }
}
