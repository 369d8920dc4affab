import DeviceIO

/// An error of a button or a light: on which line, and what to do about it.
public typealias PanelError = DeviceError<PanelFailure>

/// Why a button or a light fails, for a program.
public enum PanelFailure: String, Sendable, Hashable, CaseIterable {
  /// The name cannot be a line's.
  case invalidName
  /// The board has no GPIO chip, or not the named one.
  case chipMissing
  /// No chip has this line.
  case lineMissing
  /// Another program holds the line.
  case lineBusy
  /// The chip exists, but this user may not open it.
  case lineForbidden
  /// The line cannot be used in this way, for instance because the chip has no pull-up.
  case lineUnsuitable
  /// The chip disappeared while the line was in use.
  case lineLost
  /// The process has no thread, descriptor or memory left.
  case noResources
}

extension PanelError {
  /// Whether it tells more than `told`: that a chip cannot be found is no news once it is known to
  /// be gone.
  func isNews(after told: PanelError?) -> Bool {
    guard told?.code == .lineLost else { return self != told }
    return ![.lineLost, .chipMissing, .lineMissing].contains(code)
  }
}
