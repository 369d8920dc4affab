import Foundation
import TestSupport
import Testing

/// The README's program, and the one of "An appliance of your own in 60 lines".
@Suite(.serialized, .timeLimit(.minutes(5)), .tags(.speech), .skippable(.speech))
struct ProgramsTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test(arguments: ["knight to king bishop three", "play the albin counter gambit"])
  func theReadmesProgramHears(sentence: String) throws {
    _ = try StartedProgram.clip(saying: sentence, in: scratch.url, as: "move.wav")
    #expect(try StartedProgram(built: "snippets", [], in: scratch.url).lines() == [sentence])
  }

  @Test(
    arguments: [
      ("turn on the kitchen light", "turn: state on, room kitchen"),
      ("dim the bedroom to twenty five percent", "dim: room bedroom, level 25 percent"),
      ("the weather will be fine tomorrow", "That was not understood."),
    ] as [(String, String)])
  func theApplianceHearsAFile(sentence: String, answer: String) throws {
    let clip = try StartedProgram.clip(saying: sentence, in: scratch.url, as: "order.wav")
    #expect(try StartedProgram(built: "lights", [clip], in: scratch.url).lines() == [answer])
  }

  @Test func theApplianceHearsAMicrophone() throws {
    _ = try StartedProgram.clip(
      saying: "turn off the bedroom light", in: scratch.url, as: "order.wav")
    // The file plugin repeats its last piece for ever, so silence follows what is said.
    let sound = try Data(contentsOf: scratch.url.appending(path: "order.wav")).dropFirst(44)
    let raw = scratch.url.appending(path: "order.raw")
    try (sound + Data(count: 5 * 32_000)).write(to: raw)
    let sounds = scratch.url.appending(path: "asound.conf")
    try Data(
      """
      </usr/share/alsa/alsa.conf>
      pcm.order { type file slave.pcm null file /dev/null infile "\(raw.path)" format raw }
      pcm.!default { type plug slave { pcm order rate 16000 channels 1 format S16_LE } }

      """.utf8
    ).write(to: sounds)
    let lights = try StartedProgram(
      built: "lights", [], in: scratch.url, environment: ["ALSA_CONFIG_PATH": sounds.path])
    #expect(try lights.lines() == ["Speak now.", "turn: state off, room bedroom"])
  }

  @Test func spokenmoveHearsTheExportedPhrases() throws {
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
