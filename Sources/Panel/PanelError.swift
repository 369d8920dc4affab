import DeviceIO

/// An error of a button or a light: on which line, and what to do about it.
public typealias PanelError = DeviceError<PanelFailure>

/// Why a button or a light fails, for programs.
public enum PanelFailure: String, Sendable, Hashable, CaseIterable {
  /// The name is not valid for a line.
  case invalidName
  /// The board has no GPIO chip, or not the named one.
  case chipMissing
  /// No chip has this line.
  case lineMissing
  /// Another program holds the line.
  case lineBusy
  /// The chip exists, but this user may not open it.
  case lineForbidden
  /// The line does not support this use, for instance because the chip has no pull-up.
  case lineUnsuitable
  /// The chip disappeared while the line was in use.
  case lineLost
  /// The process has run out of threads, descriptors or memory.
  case noResources
}

extension PanelError {
  /// Whether to report it after `told`. Once a chip's loss is reported, failing to find it is not
  /// news.
  func isNews(after told: PanelError?) -> Bool {
    guard told?.code == .lineLost else { return self != told }
    return ![.lineLost, .chipMissing, .lineMissing].contains(code)
  }
}
