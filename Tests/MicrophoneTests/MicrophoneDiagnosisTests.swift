import Glibc
import TestSupport
import Testing

@testable import DeviceIO
@testable import Microphone
@testable import Sound

@Suite("Why a microphone does not open")
struct MicrophoneDiagnosisTests {
  private let device = "hw:CARD=Device,DEV=0"

  private func diagnosis(_ status: Int32, _ system: FakeSystem) -> MicrophoneDiagnosis {
    MicrophoneDiagnosis(
      of: CapturePCM.Failure(status: status, step: "open"), device: device, cards: system.cards)
  }

  private func kind(_ access: MicrophoneAccess) -> String {
    switch access {
    case .authorized: "authorized"
    case .denied: "denied"
    case .restricted: "restricted"
    case .notDetermined: "notDetermined"
    }
  }

  @Test("without a card, the microphone is not plugged in", arguments: [ENODEV, ENOENT, ENXIO])
  func missing(status: Int32) throws {
    let access = diagnosis(-status, try FakeSystem()).access
    #expect(kind(access) == "notDetermined")
    #expect(access.error?.code == .deviceMissing)
    #expect(access.error?.status == -status)
  }

  @Test("a program that holds the device is named")
  func busy() throws {
    let system = try FakeSystem()
    try system.addCard(1, id: "Device")
    try system.write("owner_pid   : 812\n", "proc/asound/card1/pcm0c/sub0/status")
    try system.write("arecord\n", "proc/812/comm")
    let access = diagnosis(-EBUSY, system).access
    #expect(kind(access) == "restricted")
    #expect(access.error?.code == .deviceBusy)
    #expect(access.error?.description.contains("arecord (process 812)") == true)
  }

  @Test("a busy device may have an unknown holder")
  func busyUnknown() throws {
    let error = diagnosis(-EBUSY, try FakeSystem()).error
    #expect(error.description.contains("another program"))
  }

  @Test("a card whose nodes are hidden is blocked by the sandbox", arguments: [ENODEV, ENOENT])
  func hidden(status: Int32) throws {
    let system = try FakeSystem()
    try system.addCard(1, id: "Device", nodes: false)
    let access = diagnosis(-status, system).access
    #expect(kind(access) == "restricted")
    #expect(access.error?.code == .deviceHidden)
    #expect(access.error?.description.contains("DeviceAllow=char-alsa") == true)
  }

  @Test("a card with accessible nodes that is still forbidden is blocked by the sandbox")
  func sandbox() throws {
    let system = try FakeSystem()
    try system.addCard(1, id: "Device")
    #expect(diagnosis(-EPERM, system).error.code == .deviceHidden)
    // A playback-only card is not a problem of permissions.
    system.remove("dev/snd/pcmC1D0c")
    #expect(diagnosis(-ENOENT, system).error.code == .deviceMissing)
  }

  @Test("if access is denied, the missing group is named", arguments: [EACCES, ENODEV])
  func forbidden(status: Int32) {
    var diagnosis = MicrophoneDiagnosis(device: device, status: -status)
    diagnosis.cardExists = true
    diagnosis.nodes = [
      DeviceNode(path: "/dev/snd/pcmC1D0c", group: "audio", isAccessible: false)
    ]
    #expect(kind(diagnosis.access) == "denied")
    #expect(diagnosis.error.code == .deviceForbidden)
    #expect(diagnosis.error.description.contains("sudo adduser USER audio"))
  }

  @Test("any other error has the library's message")
  func other() throws {
    var diagnosis = MicrophoneDiagnosis(device: device, status: -EINVAL)
    diagnosis.step = "agree on a format"
    diagnosis.message = "Slave PCM not usable"
    #expect(diagnosis.error.code == .deviceUnsuitable)
    #expect(diagnosis.error.description.contains("agree on a format: Invalid argument"))
    #expect(diagnosis.error.description.contains("Slave PCM not usable"))
  }

  @Test(
    "a loudspeaker's failure is named",
    arguments: [
      (-EBUSY, .deviceBusy), (-EACCES, .deviceForbidden), (-EPERM, .deviceForbidden),
      (-ENOENT, .deviceMissing),
    ] as [(Int32, AudioError.Code)])
  func loudspeaker(status: Int32, code: AudioError.Code) {
    #expect(Loudspeaker.code(of: status) == code)
  }

  @Test("an impossible rate is refused", arguments: [0, -1, .min])
  func rate(_ rate: Int) async throws {
    let error = try await thrown(AudioError.self) {
      try await Loudspeaker(device: "null").play([1, 2, 3], rate: rate)
    }
    #expect(error.code == .unsupported)
  }
}
