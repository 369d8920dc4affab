import Glibc

/// Standard input, output and error, which whoever started the program may have closed.
enum StandardDescriptors {
  /// Puts /dev/null in place of those that are closed, before anything else is opened.
  ///
  /// The next file to be opened, such as the game's record, would else be taken for one of them and
  /// be written to. The corresponding C function is `open`, which takes the lowest number that is
  /// free.
  static func open() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = Glibc.open("/dev/null", O_RDWR)
    }
  }

  /// Whether standard output and standard error are one terminal, so that whoever reads one reads
  /// the other.
  static var areOneTerminal: Bool {
    var (output, error) = (stat(), stat())
    return isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1
      && fstat(STDOUT_FILENO, &output) == 0 && fstat(STDERR_FILENO, &error) == 0
      && output.st_rdev == error.st_rdev
  }
}
