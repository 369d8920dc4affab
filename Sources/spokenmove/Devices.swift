import ApplianceCore
import ArgumentParser
import Microphone
import Program

/// Lists the microphones.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the microphones with their names for the configuration.",
    discussion: """
      Write the first line of an entry into the configuration, as microphone.device. A name that begins with usb: means \
      that microphone wherever you plug it in; if there are two of a kind, the name ends in the serial number, or else \
      in the port. It opens no device, so it does not disturb recordings.
      """)

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() {
    let devices = AudioDevice.captureDevices()
    for device in devices {
      StandardOutput.write(json ? object(device).line : text(device))
    }
    if devices.isEmpty {
      StandardError.write(
        "No microphone was found. Plug one in; in a container, /dev/snd must be passed to it.")
    }
  }

  private func text(_ device: AudioDevice) -> String {
    var lines = [device.name, "  \(device.title)"]
    var facts: [String] = []
    if !device.rates.isEmpty { facts.append("\(device.rates) Hz") }
    if !device.channelCounts.isEmpty {
      facts.append(device.channelCounts.map(String.init).joined(separator: ", ") + " channels")
    }
    if let usb = device.usb {
      let serial = usb.serial.map { ", serial \($0)" } ?? ""
      facts.append("USB \(usb.id)" + serial + (usb.port.map { ", port \($0)" } ?? ""))
    }
    if device.alsaName != device.name { facts.append("ALSA's name \(device.alsaName)") }
    if !facts.isEmpty { lines.append("  " + facts.joined(separator: "; ")) }
    return lines.joined(separator: "\n")
  }

  private func object(_ device: AudioDevice) -> JSONLine {
    let rates = device.sampleRates.map {
      JSONLine.Value.array([.integer($0.lowerBound), .integer($0.upperBound)])
    }
    return JSONLine([
      "name": .string(device.name), "alsa_name": .string(device.alsaName),
      "title": .string(device.title), "sample_rates": .array(rates),
      "channel_counts": .array(device.channelCounts.map { .integer($0) }),
      "usb_id": .text(device.usb?.id), "usb_serial": .text(device.usb?.serial),
      "usb_port": .text(device.usb?.port),
    ])
  }
}
