import ApplianceCore
import DeviceIO
import Glibc

/// The descriptors of a console that is there; closed with it.
struct ConsoleLink: ~Copyable {
  /// Why a terminal cannot be opened.
  struct Failure: Error, Sendable, Hashable {
    /// An `errno` value.
    var status: Int32
    var advice: String
  }

  let output: CInt
  /// −1 where nothing can be typed.
  private(set) var input: CInt
  let surface: ConsoleFormatter.Surface
  /// Bytes a second that the line carries; nil if that is no matter.
  let rate: Int?
  private let closesOutput: Bool
  /// How the terminal was set before it was used as one that is typed at.
  private let settings: TerminalSettings.Saved?

  /// Opens the terminal at `path`, so that neither reading nor writing ever waits.
  ///
  /// The corresponding C function is `open`.
  init(device path: String, baud: Int) throws(Failure) {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    let status =
      isatty(descriptor) == 1 ? TerminalSettings(baud: baud).apply(to: descriptor) : ENOTTY
    guard status == 0 else {
      close(descriptor)
      throw Self.failure(path, status)
    }
    output = descriptor
    input = descriptor
    surface = .rawTerminal
    // A start bit, eight data bits, a stop bit.
    rate = baud / 10
    closesOutput = true
    settings = nil
  }

  /// Standard output, and standard input where `readsLines`.
  ///
  /// With `editsLines`, a terminal that is both is told to hand on each key and to echo none, so
  /// that what is typed and what is shown do not get into each other's way; it is set as before
  /// when the link is closed.
  init(standardReadingLines readsLines: Bool, editsLines: Bool) {
    let kind = Self.kind(of: STDOUT_FILENO)
    // A descriptor of its own, since one that does not block would not block for the shell either
    // that shares it. Of a file the place to write at would be lost; a file does not block.
    let own =
      kind == S_IFCHR || kind == S_IFIFO
      ? open("/proc/self/fd/1", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1
    output = own >= 0 ? own : STDOUT_FILENO
    closesOutput = own >= 0
    input = readsLines ? STDIN_FILENO : -1
    let isTerminal = isatty(STDOUT_FILENO) == 1
    settings =
      readsLines && editsLines && isTerminal ? TerminalSettings.takeKeys(STDIN_FILENO) : nil
    surface = settings != nil ? .rawTerminal : isTerminal ? .cookedTerminal : .lines
    rate = nil
  }

  deinit {
    settings?.restore()
    if closesOutput { close(output) }
  }

  /// How many columns the terminal says it has; nil if it does not say.
  ///
  /// The corresponding C function is `ioctl` with TIOCGWINSZ.
  var columns: Int? {
    var size = winsize()
    guard surface != .lines, ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Stops reading, as at the end of standard input.
  mutating func endInput() { input = -1 }

  private static func kind(of descriptor: CInt) -> mode_t {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return 0 }
    return status.st_mode & S_IFMT
  }

  private static func failure(_ path: String, _ status: Int32) -> Failure {
    let advice =
      switch status {
      case ENOENT, ENXIO, ENODEV: "it is not there; it is opened as soon as it is."
      case EACCES, EPERM:
        DeviceNode(path: path)?.advice ?? "this user may not open it."
      case ENOTTY: "it is not a terminal; set console.device to one, or to stdout."
      case EBUSY: "another program holds it."
      default: SystemStatus.text(status) + "."
      }
    return Failure(status: status, advice: "Cannot open the console \(path): \(advice)")
  }
}
