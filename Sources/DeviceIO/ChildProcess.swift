import CLinux
import Glibc
import Synchronization

/// A child process, and a socket to it.
///
/// The child gets none of this program's files, and its standard error is /dev/null. It has its own
/// process group: Control-C on a terminal goes to this program, which then ends the child.
/// Releasing this value ends the whole group, and so does the end of this program. The
/// corresponding C functions are `socketpair`, `posix_spawn` and `waitpid`.
package final class ChildProcess: Sendable {
  /// The program could not be started.
  package struct Failure: Error {
    /// An `errno` value.
    package var status: Int32
  }

  /// The child's standard input.
  package enum Input: Sendable, Hashable {
    /// /dev/null.
    case nothing
    /// The socket, which is also its standard output.
    case line
  }

  /// The folders to search for programs, and the child's `PATH`.
  private static let folders = [
    "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin",
  ]

  /// The process id.
  package let identifier: pid_t
  /// The socket; it carries the child's standard output.
  package let line: CInt
  /// The result of `waitpid`; nil until it has ended.
  private let ending = Mutex<Int32?>(nil)

  /// The children not waited for yet. They end with this program.
  private static let living: Mutex<Set<pid_t>> = {
    atexit { ChildProcess.endAll() }
    return Mutex([])
  }()

  /// Ends all children, also when this program exits.
  package static func endAll() {
    for child in living.withLock({ $0 }) { kill(-child, SIGKILL) }
  }

  /// Returns a program's path, or an executable path itself; nil if there is none.
  package static func path(of program: String) -> String? {
    let paths = program.contains("/") ? [program] : folders.map { "\($0)/\(program)" }
    return paths.first { access($0, X_OK) == 0 }.map(absolute)
  }

  /// The path from the root, since the program starts in a folder of its own.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path, or its name for a search in the usual folders.
  ///   - arguments: The arguments after its name.
  ///   - environment: As in "LC_ALL=C"; always includes `PATH`.
  ///   - directory: Its working directory; nil: this program's.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String], input: Input,
    directory: String? = nil
  ) throws(Failure) {
    guard let path = Self.path(of: program) else { throw Failure(status: ENOENT) }
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
    // The child must not inherit descriptors, such as another child's pipe.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
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
      (["PATH=\(Self.folders.joined(separator: ":"))"] + environment).map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier: pid_t = 0
    var status: Int32 = 0
    // A newly written program is busy while another thread's child holds it open, until that child
    // has executed its own program.
    for _ in 0..<100 {
      status = posix_spawn(&identifier, path, &actions, &attributes, words, variables)
      guard status == ETXTBSY else { break }
      usleep(10_000)
    }
    guard status == 0 else {
      close(ends[0])
      throw Failure(status: status)
    }
    self.identifier = identifier
    line = ends[0]
    Self.living.withLock { _ = $0.insert(identifier) }
  }

  deinit {
    close(line)
    guard ending.withLock({ $0 }) == nil else { return }
    kill(-identifier, SIGKILL)
    _ = status(until: .now + Self.reapingLimit)
  }

  /// How long a killed process may take to end. If it waits for a broken device, it may never end.
  private static let reapingLimit = Duration.seconds(2)

  /// Returns the child's output until the child closes the socket.
  ///
  /// Reads at most `count` bytes; nil if the socket is still open at `deadline`. Blocks.
  package func output(upTo count: Int, until deadline: ContinuousClock.Instant) -> [UInt8]? {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while all.count < count {
      var descriptors = [Poll.reading(line)]
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, Poll.wait(&descriptors, timeout: left) > 0 else { return nil }
      let length = read(line, &part, min(part.count, count - all.count))
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { break }
      all += part[..<length]
    }
    return all
  }

  /// Returns the child's exit status; nil if a signal ended it, or if it is still running at
  /// `deadline`. Blocks.
  ///
  /// Also ends the child's own children.
  package func exitStatus(until deadline: ContinuousClock.Instant) -> Int32? {
    status(until: deadline).flatMap { $0 & 0x7f == 0 ? ($0 >> 8) & 0xff : nil }
  }

  /// The result of `waitpid`; nil if there is none before `deadline`.
  private func status(until deadline: ContinuousClock.Instant) -> Int32? {
    ending.withLock { ending in
      while ending == nil {
        var information = siginfo_t()
        // Until the wait, nobody else can get its number or its group's.
        let hasEnded = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
        if hasEnded == 0, information.si_signo == SIGCHLD {
          kill(-identifier, SIGKILL)
          var status: Int32 = 0
          while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
          Self.living.withLock { _ = $0.remove(identifier) }
          ending = status
        } else if ContinuousClock.now < deadline {
          usleep(2_000)
        } else {
          return nil
        }
      }
      return ending
    }
  }

  /// Returns a program's standard output, up to 64 KiB; nil if it does not exist, fails, or takes
  /// longer than `limit`. Blocks.
  package static func output(
    of program: String, _ arguments: [String] = [], within limit: Duration = .seconds(5)
  ) -> String? {
    let child = try? ChildProcess(program, arguments, environment: ["LC_ALL=C"], input: .nothing)
    let deadline = ContinuousClock.now + limit
    guard let child, let text = child.output(upTo: 65_536, until: deadline),
      text.count < 65_536, child.exitStatus(until: deadline) == 0
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}
