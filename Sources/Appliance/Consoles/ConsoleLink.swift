import ApplianceCore
import DeviceIO
import Glibc

/// The descriptors of an open console; it closes them.
struct ConsoleLink: ~Copyable {
  /// Why a terminal cannot be opened.
  struct Failure: Error, Sendable, Hashable {
    /// An `errno` value.
    var status: Int32
    var advice: String
  }

  let output: CInt
  /// −1 without input.
  private(set) var input: CInt
  let surface: ConsoleFormatter.Surface
  /// The line's rate in bytes per second; nil if it is irrelevant.
  let rate: Int?
  private let closesOutput: Bool
  /// The terminal that delivers each key, if it is standard input.
  private let keys: TerminalKeys?

  /// Opens the terminal at `path` for non-blocking reading and writing.
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
    // A start bit, eight data bits and a stop bit.
    rate = baud / 10
    closesOutput = true
    keys = nil
  }

  /// Standard output, and standard input if `readsLines`.
  ///
  /// With `editsLines`, a terminal that is both delivers each key without echo, so that typed and
  /// shown text do not mix; closing the link restores its settings.
  init(standardReadingLines readsLines: Bool, editsLines: Bool) {
    let kind = Self.kind(of: STDOUT_FILENO)
    // A separate descriptor: a non-blocking shared one would affect the shell too. A file is not
    // reopened: it never blocks, and would lose its write position.
    let own =
      kind == S_IFCHR || kind == S_IFIFO
      ? open("/proc/self/fd/1", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1
    output = own >= 0 ? own : STDOUT_FILENO
    closesOutput = own >= 0
    input = readsLines ? STDIN_FILENO : -1
    let isTerminal = isatty(STDOUT_FILENO) == 1
    keys = readsLines && editsLines && isTerminal ? TerminalKeys(STDIN_FILENO) : nil
    surface = keys != nil ? .rawTerminal : isTerminal ? .cookedTerminal : .lines
    rate = nil
  }

  deinit {
    keys?.restore()
    if closesOutput { close(output) }
  }

  /// The terminal's number of columns; nil if it does not report any.
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
      case ENOENT, ENXIO, ENODEV: "it does not exist yet; it is opened as soon as it does."
      case EACCES, EPERM:
        DeviceNode(path: path)?.advice.description ?? "this user may not open it."
      case ENOTTY: "it is not a terminal; set console.device to one, or to stdout."
      case EBUSY: "another program holds it."
      default: SystemStatus.text(status) + "."
      }
    return Failure(status: status, advice: "Cannot open the console \(path): \(advice)")
  }
}
