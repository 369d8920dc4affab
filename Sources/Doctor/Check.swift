import Appliance
import ApplianceCore

/// One thing that was looked at, what was found, and what to do about it.
public struct Check: Sendable, Hashable {
  /// How well it is; the raw value is what `--json` prints.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    case ok
    /// It works, or would, and something is to be known.
    case warning
    /// It keeps the appliance from working.
    case failure
  }

  /// What was looked at, in a word: "microphone".
  public let name: String
  /// How well it is.
  public let status: Status
  /// What was found: whole sentences.
  public let what: String
  /// What to do about it, with the command that does it; nil if there is nothing to do.
  public let advice: String?

  /// Nothing to do.
  public static func ok(_ name: String, _ what: String) -> Check {
    Check(name: name, status: .ok, what: what, advice: nil)
  }

  /// It works, but not as well as it could; `advice` is the command or the step that mends it.
  public static func warning(_ name: String, _ what: String, _ advice: String) -> Check {
    Check(name: name, status: .warning, what: what, advice: advice)
  }

  /// The appliance cannot work so; `advice` is the command or the step that mends it.
  public static func failure(_ name: String, _ what: String, _ advice: String) -> Check {
    Check(name: name, status: .failure, what: what, advice: advice)
  }

  /// For people: status, name and findings, and the advice below them.
  public var lines: [String] {
    let mark =
      switch status {
      case .ok: "ok       "
      case .warning: "WARNING  "
      case .failure: "FAILURE  "
      }
    let label = name.padded(to: 13) + " "
    let indent = String(repeating: " ", count: 9 + 14)
    let found = what.split(separator: "\n").enumerated().map { index, line in
      index == 0 ? "\(mark)\(label)\(line)" : "\(indent)\(line)"
    }
    return found + (advice.map { ["\(indent)-> \($0)"] } ?? [])
  }

  /// For programs.
  public var object: JSONLine {
    JSONLine([
      "name": .string(name), "status": .string(status.rawValue), "what": .string(what),
      "advice": advice.map { .string($0) } ?? .null,
    ])
  }
}

/// All that was looked at.
public struct CheckReport: Sendable, Hashable {
  /// What was found, in the order in which it was looked at.
  public var checks: [Check] = []

  /// A report of these checks.
  public init(_ checks: [Check] = []) { self.checks = checks }

  /// Whether nothing keeps the appliance from working.
  public var isOK: Bool { !checks.contains { $0.status == .failure } }

  /// One object: {"checks": […], "ok": true}.
  public var object: JSONLine {
    JSONLine(["checks": .array(checks.map { .object($0.object) }), "ok": .flag(isOK)])
  }

  /// What it comes to, in a sentence.
  public var summary: String {
    let failures = checks.count { $0.status == .failure }
    let warnings = checks.count { $0.status == .warning }
    return switch (failures, warnings) {
    case (0, 0): "All is well."
    case (0, _): "It should work; warnings: \(warnings)."
    default: "Something keeps it from working: failures: \(failures), warnings: \(warnings)."
    }
  }
}
