import ApplianceCore
import Localization
import Panel
import PanelGPIO

/// A configured line of the front panel.
struct PanelLine: Sendable, Hashable {
  /// Its setting: "button.line".
  let setting: String
  /// The line's name or number.
  let line: GPIOLineName
  /// Whether it is active while its level is low.
  let activeLow: Bool
}

extension Configuration {
  /// The GPIO lines of the front panel, the button's first.
  var panelLines: [PanelLine] {
    [
      ("button.line", button.line, button.activeLow),
      ("leds.available.line", lights.available.line, lights.available.activeLow),
      ("leds.recording.line", lights.recording.line, lights.recording.activeLow),
    ].compactMap { setting, line, activeLow in
      line.map { PanelLine(setting: setting, line: $0, activeLow: activeLow) }
    }
  }
}

/// Whether the lines of button and lights exist and are free.
struct PanelCheck {
  typealias Seen = (line: PanelLine, state: Result<GPIOLineState, PanelError>)

  /// The lines, with the state of each.
  let lines: [Seen]
  /// The process that holds lines under the appliance's name; nil if the appliance is not running.
  let appliance: Message?
  /// Whether the caller is not the service's user. Then a refusal here says nothing about the
  /// service.
  var isAskedByAnother = false

  private static let name = "panel"
  /// The name under which the appliance holds lines.
  private static let consumer = "spokenmove"

  var checks: [Check] {
    guard !lines.isEmpty else {
      return [
        .ok(
          Self.name,
          Message(
            "No button and no light is configured; start and stop are typed on the console."))
      ]
    }
    let errors = lines.compactMap { entry -> PanelError? in
      guard case .failure(let error) = entry.state else { return nil }
      return error
    }
    // Report a problem shared by all of them only once.
    if let error = errors.first, errors.count == lines.count,
      errors.allSatisfy({ $0.code == error.code && $0.code != .lineMissing })
    {
      if error.code == .lineForbidden, isAskedByAnother {
        return [
          .warning(
            Self.name, Message("You may not look at the GPIO lines."),
            Message("Ask as root for the service's view: sudo spokenmove doctor"))
        ]
      }
      let settings = lines.map(\.line.setting).joined(separator: ", ")
      return [
        .failure(
          Self.name, .joined([.verbatim("\(settings):"), error.explanation]),
          error.code == .lineForbidden
            ? Message("See the line about the user above.")
            : Message(
              "Without button and lights, write line: none for each in the configuration."))
      ]
    }
    return lines.enumerated().map { check($1, before: lines[..<$0]) }
  }

  private func check(_ seen: Seen, before: ArraySlice<Seen>) -> Check {
    let line = seen.line
    switch seen.state {
    case .failure(let error):
      return .failure(
        Self.name, .joined([.verbatim("\(line.setting), \(line.line):"), error.explanation]),
        Message(
          "gpioinfo (from the package gpiod) lists all lines. Without this part, write: \(line.setting): none"
        ))
    case .success(let state):
      let place = Message(
        "\(line.setting) is \(line.line.description), line \(state.offset) of \(state.chip)")
      let twin = before.first { other in
        (try? other.state.get()).map { $0.chip == state.chip && $0.offset == state.offset } ?? false
      }
      if let twin {
        return .failure(
          Self.name, Message("\(place), which \(twin.line.setting) is as well."),
          Message("Give each a line of its own in the configuration."))
      }
      return check(place, state)
    }
  }

  private func check(_ place: Message, _ state: GPIOLineState) -> Check {
    guard state.isUsed else { return .ok(Self.name, Message("\(place); it is free.")) }
    if state.consumer == Self.consumer, let appliance {
      return .ok(Self.name, Message("\(place); \(appliance) holds it."))
    }
    let holder =
      state.consumer.isEmpty
      ? Message("a program that gives no name") : .verbatim("\"\(state.consumer)\"")
    return .failure(
      Self.name, Message("\(place), and is held by \(holder)."),
      Message(
        "End that program. If it is a driver (spi, i2c, w1, a fan): switch it off with sudo raspi-config, or take its dtoverlay out of /boot/firmware/config.txt; or choose another line."
      ))
  }
}
