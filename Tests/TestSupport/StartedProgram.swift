import Foundation
import Testing

/// A program started by a test, and its standard output.
package struct StartedProgram {
  private let process: Process
  private let output: Pipe

  /// Starts the program at `path`, in `folder` if given, with additional environment variables.
  package init(
    _ path: String, _ arguments: [String], in folder: URL? = nil,
    environment: [String: String] = [:]
  ) throws {
    process = Process()
    output = Pipe()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? process.currentDirectoryURL
    process.standardOutput = output
    try process.run()
  }

  /// Starts a program built with the tests; kills it after two minutes.
  package init(
    built name: String, _ arguments: [String], in folder: URL? = nil,
    environment: [String: String] = [:]
  ) throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
    try self.init(
      "/usr/bin/timeout", ["120", path] + arguments, in: folder, environment: environment)
  }

  /// Its output lines, once it has ended; fails the test unless its exit status is 0.
  @discardableResult package func lines(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let end = process.ended(sourceLocation: sourceLocation)
    try #require(end.hasExited && end.status == 0, "\(text)", sourceLocation: sourceLocation)
    return text.split(separator: "\n").map(String.init)
  }

  /// Writes a clip in which flite says `text`, and returns its path.
  package static func clip(saying text: String, in folder: URL, as name: String) throws -> String {
    let clip = folder.appending(path: name).path
    try Self("/usr/bin/flite", ["-voice", "slt", "-t", text, "-o", clip]).lines()
    return clip
  }
}
