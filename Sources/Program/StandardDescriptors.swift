import Glibc

/// Standard input, output and error, which the caller may have closed.
package enum StandardDescriptors {
  /// Replaces closed ones with /dev/null, before anything else opens a file.
  ///
  /// Otherwise the next opened file, such as the game's record, would get one of their numbers and
  /// be written to. The corresponding C function is `open`, which uses the lowest free number.
  package static func open() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = Glibc.open("/dev/null", O_RDWR)
    }
  }

  /// Whether standard output and standard error are the same terminal.
  package static var areOneTerminal: Bool {
    var (output, error) = (stat(), stat())
    return isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1
      && fstat(STDOUT_FILENO, &output) == 0 && fstat(STDERR_FILENO, &error) == 0
      && output.st_rdev == error.st_rdev
  }
}
