import Testing

@testable import Microphone
@testable import Sound

@Suite("The devices of a system")
struct AudioDeviceTests {
  @Test("a USB microphone is listed under a persistent name, with its hardware's formats")
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
    system.makeFolder("sys/class/sound/card1/device")

    let devices = AudioDevice.hardware(system.cards)
    #expect(
      devices == [
        AudioDevice(
          name: "usb:0d8c:0014", alsaName: "hw:CARD=Device,DEV=0",
          title: "USB PnP Sound Device, USB Audio",
          sampleRates: [8_000...32_000, 44_100...44_100, 48_000...48_000], channelCounts: [1, 2],
          usb: AudioDevice.USBIdentity(id: "0d8c:0014", serial: "A1B2C3", port: nil))
      ])
    #expect(system.cards.alsaNames(of: "usb:0d8c:0014:A1B2C3") == ["hw:CARD=Device,DEV=0"])
  }

  @Test("two microphones of a model differ by port, and a name follows its device to another card")
  func twoOfAKind() throws {
    let system = try FakeSystem()
    for (number, id, port) in [
      (1, "Device", "1-1.3"), (2, "Device_1", "1-1.4"), (3, "Other", "1-1.1"),
    ] {
      try system.addCard(number, id: id)
      try system.link(
        "../../devices/usb1/\(port)/\(port):1.0", "sys/class/sound/card\(number)/device")
    }
    try system.write("1234:abcd\n", "proc/asound/card3/usbid")
    try system.write("name: Second\n", "proc/asound/card3/pcm1c/info")
    let names = AudioDevice.hardware(system.cards).map(\.name)
    #expect(
      names == [
        "usb:0d8c:0014@1-1.3", "usb:0d8c:0014@1-1.4", "usb:1234:abcd", "usb:1234:abcd,DEV=1",
      ])
    let alsaNames = names.map { system.cards.alsaNames(of: $0) }
    #expect(
      alsaNames == [
        ["hw:CARD=Device,DEV=0"], ["hw:CARD=Device_1,DEV=0"], ["hw:CARD=Other,DEV=0"],
        ["hw:CARD=Other,DEV=1"],
      ])
    // Plugged in again in a different order.
    try system.write("Device_1\n", "proc/asound/card1/id")
    #expect(system.cards.alsaNames(of: names[0]) == ["hw:CARD=Device_1,DEV=0"])
    #expect(system.cards.alsaNames(of: "usb:ffff:0014").isEmpty)
    #expect(system.cards.alsaNames(of: "usb:0d8c:0014").count == 1)
  }

  @Test(
    "the default is any card that can record if ALSA's own cannot, USB cards first")
  func fallback() throws {
    let system = try FakeSystem()
    #expect(system.cards.alsaNames(of: "default") == ["default"])
    try system.addCard(1, id: "HAT")
    system.remove("proc/asound/card1/usbid")
    try system.addCard(2, id: "Device")
    #expect(
      system.cards.alsaNames(of: "default")
        == ["default", "hw:CARD=Device,DEV=0", "hw:CARD=HAT,DEV=0"])
    #expect(system.cards.alsaNames(of: "plughw:1") == ["plughw:1"])
  }

  @Test(
    "names of USB devices are read, and other text is refused",
    arguments: [
      ("usb:0d8c:0014", "usb:0d8c:0014"), ("usb:0D8C:00aF:X 1", "usb:0d8c:00af:X 1"),
      ("usb:0d8c:0014@1-1.3,DEV=2", "usb:0d8c:0014@1-1.3,DEV=2"), ("usb:0d8c", nil),
      ("usb:0d8c:00145", nil), ("usb:0d8c:001", nil), ("usb:0d8c:0014:", nil), ("usb:", nil),
      ("usb:0d8c:0014,DEV=-1", nil), ("usb:0d8c:0014,DEV=", nil), ("usb:::::::::", nil),
      ("hw:CARD=x", nil), ("", nil), ("usb:0d8g:0014", nil),
    ] as [(String, String?)])
  func usbNames(text: String, name: String?) {
    #expect(USBDeviceName(text)?.description == name)
  }

  @Test("a machine without sound lists no hardware")
  func none() throws {
    #expect(AudioDevice.hardware(try FakeSystem().cards).isEmpty)
  }

  @Test("names from ALSA's configuration are listed if they can record")
  func configured() {
    _ = TestDevices.configured
    let names = AudioDevice.captureDevices().map(\.name)
    #expect(names.contains("sm_mono16"))
    #expect(!names.contains("null"))
  }

  @Test(
    "a device's name gives its card",
    arguments: [
      ("hw:CARD=Device,DEV=0", "Device"), ("plughw:Device", "Device"), ("hw:1,2", "1"),
      ("hw:DEV=3,CARD=USB", "USB"), ("default", nil), ("default:CARD=Mic", "Mic"),
      ("file:1,2", nil), ("hw:", nil), ("hw:,,", nil), ("", nil),
    ] as [(String, String?)])
  func names(name: String, card: String?) {
    #expect(DeviceName(name).card == card)
  }

  @Test(
    "the status of a device names its holder",
    arguments: [
      ("state: RUNNING\nowner_pid   : 812\ntrigger_time: 1.5\n", 812), ("closed\n", nil), ("", nil),
      ("owner_pid   : x\n", nil),
    ] as [(String, Int32?)])
  func owner(status: String, id: Int32?) {
    #expect(SoundCards.field("owner_pid", in: status).flatMap { Int32($0) } == id)
  }
}
