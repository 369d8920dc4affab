import CLinux
import DeviceIO
import Glibc

/// Another program that is asked something.
enum Command {
  /// What it writes on standard output; nil where there is no such program, it fails, or takes
  /// longer than `limit`.
  ///
  /// At most 64 KiB are read. Blocks; standard input and error are /dev/null. The corresponding C
  /// function is `posix_spawnp`.
  static func output(of arguments: [String], limit: Duration = .seconds(5)) -> String? {
    guard let program = arguments.first else { return nil }
    var ends: [CInt] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    defer { close(ends[0]) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)

    let environment = [
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C",
    ]
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let status = posix_spawnp(&child, program, &actions, nil, words, variables)
    close(ends[1])
    guard status == 0 else { return nil }

    let text = read(ends[0], until: .now + limit)
    if text == nil { kill(child, SIGKILL) }
    var ending: Int32 = 0
    while waitpid(child, &ending, 0) < 0, errno == EINTR {}
    return ending == 0 ? text : nil
  }

  /// All that comes until the other end is closed; nil where it is not closed in time.
  private static func read(_ descriptor: CInt, until deadline: ContinuousClock.Instant) -> String? {
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while text.count < 65_536 {
      var descriptors = [Poll.reading(descriptor)]
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, Poll.wait(&descriptors, timeout: left) > 0 else { return nil }
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return String(decoding: text, as: UTF8.self) }
      text += part[..<count]
    }
    return nil
  }
}
