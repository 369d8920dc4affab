import Chess
import ChessLanguage
import DeviceIO
import FoundationEssentials

/// A long recording with the phrases for the appliance: a line of a hands-free manifest.
package struct HandsFreeCase: Sendable, Hashable {
  /// A phrase for the appliance.
  package struct Said: Sendable, Hashable {
    /// When it begins, in seconds.
    package var at: Double
    /// The right answer.
    package var expectation: EvaluationCase.Expectation

    /// Carries it out, as if it was understood; throws if it is an illegal move.
    func carryOut(in game: inout Game) throws(ChessError) {
      if case .move(let move) = expectation { try game.play(move) }
      if case .command(.undo) = expectation { _ = game.undo() }
    }
  }

  /// The line of the manifest, counted from 1.
  package var line: Int
  /// The recording's path, absolute or from the working directory.
  package var audio: String
  /// The position at its beginning.
  package var position: Position
  /// The phrases for the appliance, in order of time; it should ignore all other speech.
  package var said: [Said]
}

/// The list of long recordings to evaluate, one JSON object per line.
package struct HandsFreeManifest: Sendable, Hashable {
  /// The recordings, in the order of the lines.
  package var cases: [HandsFreeCase] = []
  /// The mistakes in the other lines.
  package var problems: [EvaluationManifest.Problem] = []

  private struct Entry: Decodable {
    struct Item: Decodable {
      var at: Double
      var uci: String?
      var command: String?
    }
    var audio: String
    var fen: String?
    var said: [Item]
  }

  /// What a line looks like.
  package static let example =
    #"{"audio": "hour.wav", "said": [{"at": 3.5, "uci": "e2e4"}]}"#

  /// Reads a manifest; invalid lines become problems, the others count.
  ///
  /// - Parameters:
  ///   - text: The manifest's bytes.
  ///   - file: Its name, for problems; `audio` is relative to its folder.
  package init(_ text: some Collection<UInt8>, file: String) {
    (cases, problems) = EvaluationManifest.cases(in: text, file: file, Self.read)
  }

  private static func read(
    _ bytes: [UInt8], line: Int, folder: String
  ) throws(PlainError) -> HandsFreeCase {
    _ = try EvaluationManifest.object(bytes)
    guard let entry = try? JSONDecoder().decode(Entry.self, checking: bytes), !entry.audio.isEmpty,
      !entry.audio.utf8.contains(0)
    else { throw PlainError("not an object such as \(example)") }
    var position = Position.start
    var said: [HandsFreeCase.Said] = []
    do {
      if let fen = entry.fen { position = try Position(fen: fen) }
      var game = Game(start: position)
      for item in entry.said {
        guard item.at.isFinite, item.at >= said.last?.at ?? 0 else {
          throw PlainError("\"said\" is in the order of time, in seconds from 0")
        }
        let next = HandsFreeCase.Said(at: item.at, expectation: try expectation(item))
        try next.carryOut(in: &game)
        said.append(next)
      }
    } catch {
      throw PlainError("\(error)")
    }
    return HandsFreeCase(
      line: line, audio: entry.audio.hasPrefix("/") ? entry.audio : folder + entry.audio,
      position: position, said: said)
  }

  private static func expectation(
    _ item: Entry.Item
  ) throws(PlainError) -> EvaluationCase.Expectation {
    switch (item.uci.map { Move(uci: $0) }, item.command.map { Command(rawValue: $0) }) {
    case (.some(let move?), nil): return .move(move)
    case (nil, .some(let command?)): return .command(command)
    default:
      throw PlainError("each of \"said\" has either a \"uci\" or a \"command\"")
    }
  }
}
