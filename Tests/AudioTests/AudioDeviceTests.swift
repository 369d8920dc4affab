import Testing

@testable import Audio

@Suite("The devices of a system")
struct AudioDeviceTests {
  @Test("a USB microphone is listed under a name that stays, with what its hardware has")
  func lists() throws {
    let system = try FakeSystem()
    try system.addCard(1, id: "Device")
    try system.write(
      """
       0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi
                            vc4-hdmi
       1 [Device         ]: USB-Audio - USB PnP Sound Device
                            C-Media USB PnP Sound Device at usb-0000:01:00.0-1.3, full speed

      """, "proc/asound/cards")
    // A card without capture.
    try system.write("vc4hdmi\n", "proc/asound/card0/id")
    try system.write("name: MAI PCM\n", "proc/asound/card0/pcm0p/info")
    // A USB device's serial number is in the directory above its interface's.
    try system.write("A1B2C3\n", "sys/class/sound/card1/serial")
    system.makeDirectory("sys/class/sound/card1/device")

    let devices = AudioDevice.hardware(system.cards)
    #expect(
      devices == [
        AudioDevice(
          name: "hw:CARD=Device,DEV=0", title: "USB PnP Sound Device, USB Audio",
          sampleRates: [8_000...32_000, 44_100...44_100, 48_000...48_000], channelCounts: [1, 2],
          usb: AudioDevice.USBIdentity(id: "0d8c:0014", serial: "A1B2C3"))
      ])
  }

  @Test("a machine without sound has no hardware to list")
  func none() throws {
    #expect(AudioDevice.hardware(try FakeSystem().cards).isEmpty)
  }

  @Test("names from ALSA's configuration are listed where they can be recorded from")
  func configured() {
    _ = TestDevices.configured
    let names = AudioDevice.captureDevices().map(\.name)
    #expect(names.contains("sm_mono16"))
    #expect(!names.contains("null"))
  }

  @Test(
    "the card that a name means",
    arguments: [
      ("hw:CARD=Device,DEV=0", "Device", 0), ("plughw:Device", "Device", nil), ("hw:1,2", "1", 2),
      ("hw:DEV=3,CARD=USB", "USB", 3), ("default", nil, nil), ("default:CARD=Mic", "Mic", nil),
      ("file:1,2", nil, nil), ("hw:", nil, nil), ("hw:,,", nil, nil), ("", nil, nil),
    ] as [(String, String?, Int?)])
  func names(name: String, card: String?, device: Int?) {
    #expect(DeviceName(name).card == card)
    #expect(DeviceName(name).device == device)
  }

  @Test(
    "who holds a device",
    arguments: [
      ("state: RUNNING\nowner_pid   : 812\ntrigger_time: 1.5\n", 812), ("closed\n", nil), ("", nil),
      ("owner_pid   : x\n", nil),
    ] as [(String, Int32?)])
  func owner(status: String, id: Int32?) {
    #expect(SoundCards.owner(status) == id)
  }
}
