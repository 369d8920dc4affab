import Glibc
import TestSupport
import Testing

@testable import Microphone
@testable import Sound

/// A directory that imitates the parts of /proc, /sys and /dev about sound cards.
struct FakeSystem: MadeUpTree {
  private let scratch: ScratchDirectory
  var root: String { scratch.path }
  var cards: SoundCards { SoundCards(root: root) }

  init() throws {
    scratch = try ScratchDirectory()
    makeFolder("dev")
    makeFolder("proc/asound")
  }

  func remove(_ path: String) {
    Glibc.remove("\(root)/\(path)")
  }

  /// A USB microphone as in the kernel's files; without `nodes`, as in a sandbox.
  func addCard(_ number: Int, id: String, nodes: Bool = true) throws {
    let card = "proc/asound/card\(number)"
    try write("\(id)\n", "\(card)/id")
    try write("0d8c:0014\n", "\(card)/usbid")
    try write(
      "card: \(number)\ndevice: 0\nstream: CAPTURE\nname: USB Audio\n", "\(card)/pcm0c/info")
    try write("closed\n", "\(card)/pcm0c/sub0/status")
    try write(
      """
      C-Media USB PnP Sound Device at usb-0000:01:00.0-1.3, full speed : USB Audio

      Playback:
        Status: Stop
        Interface 1
          Altset 1
          Format: S16_LE
          Channels: 2
          Rates: 48000, 44100

      Capture:
        Status: Stop
        Interface 2
          Altset 1
          Format: S16_LE
          Channels: 1
          Endpoint: 0x82 (2 IN) (ASYNC)
          Rates: 48000, 44100
          Bits: 16
        Interface 2
          Altset 2
          Channels: 2
          Rates: 8000 - 32000 (continuous)

      """, "\(card)/stream0")
    if nodes {
      try write("", "dev/snd/pcmC\(number)D0c")
      try write("", "dev/snd/controlC\(number)")
    }
  }
}
