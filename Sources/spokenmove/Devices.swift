import Appliance
import ArgumentParser
import Audio

/// Lists the microphones.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the microphones, by the names that the configuration takes.",
    discussion: "No device is opened, so nobody who records is disturbed.")

  @Flag(help: "Print one JSON object a line.")
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
    let rates = device.sampleRates.map {
      $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    let facts = [
      rates.isEmpty ? nil : rates.joined(separator: ", ") + " Hz",
      device.channelCounts.isEmpty
        ? nil : device.channelCounts.map(String.init).joined(separator: ", ") + " channels",
      device.usb.map { "USB \($0.id)" + ($0.serial.map { ", serial \($0)" } ?? "") },
    ].compactMap { $0 }
    if !facts.isEmpty { lines.append("  " + facts.joined(separator: "; ")) }
    return lines.joined(separator: "\n")
  }

  private func object(_ device: AudioDevice) -> JSONLine {
    var line = JSONLine(["name": .string(device.name), "title": .string(device.title)])
    let rates = device.sampleRates.map {
      JSONLine.Value.array([.integer($0.lowerBound), .integer($0.upperBound)])
    }
    line.add("sample_rates", .array(rates))
    line.add("channel_counts", .array(device.channelCounts.map { .integer($0) }))
    line.add("usb_id", device.usb.map { .string($0.id) } ?? .null)
    line.add("usb_serial", device.usb?.serial.map { .string($0) } ?? .null)
    return line
  }
}
