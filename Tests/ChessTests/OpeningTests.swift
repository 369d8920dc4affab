import Testing

@testable import Chess

@Suite struct OpeningTests {
  private func game(_ moves: String) throws -> Game {
    var game = Game()
    for move in moves.split(separator: " ") { try game.play(san: move) }
    return game
  }

  /// Every line is legal, ends in a unique position, and is found by it.
  @Test func everyLineIsLegalAndUnique() {
    #expect(Openings.count == 3807)
    #expect(Openings.names.count == 3174)
    var positions: Set<Position.Key> = []
    // The lines share most of their moves, so check each pair of position and move once.
    var checked: Set<String> = []
    for opening in Openings.all {
      var position = Position.start
      var path = ""
      for move in opening.moves {
        path += move.uci
        if checked.insert(path).inserted, !position.isLegal(move) {
          Issue.record("\(move) in \(opening) is not legal")
        }
        position.make(move)
      }
      #expect(positions.insert(position.key).inserted, "\(opening)")
      #expect(Openings.opening(at: position) == opening)
      #expect(opening.eco.count == 3 && !opening.name.isEmpty && opening.moves.count < 60)
    }
    #expect(checked.count > 8000)
  }

  @Test(arguments: [
    ("e4 e5 Nf3 Nc6 Bb5", "C60 Ruy Lopez"),
    ("e4 e6 d4 d5 Nc3 Bb4", "C15 French Defense: Winawer Variation"),
    ("d4 d5 c4 e5", "D08 Queen's Gambit Declined: Albin Countergambit"),
    // The same position by another order of moves.
    ("Nc3 d5 e4 e6 d4 Bb4", "C15 French Defense: Winawer Variation"),
    // Beyond the last named position.
    (
      "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 h4 Ra7 Rh2",
      "B90 Sicilian Defense: Najdorf Variation"
    ),
    ("", ""),
  ])
  func gamesHaveTheirOpenings(moves: String, expected: String) throws {
    let game = try game(moves)
    let opening = Openings.opening(of: game)
    #expect((opening?.description ?? "") == expected)
  }

  @Test(arguments: [
    ("Albin Countergambit", "Queen's Gambit Declined: Albin Countergambit"),
    ("the albin counter gambit", "Queen's Gambit Declined: Albin Countergambit"),
    ("Winawer", "French Defense: Winawer Variation"),
    ("WINAWER VARIATION", "French Defense: Winawer Variation"),
    ("Tartakower", "Queen's Gambit Declined: Tartakower Defense"),
    ("Tartakover Defence", "Queen's Gambit Declined: Tartakower Defense"),
    ("Gruenfeld", "Grünfeld Defense"), ("Gru\u{308}nfeld defence", "Grünfeld Defense"),
    ("grunfeld", "Grünfeld Defense"), ("Sicilian", "Sicilian Defense"),
    ("Najdorf Sicilian", "Sicilian Defense: Najdorf Variation"),
    ("Sicilian Defense: Najdorf Variation", "Sicilian Defense: Najdorf Variation"),
    ("Caro Kann", "Caro-Kann Defense"), ("queens gambit", "Queen's Gambit"),
    ("Vienna Gambit", "Vienna Game: Vienna Gambit"), ("Reti", "Réti Opening"),
    ("Spanish", "Ruy Lopez"), ("Petroff Defence", "Petrov's Defense"),
    ("Alapin", "Sicilian Defense: Alapin Variation"),
    ("Scotch Gambit", "Scotch Game: Scotch Gambit"),
    ("King's Indian", "King's Indian Defense"),
  ])
  func openingsAreFoundByName(name: String, expected: String) {
    #expect(Openings.named(name)?.name == expected)
  }

  @Test(arguments: ["", " ", "xyzzy", "gambit", "♘", "the", String(repeating: "a", count: 100_000)])
  func otherTextNamesNoOpening(name: String) {
    #expect(Openings.named(name) == nil)
  }

  /// A part of names means the opening with the most lines that have it. Within that, it means the
  /// name with the fewest parts, then the line that the most others pass through, then the
  /// shortest. "Variation" at the end is optional.
  @Test(.tags(.slow), .skippable(.slow)) func partOfANameMeansTheOpeningWithMostLines() throws {
    struct Line {
      var index: Int
      var parts: [String]
      var keys: [String]
      var shortKeys: [String]
    }
    let table = OpeningTable.shared
    let lines = table.entries.indices.map { index in
      let parts = OpeningWords.parts(of: table.name(at: index))
      return Line(
        index: index, parts: parts, keys: parts.map { OpeningWords.joined($0) },
        shortKeys: parts.map { OpeningWords.joinedWithoutGenericEnd($0) })
    }
    let families = Set(lines.flatMap { [$0.keys.joined(), $0.keys[0], $0.shortKeys[0]] })
    let parts = Set(lines.flatMap { $0.parts.dropFirst() }).sorted()
    var count = 0
    for part in stride(from: 0, to: parts.count, by: 9).map({ parts[$0] }) {
      let key = OpeningWords.joined(part)
      guard !families.contains(key), OpeningWords.synonym(of: part) == nil,
        !OpeningWords.words(of: part).allSatisfy(OpeningWords.isGeneric)
      else { continue }
      let isWhole = OpeningWords.joinedWithoutGenericEnd(part) != key
      var groups: [[String]: [Line]] = [:]
      for line in lines where (isWhole ? line.keys : line.shortKeys).dropFirst().contains(key) {
        let place = line.keys.indices.dropFirst().first {
          line.keys[$0] == key || line.shortKeys[$0] == key
        }
        groups[Array(line.parts[...(place ?? 0)]), default: []].append(line)
      }
      let most = groups.values.map(\.count).max()
      let likeliest = groups.values.filter { $0.count == most }
      guard likeliest.count == 1, let group = likeliest.first else { continue }
      let best = group.min { one, other in
        let (a, b) = (table.entries[one.index], table.entries[other.index])
        return (one.parts.count, -Int(a.variations), a.length, one.index)
          < (other.parts.count, -Int(b.variations), b.length, other.index)
      }
      count += 1
      #expect(Openings.named(part)?.name == best.map { table.name(at: $0.index) }, "\(part)")
    }
    #expect(count > 30)
  }

  @Test func everyNameFindsItsOpening() {
    // The shortest line of several with one name comes first.
    for name in Openings.names.prefix(400) {
      #expect(Openings.lines(named: name).contains { $0.name == name }, "\(name)")
    }
  }

  @Test func anOpeningContinuesTheGame() throws {
    let winawer = try #require(Openings.named("Winawer"))
    #expect(winawer.parts == ["French Defense", "Winawer Variation"])
    #expect(winawer.continuation(of: Game())?.count == 6)
    #expect(
      winawer.continuation(of: try game("e4 e6"))?.map(\.uci) == ["d2d4", "d7d5", "b1c3", "f8b4"])
    #expect(winawer.continuation(of: try game("e4 e6 d4 d5 Nc3 Bb4")) == [])
    #expect(winawer.continuation(of: try game("e4 e5")) == nil)
    #expect(
      winawer.position.fen.hasPrefix("rnbqk1nr/ppp2ppp/4p3/3p4/1b1PP3/2N5/PPP2PPP/R1BQKBNR w"))
    // Another line with that name passes through a position that the main line does not have.
    let slav = try #require(Openings.continuation(named: "Winawer", of: try game("d4 d5 c4 c6")))
    #expect(slav.opening.parts.first == "Slav Defense")
    #expect(!slav.moves.isEmpty)
    #expect(Openings.continuation(named: "Winawer", of: try game("e4 c5")) == nil)
  }
}
