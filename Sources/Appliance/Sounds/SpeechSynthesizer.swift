import DeviceIO
import Glibc

/// What makes sound of words.
public protocol SpeechSynthesizing: Sendable {
  /// The samples of one channel that say `text`, and their rate in Hz. May block for some seconds.
  func speech(for text: String) throws -> (samples: [Int16], rate: Int)
}

/// espeak-ng, run as a child process for each sentence: its words are its argument, and what it
/// says comes through a socket.
///
/// Every wait is bounded, and so are the words and the sound. It has none of this program's files.
public struct SpeechSynthesizer: SpeechSynthesizing {
  /// Why nothing is said.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The program.
    public var program: String
    /// What is wrong, and what to do about it: whole sentences.
    public var advice: String

    /// "espeak-ng …".
    public var description: String { "\(program) \(advice)" }
  }

  /// Characters that are said at once.
  static let longestText = 1_000
  private static let patience = Duration.seconds(10)
  /// Bytes of sound: two minutes.
  private static let longestSound = 2 * 60 * 22_050 * 2
  private static let folders = ["/usr/bin", "/usr/local/bin"]

  private let program: String
  private let voice: String
  private let rate: Int

  /// - Parameters:
  ///   - program: A path, or the name of a program.
  ///   - voice: A voice of the program's, such as "en-us".
  ///   - rate: Words a minute.
  public init(program: String = "espeak-ng", voice: String = "en-us", rate: Int = 160) {
    self.program = program
    self.voice = voice
    self.rate = rate
  }

  /// Where the program is; nil where it is not.
  public var path: String? {
    let paths = program.contains("/") ? [program] : Self.folders.map { "\($0)/\(program)" }
    return paths.first { access($0, X_OK) == 0 }
  }

  /// The samples that say `text`; throws `Failure` where the program is missing, silent or too
  /// slow.
  public func speech(for text: String) throws -> (samples: [Int16], rate: Int) {
    guard let path else {
      throw Failure(
        program: program,
        advice: "is not installed. Install it (Debian: sudo apt install espeak-ng), or set sounds.")
    }
    let words = [
      path, "--stdout", "-v", voice, "-s", "\(rate)", "--", String(text.prefix(Self.longestText)),
    ]
    let bytes = try output(of: words)
    guard let sound = Self.sound(inWAV: bytes) else {
      throw Failure(program: program, advice: "gave no sound. Try: espeak-ng --stdout hello.")
    }
    return sound
  }

  /// The corresponding C functions are `socketpair`, `posix_spawn` and `waitpid`.
  private func output(of words: [String]) throws(Failure) -> [UInt8] {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw failure("cannot be started", errno) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let status = posix_spawn(&child, words[0], &actions, &attributes, arguments, variables)
    close(ends[1])
    guard status == 0 else { throw failure("cannot be started", status) }
    defer {
      kill(child, SIGKILL)
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }
    return try read(from: ends[0])
  }

  private func read(from end: CInt) throws(Failure) -> [UInt8] {
    let deadline = ContinuousClock.now + Self.patience
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while all.count < Self.longestSound {
      var descriptors = [Poll.reading(end)]
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, Poll.wait(&descriptors, timeout: left) > 0 else {
        throw Failure(program: program, advice: "did not answer in time, so it was not said.")
      }
      let count = Glibc.read(end, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      all += part[..<count]
    }
    return all
  }

  private func failure(_ what: String, _ status: Int32) -> Failure {
    Failure(program: program, advice: "\(what): \(SystemStatus.text(status)).")
  }

  /// The samples of a WAV stream of 16 bits and one channel, whose header does not know its length;
  /// nil for anything else.
  static func sound(inWAV bytes: [UInt8]) -> (samples: [Int16], rate: Int)? {
    func number(at offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    guard bytes.count > 44, bytes.starts(with: "RIFF".utf8), number(at: 22, 2) == 1,
      number(at: 34, 2) == 16, bytes[36..<40].elementsEqual("data".utf8),
      case let rate = number(at: 24, 4), (8_000...96_000).contains(rate)
    else { return nil }
    let samples = stride(from: 44, to: bytes.count - 1, by: 2).map { offset in
      Int16(truncatingIfNeeded: number(at: offset, 2))
    }
    return (samples, rate)
  }
}
