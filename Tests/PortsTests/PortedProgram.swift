import Foundation
import TestSupport
import Testing

/// A running program of `Tests/Ports`.
enum PortedProgram {
  /// Its output, and its exit status.
  struct End {
    var lines: [String]
    var status: Int32
  }

  /// The folder of the tests' executable, which also has the package's other products.
  static var products: URL {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(filePath: tests).deletingLastPathComponent()
    }
  }

  /// The package's folder.
  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the shared library's header.
  static let headers = package.appending(path: "Sources/CSpeech").path

  /// Runs a program to its end, which must not be a signal, for at most two minutes.
  static func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:],
    input: FileHandle = .nullDevice
  ) throws -> End {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["120", path] + arguments
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let end = process.ended()
    let text = String(decoding: data, as: UTF8.self)
    try #require(end.hasExited, "\(text)")
    return End(lines: text.split(separator: "\n").map(String.init), status: end.status)
  }
}

extension ScratchDirectory {
  /// The path of a recording of `text`, 16 kHz, one channel.
  func clip(saying text: String) throws -> String {
    try StartedProgram.clip(saying: text, in: url, as: "clip.wav")
  }

  /// The path of an ALSA configuration with an accessible microphone, although the sound comes from
  /// a file.
  func quietMicrophone() throws -> String {
    let sounds = url.appending(path: "asound.conf")
    try Data("pcm.!default { type null }\nctl.!default { type null }\n".utf8).write(to: sounds)
    return sounds.path
  }

  /// Compiles files of `Tests/Ports` with the shared library, without a warning; returns the
  /// program's path.
  func compile(
    _ name: String, _ flags: [String], _ files: [String], libraries: [String] = ["-lsndfile"],
    compiler: String = "gcc"
  ) throws -> String {
    let program = url.appending(path: name).path
    let folder = PortedProgram.package.appending(path: "Tests/Ports", directoryHint: .isDirectory)
    let products = try PortedProgram.products.path
    var arguments = flags
    arguments += ["-Wall", "-Wextra", "-Werror", "-I\(PortedProgram.headers)"]
    arguments += files.map { URL(filePath: $0, relativeTo: folder).path }
    arguments += ["-L\(products)", "-lspokenmove-speech"]
    arguments += libraries
    arguments += ["-lpthread", "-Wl,-rpath,\(products)", "-o", program]
    let end = try PortedProgram.run("/usr/bin/\(compiler)", arguments)
    try #require(end.status == 0)
    return program
  }
}
