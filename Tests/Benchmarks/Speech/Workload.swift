import Chess
import ChessLanguage
import Foundation
import LanguageModel
import Sound
import Speech

/// The benchmark's data: phrases of chess, positions, and clips.
enum Workload {
  static func model() throws -> AcousticModel {
    guard let model = AcousticModel.named("en_US") else {
      throw Failure("no English model: install pocketsphinx-en-us")
    }
    return model
  }

  static func language() throws -> ChessLanguage {
    try ChessLanguage(
      moves: ChessPhrases.moves(), dialogue: ChessPhrases.dialogue(),
      dictionary: model().pronunciations())
  }

  /// Middle-game positions with 30 to 50 legal moves.
  static func positions() throws -> [Position] {
    try [
      "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
      "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
      "r2q1rk1/pp2bppp/2n1bn2/2pp4/3P4/2N1PN2/PPQ1BPPP/R1B2RK1 w - - 0 10",
      "2rq1rk1/pb1nbppp/1p2pn2/3p4/2PP4/1PN1PN2/PB2BPPP/2RQ1RK1 w - - 0 12",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ].map { try Position(fen: $0) }
  }

  /// Moves spoken by flite's voices, as files.
  static func clips(in folder: URL) throws -> [Clip] {
    let sentences = [
      "knight to f three", "e four", "bishop takes c six", "queen to d eight check",
      "castle kingside",
      "knight to king bishop three", "rook a one to e one", "pawn takes e five",
      "play the albin counter gambit",
      "king to g one", "d takes e five", "knight b to d two", "queen takes h seven mate",
      "bishop to b five",
    ]
    return try sentences.enumerated().map { index, sentence in
      let path = folder.appendingPathComponent("\(index).wav").path
      let voice = ["slt", "rms", "awb"][index % 3]
      _ = try Child.run(["flite", "-voice", voice, "-t", sentence, "-o", path])
      return try Clip(path: path)
    }
  }
}

/// A recording.
struct Clip {
  let path: String
  let samples: [Int16]

  init(path: String) throws {
    self.path = path
    let file = try AudioFile(path: path)
    var samples: [Int16] = []
    while let piece = try file.read() { samples += piece.samples }
    self.samples = samples
  }

  var seconds: Double { Double(samples.count) / AudioFormat.speech.sampleRate }

  func buffers(of count: Int) -> [AudioBuffer] {
    stride(from: 0, to: samples.count, by: count).map { start in
      AudioBuffer(
        format: .speech, samples: Array(samples[start..<min(start + count, samples.count)]))
    }
  }

  /// A silent clip, as a file.
  static func silence(seconds: Double, in folder: URL) throws -> Clip {
    let count = Int(seconds * AudioFormat.speech.sampleRate)
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(value >> (8 * $0) & 0xff) }
    }
    let header =
      Array("RIFF".utf8) + little(36 + 2 * count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2)
      + little(1, 2) + little(16_000, 4) + little(32_000, 4) + little(2, 2) + little(16, 2)
      + Array("data".utf8)
      + little(2 * count, 4)
    let file = folder.appendingPathComponent("silence.wav")
    try Data(header + [UInt8](repeating: 0, count: 2 * count)).write(to: file)
    return try Clip(path: file.path)
  }
}
