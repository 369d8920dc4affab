import DeviceIO
import Dialogue
import Localization

/// Text to speech.
package protocol SpeechSynthesizing: Sendable {
  /// The mono samples for `text`, and their rate in Hz. May block for some seconds.
  func speech(for text: String) throws -> (samples: [Int16], rate: Int)

  /// The same synthesizer with this voice.
  func talking(like voice: SpokenVoice) -> any SpeechSynthesizing
}

/// espeak-ng as a child process, once per sentence: the words are its argument, and the sound comes
/// back through a socket.
///
/// Waits, words and sound are all bounded. The child gets none of this program's files.
package struct SpeechSynthesizer: SpeechSynthesizing {
  /// The maximum number of characters per text.
  static let longestText = 1_000
  private static let patience = Duration.seconds(10)
  /// The maximum number of bytes of sound: two minutes.
  private static let longestSound = 2 * 60 * 22_050 * 2

  private let program: String
  private let voice: String
  private var manner: SpokenVoice

  /// - Parameters:
  ///   - program: A path, or the name of a program.
  ///   - voice: One of the program's voices, such as "en-us".
  package init(
    program: String = "espeak-ng", voice: String = "en-us", manner: SpokenVoice = SpokenVoice()
  ) {
    self.program = program
    self.voice = voice
    self.manner = manner
  }

  /// The same program and language, with this voice.
  package func talking(like voice: SpokenVoice) -> any SpeechSynthesizing {
    var other = self
    other.manner = voice
    return other
  }

  /// The program's path; nil if it is missing.
  package var path: String? { ChildProcess.path(of: program) }

  /// The samples for `text`; throws an error if the program is missing, silent or too slow.
  package func speech(for text: String) throws -> (samples: [Int16], rate: Int) {
    guard let path else {
      throw PlainError(
        Message(
          "\(program) is not installed. Install it (Debian: sudo apt install espeak-ng), or set sounds."
        ))
    }
    let arguments =
      ["--stdout", "-v", voice, "-s", "\(manner.rate)"]
      + (manner.volume == 100 ? [] : ["-a", "\(manner.volume)"])
      + ["--", String(text.prefix(Self.longestText))]
    let bytes = try output(of: path, arguments)
    guard let sound = Self.sound(inWAV: bytes) else {
      throw PlainError(
        Message(
          "\(program) gave no sound with the voice \(voice). Try: \(program) -v \(voice) hello."))
    }
    return sound
  }

  private func output(of path: String, _ arguments: [String]) throws(PlainError) -> [UInt8] {
    let child: ChildProcess
    do throws(ChildProcess.Failure) {
      child = try ChildProcess(
        path, arguments, environment: ["LC_ALL=C.UTF-8"], input: .nothing)
    } catch {
      throw PlainError(
        Message("\(program) cannot be started: \(SystemStatus.text(error.status))."))
    }
    guard let bytes = child.output(upTo: Self.longestSound, until: .now + Self.patience) else {
      throw PlainError(Message("\(program) did not answer in time, so it was not said."))
    }
    return bytes
  }

  /// The samples of a 16-bit mono WAV stream, whose header has no length; nil for anything else.
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
