import ApplianceCore
import Localization

/// One check: its subject, its result, and advice.
package struct Check: Sendable, Hashable {
  /// The result; the raw value is what `--json` prints.
  enum Status: String, Sendable, Hashable, CaseIterable {
    case ok
    /// It works, or would work, but with a reservation.
    case warning
    /// It prevents the appliance from working.
    case failure
  }

  /// The subject, in a word: "microphone".
  let name: String
  /// The result.
  let status: Status
  /// The result in whole sentences.
  let what: Message
  /// What to do about it, with the command; nil if nothing is needed.
  let advice: Message?

  /// Nothing needs to be done.
  static func ok(_ name: String, _ what: Message) -> Check {
    Check(name: name, status: .ok, what: what, advice: nil)
  }

  /// It works, but not as well as it could; `advice` is the command or step that fixes it.
  static func warning(_ name: String, _ what: Message, _ advice: Message) -> Check {
    Check(name: name, status: .warning, what: what, advice: advice)
  }

  /// The appliance cannot work this way; `advice` is the command or step that fixes it.
  static func failure(_ name: String, _ what: Message, _ advice: Message) -> Check {
    Check(name: name, status: .failure, what: what, advice: advice)
  }

  /// For people: status, name and result, with the advice below.
  package func lines(in translation: Translation = .english) -> [String] {
    let mark =
      switch status {
      case .ok: Message("ok")
      case .warning: Message("WARNING")
      case .failure: Message("FAILURE")
      }
    let label = "\(mark.text(in: translation).padded(to: 8)) \(name.padded(to: 13)) "
    let indent = String(repeating: " ", count: 9 + 14)
    let text = what.text(in: translation)
    let found = text.split(separator: "\n").enumerated().map { index, line in
      (index == 0 ? label : indent) + line
    }
    return found + (advice.map { ["\(indent)-> \($0.text(in: translation))"] } ?? [])
  }

  /// For programs.
  package var object: JSONLine {
    JSONLine([
      "name": .string(name), "status": .string(status.rawValue), "what": .string(what.description),
      "advice": .text(advice?.description),
    ])
  }
}

/// All checks.
package struct CheckReport: Sendable, Hashable {
  /// The checks in order.
  package var checks: [Check] = []

  /// Whether nothing prevents the appliance from working.
  package var isOK: Bool { !checks.contains { $0.status == .failure } }

  /// One object: {"checks": […], "ok": true}.
  package var object: JSONLine {
    JSONLine(["checks": .array(checks.map { .object($0.object) }), "ok": .flag(isOK)])
  }

  /// The overall result, in a sentence.
  package var summary: Message {
    let failures = checks.count { $0.status == .failure }
    let warnings = checks.count { $0.status == .warning }
    return switch (failures, warnings) {
    case (0, 0): Message("All is well.")
    case (0, _): Message("It should work; warnings: \(warnings).")
    default:
      Message(
        "Something keeps it from working: failures: \(failures), warnings: \(warnings).")
    }
  }
}
