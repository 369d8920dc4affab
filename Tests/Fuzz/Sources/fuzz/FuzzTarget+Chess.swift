import Chess
import FoundationEssentials

@testable import Appliance
@testable import ApplianceCore
@testable import ChessLanguage
@testable import Dialogue
@testable import LanguageModel
@testable import Speech

extension FuzzTarget {
  private static let positions = [
    Position.start,
    // Castling, promotion and en passant, for both.
    try? Position(fen: "r3k2r/P1p5/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"),
    try? Position(fen: "r3k2r/8/8/8/3pP3/8/p1P5/R3K2R b KQkq e3 0 1"),
  ].compactMap(\.self)

  static let chess = [
    FuzzTarget("fen", upTo: 256) { bytes in
      guard let position = try? Position(fen: bytes.text) else { return }
      precondition((try? Position(fen: position.fen)) == position)
      for move in position.legalMoves.prefix(4) { _ = position.applying(move).fen }
    },
    FuzzTarget("san", upTo: 64) { bytes in
      let text = bytes.text
      for position in positions {
        if let move = try? position.move(san: text) {
          precondition((try? position.move(san: position.san(of: move))) == move)
        }
        _ = try? position.moves(san: text)
        _ = try? position.move(uci: text)
      }
    },
    FuzzTarget("pgn", upTo: 4_096) { bytes in
      var reader = PGNReader(bytes.text)
      // Each call makes progress, so this ends.
      for _ in 0...bytes.count + 1 {
        do throws(ChessError) {
          guard let game = try reader.next() else { return }
          precondition((try? PGN.games(in: game.text).count) == 1)
        } catch {
          precondition(error.description.utf8.count < 1_500)
        }
      }
      preconditionFailure("it does not come to an end")
    },
    FuzzTarget("pack", upTo: 4_096) { bytes in
      guard let data = try? CustomLanguageModelData(fileBytes: bytes),
        let language = try? ChessLanguage(moves: data, dialogue: data, dictionary: words)
      else { return }
      let start = Position.start
      let choices = Array(start.legalMoves.prefix(3))
      for listening in [
        .position(start), .anyMove, .confirmation(.resign, start), .choice(choices, start),
      ] as [Listening] {
        let bound = language.bound(to: listening)
        _ = try? bound.grammar.checkForDecoder()
        for example in data.examples(limit: 3, turn: 0) {
          _ = bound.interpret(example.split(separator: " ").map(String.init))
        }
      }
    },
    FuzzTarget("console", upTo: 1_024) { bytes in
      guard var dialogue = newDialogue else { preconditionFailure("there are no grammars") }
      var editor = LineEditor()
      for byte in bytes {
        guard case .line(let line) = editor.receive(byte) else { continue }
        _ = dialogue.read(line)
        precondition((try? Position(fen: dialogue.game.position.fen)) == dialogue.game.position)
      }
      precondition(dialogue.game.moves.count <= bytes.count)
    },
    FuzzTarget("program", upTo: 2_048) { bytes in
      var input = ProgramInput()
      for byte in bytes {
        switch input.receive(byte) {
        case nil: break
        case .line(let line): precondition(line.text.utf8.count <= ProgramInput.maximumLength * 3)
        case .refused(let rejection, let origin):
          let line = ConsoleMessage.refused(rejection).json(at: .now, origin: origin)?.line ?? ""
          precondition((try? JSONNode.parse(Array(line.utf8))) != nil)
        }
      }
    },
    FuzzTarget("engine", upTo: 512) { bytes in
      for line in bytes.text.split(separator: "\n") {
        switch UCIMessage(String(line)) {
        case .option(_, let range?):
          for level in EngineStrength.levels {
            precondition(range.contains(EngineStrength.value(of: level, in: range)))
          }
        case .score(let score):
          precondition((-UCIMessage.mate...UCIMessage.mate).contains(score))
        default: break
        }
      }
    },
  ]

  /// The words of the seed of language packs, all with the same pronunciation.
  private static let words = PronunciationDictionary(
    text: [
      "pawn", "knight", "queen", "a", "e", "four", "eight", "to", "takes", "castle", "long",
      "play", "the", "Italian", "game", "undo", "new", "yes", "no", "first", "level", "two",
      "check",
    ].map { "\($0) AH N\n" }.joined())

  private static let newDialogue: ChessDialogue? = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../grammars/en_US")
    guard let dictionary = try? AcousticModel.named("en_US")?.pronunciations(),
      let moves = try? CustomLanguageModelData(contentsOf: folder.appending(path: "chess.json")),
      let answers = try? CustomLanguageModelData(
        contentsOf: folder.appending(path: "dialogue.json")),
      let language = try? ChessLanguage(moves: moves, dialogue: answers, dictionary: dictionary)
    else { return nil }
    return ChessDialogue(language: language)
  }()
}
