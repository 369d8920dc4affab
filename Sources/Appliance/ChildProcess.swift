import CLinux
import Glibc

/// Another program, run as a child, and the line to it. When it is let go of, the process ends.
///
/// It has none of this program's files. It is in a process group of its own: Control-C on a
/// terminal is for this program, which then ends the child. The corresponding C functions are
/// `socketpair`, `posix_spawn` and `waitpid`.
final class ChildProcess: Sendable {
  /// Why it cannot be started.
  struct Failure: Error {
    /// As in `errno`.
    var status: Int32
  }

  /// What its standard input is.
  enum Input {
    case nothing
    /// The line, which its standard output is as well.
    case line
  }

  let identifier: pid_t
  /// What it writes to its standard output can be read from it.
  let line: CInt

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: What follows its name.
  ///   - environment: As in "LC_ALL=C"; besides that, it has a `PATH`.
  ///   - directory: Where it works; nil: where this program does.
  init(
    _ path: String, _ arguments: [String] = [], environment: [String], input: Input,
    directory: String? = nil
  ) throws(Failure) {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw Failure(status: errno) }
    defer { close(ends[1]) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    switch input {
    case .nothing:
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    case .line: posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] =
      (["PATH=/usr/bin:/bin"] + environment).map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier: pid_t = 0
    let status = posix_spawn(&identifier, path, &actions, &attributes, words, variables)
    guard status == 0 else {
      close(ends[0])
      throw Failure(status: status)
    }
    self.identifier = identifier
    line = ends[0]
  }

  deinit {
    close(line)
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }
}
