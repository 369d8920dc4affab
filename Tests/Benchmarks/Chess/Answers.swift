import Chess
import Glibc

/// Answers input lines, for a comparison with another chess library.
enum Answers {
  /// Input: one FEN per line. Output: the FEN, the flags, and each legal move's UCI, SAN, resulting
  /// FEN and flags.
  static func positions() {
    while let line = readLine() {
      do throws(ChessError) {
        let position = try Position(fen: line)
        var moves: [String] = []
        for move in position.legalMoves {
          let san = position.san(of: move)
          let next = position.applying(move)
          let bySAN = try position.move(san: san)
          let byUCI = try position.move(uci: move.uci)
          let isRead = bySAN == move && byUCI == move
          let facts = position.facts(of: move)
          let flags =
            (facts?.isCapture == true ? "x" : "") + (facts?.isEnPassant == true ? "e" : "")
            + (facts?.castling == .kingside ? "k" : facts?.castling == .queenside ? "q" : "")
            + (facts?.givesCheck == true ? "+" : "") + (facts?.givesMate == true ? "#" : "")
            + (isRead ? "" : "!")
          moves.append("\(move.uci),\(san),\(next.fen),\(flags)")
        }
        write("ok\t\(position.fen)\t\(flags(position))\t\(moves.joined(separator: ";"))")
      } catch {
        write("error\t\(error)")
      }
    }
  }

  /// Input: UCI moves from the start position, one game per line. Output: FEN, result and reason of
  /// the outcome, repetitions, claims.
  static func games() {
    while let line = readLine() {
      var game = Game()
      do throws(ChessError) {
        for word in line.split(separator: " ") {
          game.reopen()
          try game.play(game.position.move(uci: word))
        }
        let claims = game.claimableDraws.map(\.rawValue).joined(separator: ",")
        write(
          "ok\t\(game.position.fen)\t\(game.result)\t\(game.outcome?.description ?? "")"
            + "\t\(game.repetitionCount)\t\(claims)")
      } catch {
        write("error\t\(error)")
      }
    }
  }

  /// Input: a PGN file. Output: the same games written by this package, and errors as lines with
  /// "%".
  static func pgn() {
    var text = ""
    while let line = readLine(strippingNewline: false) { text += line }
    var reader = PGNReader(text)
    var isAtEnd = false
    while !isAtEnd {
      do throws(ChessError) {
        if let game = try reader.next() { write(game.text) } else { isAtEnd = true }
      } catch {
        write("% \(error)")
      }
    }
  }

  /// Input: a FEN, a tab and a UCI move per line. Output: the move's probability, its rank, and the
  /// number of legal moves.
  static func plausibility() {
    while let line = readLine() {
      let fields = line.split(separator: "\t")
      guard fields.count == 2, let position = try? Position(fen: String(fields[0])),
        let move = try? position.move(uci: fields[1])
      else {
        write("error")
        continue
      }
      let moves = MovePlausibility(of: position).moves
      let own = moves.first { $0.move == move }?.probability ?? 0
      let rank = moves.filter { $0.probability > own }.count + 1
      write("\(own)\t\(rank)\t\(moves.count)")
    }
  }

  private static func flags(_ position: Position) -> String {
    (position.isCheck ? "+" : "") + (position.isCheckmate ? "#" : "")
      + (position.isStalemate ? "=" : "") + (position.hasInsufficientMaterial ? "i" : "")
      + (position.isDeadPosition ? "d" : "")
  }

  private static func write(_ line: String) {
    print(line)
  }
}

/// Ends the process with status 1.
func exitWithFailure() -> Never { exit(1) }
