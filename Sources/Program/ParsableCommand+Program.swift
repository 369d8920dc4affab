import ArgumentParser
import DeviceIO
import Glibc

extension AsyncParsableCommand {
  /// Runs the command that the arguments name, and exits with its status: 0 success, 1 failure, 2
  /// wrong usage.
  package static func runAsProgram() async {
    prepare()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      try StandardOutput.check()
    } catch {
      Glibc.exit(report(error))
    }
  }
}

extension ParsableCommand {
  /// The same for a program with only synchronous commands, on the calling thread.
  package static func runAsSimpleProgram() {
    prepare()
    do {
      var command = try parseAsRoot()
      try command.run()
      try StandardOutput.check()
    } catch {
      Glibc.exit(report(error))
    }
  }

  fileprivate static func prepare() {
    StandardDescriptors.open()
    Allocation.economize()
    // The parser wraps its help at COLUMNS, and traps on some numbers.
    if let width = getenv("COLUMNS"), !(1...1_000).contains(Int(String(cString: width)) ?? 0) {
      unsetenv("COLUMNS")
    }
  }

  /// Reports an error, and returns its exit status.
  fileprivate static func report(_ error: any Error) -> Int32 {
    if let code = error as? ExitCode { return checked(code.rawValue) }
    switch exitCode(for: error) {
    case .success:
      // Help and version are errors too.
      StandardOutput.write(fullMessage(for: error))
      return checked(0)
    case .validationFailure:
      StandardError.write(fullMessage(for: error))
      return 2
    default:
      StandardError.write("\(configuration.commandName ?? "spokenmove"): \(error)")
      return 1
    }
  }

  /// The exit status of a command that has written its results: its own, unless some were lost.
  private static func checked(_ status: Int32) -> Int32 {
    do throws(PlainError) {
      try StandardOutput.check()
      return status
    } catch {
      return report(error)
    }
  }
}
