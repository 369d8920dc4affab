import Foundation
import Glibc
import Sound
import TestSupport
import Testing

/// The programs of the README and of "An appliance of your own in 60 lines".
@Suite(.serialized, .timeLimit(.patientMinutes(2)), .tags(.speech), .skippable(.speech))
struct ProgramsTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test(arguments: ["knight to king bishop three", "play the albin counter gambit"])
  func theReadmesProgramUnderstands(sentence: String) throws {
    _ = try StartedProgram.clip(saying: sentence, in: scratch.url, as: "move.wav")
    #expect(try StartedProgram(built: "snippets", [], in: scratch.url).lines() == [sentence])
  }

  @Test(
    arguments: [
      ("turn on the kitchen light", "turn: state on, room kitchen"),
      ("dim the bedroom to twenty five percent", "dim: room bedroom, level 25 percent"),
      ("the weather will be fine tomorrow", "That was not understood."),
    ] as [(String, String)])
  func theApplianceUnderstandsAFile(sentence: String, answer: String) throws {
    let clip = try StartedProgram.clip(saying: sentence, in: scratch.url, as: "order.wav")
    #expect(try StartedProgram(built: "lights", [clip], in: scratch.url).lines() == [answer])
  }

  /// ALSA's file plugin reads from a pipe that gets the sound in real time.
  @Test func theApplianceUnderstandsAMicrophone() async throws {
    let clip = try StartedProgram.clip(
      saying: "turn off the bedroom light", in: scratch.url, as: "order.wav")
    let file = try AudioFile(path: clip)
    var samples: [Int16] = []
    while let buffer = try file.read() { samples += buffer.samples }
    samples += [Int16](repeating: 0, count: 96 * 1_024 - samples.count)
    let pipe = scratch.url.appending(path: "order.raw").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let end = open(pipe, O_RDWR | O_NONBLOCK)
    try #require(end >= 0)
    defer { close(end) }
    let sounds = scratch.url.appending(path: "asound.conf")
    try Data(
      """
      </usr/share/alsa/alsa.conf>
      pcm.order { type file slave.pcm null file /dev/null infile "\(pipe)" format raw }
      pcm.!default { type plug slave { pcm order rate 16000 channels 1 format S16_LE } }

      """.utf8
    ).write(to: sounds)
    let lights = try StartedProgram(
      built: "lights", [], in: scratch.url, environment: ["ALSA_CONFIG_PATH": sounds.path])
    // The pipe holds two seconds; speech before the program listens could be lost.
    let silence = [UInt8](repeating: 0, count: 2_048)
    try #require(write(end, silence, silence.count) == silence.count)
    await Patience.wait(for: "the program to listen") {
      var unread: Int32 = 0
      return ioctl(end, UInt(FIONREAD), &unread) == 0 && unread == 0
    }
    for first in stride(from: 0, to: samples.count, by: 1_024) {
      // Fails once the pipe is full because nobody reads it any more.
      _ = samples[first..<first + 1_024].withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
      try await Task.sleep(for: .milliseconds(64))
    }
    #expect(try lights.lines() == ["Speak now.", "turn: state off, room bedroom"])
  }

  @Test func spokenmoveUnderstandsTheExportedPhrases() throws {
    #expect(try StartedProgram(built: "lights", ["--export"], in: scratch.url).lines() == [])
    _ = try StartedProgram.clip(
      saying: "turn on the kitchen light", in: scratch.url, as: "order.wav")
    let arguments = ["recognize", "--grammar", "lights.json", "order.wav"]
    let heard = try StartedProgram(built: "spokenmove", arguments, in: scratch.url).lines()
    #expect(
      heard == [
        "order.wav: turn on the kitchen light",
        "order.wav:   turn: state on, room kitchen",
      ])
  }
}
