import DeviceIO
import Glibc

/// What is wrong with a configuration file.
package enum ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file, and why it cannot be read.
  case unreadable(String, SmallFile.Failure)
  /// The file, and all its mistakes, in order.
  case mistaken(String, [TextProblem])

  private static let sample = "the sample (deploy/config.yaml, or deploy/relay.yaml for the relay)"

  /// A line for each mistake, with the file, line and column; or why the file cannot be read.
  package var description: String {
    switch self {
    case .unreadable(let file, .status(ENOENT)):
      "Cannot read the configuration \(file): there is no such file. "
        + "Start from \(Self.sample), or name another by --config."
    case .unreadable(let file, .status(EACCES)):
      "Cannot read the configuration \(file): this user may not. "
        + "Let everybody read it: sudo chmod a+r \(file)"
    case .unreadable(let file, .status(let status)):
      "Cannot read the configuration \(file): \(SystemStatus.text(status)). "
        + "Name another by --config, or put \(Self.sample) in its place."
    case .unreadable(let file, .notAFile):
      "Cannot read the configuration \(file): it is not a regular file. Name one with --config."
    case .unreadable(let file, .tooLarge):
      "Cannot read the configuration \(file): it is larger than 64 KiB, and a configuration is a page. "
        + "Start from \(Self.sample)."
    case .mistaken(let file, let problems):
      problems.map { "\(file):\($0.line):\($0.column): \($0.message)" }.joined(separator: "\n")
    }
  }
}
