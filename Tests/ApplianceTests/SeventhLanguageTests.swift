import Foundation
import LanguageModel
import Sound
import TestSupport
import Testing

@testable import Appliance

/// A language that does not come with the program is data only, as "Your own language" in
/// grammars/README.md promises: a small Polish pack in a folder, spoken by espeak-ng.
@Suite(
  .tags(.speech, .slow), .skippable(.speech), .skippable(.slow), .timeLimit(.patientMinutes(2)))
struct SeventhLanguageTests {
  private static let classes: [(name: String, words: [String])] = [
    ("pawn", ["pion"]), ("knight", ["skoczek"]), ("bishop", ["goniec"]), ("rook", ["wieża"]),
    ("queen", ["hetman"]), ("king", ["król"]),
    ("file-a", ["a"]), ("file-b", ["b"]), ("file-c", ["c"]), ("file-d", ["d"]), ("file-e", ["e"]),
    ("file-f", ["f"]), ("file-g", ["g"]), ("file-h", ["h"]),
    ("rank-1", ["jeden"]), ("rank-2", ["dwa"]), ("rank-3", ["trzy"]), ("rank-4", ["cztery"]),
    ("rank-5", ["pięć"]), ("rank-6", ["sześć"]), ("rank-7", ["siedem"]), ("rank-8", ["osiem"]),
    ("to", ["", "na"]), ("takes", ["bije"]), ("by-pawn", [""]),
    ("kingside-castle", ["krótka roszada"]), ("queenside-castle", ["długa roszada"]),
    ("piece", ["<pawn>", "<knight>", "<bishop>", "<rook>", "<queen>", "<king>"]),
    ("file", "abcdefgh".map { "<file-\($0)>" }), ("rank", (1...8).map { "<rank-\($0)>" }),
    ("square", ["<file> <rank>"]),
  ]

  private static let templates = [
    "<piece> <to> <square>", "<by-pawn> <square>", "<piece> <takes> <square>",
    "<kingside-castle>", "<queenside-castle>",
  ]

  private static let sounds: [(word: String, sounds: [String])] = [
    ("pion", ["p j O n"]), ("skoczek", ["s k O tS E k"]), ("goniec", ["g O J E ts"]),
    ("wieża", ["v j E Z a"]), ("hetman", ["x E t m a n"]), ("król", ["k r u l"]),
    ("a", ["a"]), ("b", ["b E"]), ("c", ["ts E"]), ("d", ["d E"]), ("e", ["E"]), ("f", ["E f"]),
    ("g", ["g j E", "g E"]), ("h", ["x a"]),
    ("jeden", ["j E d E n"]), ("dwa", ["d v a"]), ("trzy", ["t S 1", "tS 1"]),
    ("cztery", ["tS t E r 1"]), ("pięć", ["p j E n ts\\"]), ("sześć", ["S E s\\ ts\\"]),
    ("siedem", ["s\\ E d E m"]), ("osiem", ["O s\\ E m"]), ("na", ["n a"]), ("bije", ["b i j E"]),
    ("krótka", ["k r u t k a"]), ("długa", ["d w u g a"]), ("roszada", ["r O S a d a"]),
    ("cofnij", ["ts O f J i j"]), ("tak", ["t a k"]), ("nie", ["J E"]),
  ]

  private struct Pack: Encodable {
    struct Template: Encodable {
      var template: String
      var count = 100
    }
    struct Group: Encodable {
      var classes: [String: [String]]
      var templates: [Template]
    }
    struct Pronunciation: Encodable {
      var word: String
      var phonemes: [String]
    }
    var format = 1
    var locale = "pl_PL"
    var identifier = "org.example.chess"
    var version = "1.0"
    var phrases: [String] = []
    var groups: [Group]
    var pronunciations: [Pronunciation]

    init(_ classes: [(name: String, words: [String])], _ templates: [String]) {
      let named = Dictionary(classes.map { ($0.name, $0.words) }) { first, _ in first }
      groups = [Group(classes: named, templates: templates.map { Template(template: $0) })]
      let words = Set(classes.flatMap { $0.words.flatMap { $0.split(separator: " ") } })
      pronunciations = SeventhLanguageTests.sounds.filter { words.contains(Substring($0.word)) }
        .map { Pronunciation(word: $0.word, phonemes: $0.sounds) }
    }
  }

  @Test func aSmallPackIsEnoughForALanguage() throws {
    let program = try Program()
    let folder = program.folder.appending(path: "packs/pl_PL")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let answers = [("undo", ["cofnij"]), ("yes", ["tak"]), ("no", ["nie"])]
    let files: [(String, any Encodable)] = [
      ("chess", Pack(Self.classes, Self.templates)),
      ("dialogue", Pack(answers, ["<undo>", "<yes>", "<no>"])),
      ("messages", ["N": "S", "Q": "H", "R": "W", "B": "G", "White to move.": "Ruch białych."]),
      ("openings", ["Zukertort Opening": "Otwarcie Zukertorta"]),
    ]
    for (name, file) in files {
      try JSONEncoder().encode(file).write(to: folder.appending(path: "\(name).json"))
    }
    let environment = [
      LanguagePack.searchPathVariable: program.folder.appending(path: "packs").path
    ]
    func run(_ arguments: [String], typing text: String = "") throws -> Program.Outcome {
      let process = try program.start(
        arguments, environment: environment.merging(["LC_ALL": "C.UTF-8"]) { first, _ in first })
      let input = try #require(process.standardInput as? Pipe).fileHandleForWriting
      try input.write(contentsOf: Data(text.utf8))
      try input.close()
      return try program.end(of: process)
    }

    let said = try run(["say", "--locale", "pl_PL"])
    #expect(said.lines.contains("g1f3   Nf3  skoczek na f trzy, skoczek f trzy"), "\(said.output)")

    let played = try run(
      [
        "play", "--locale", "pl_PL", "--opponent", "none", "--microphone", "none",
        "--directory", program.folder.appending(path: "games").path,
      ], typing: "skoczek f trzy\nSf6\n")
    for line in [
      "1. Sf3  \"skoczek f trzy\"  Otwarcie Zukertorta",
      "1... Sf6  \"Sf6\"  Otwarcie Zukertorta",
    ] {
      #expect(played.lines.contains(line), "\(played.output) \(played.errors)")
    }

    let moves = [
      ("skoczek f trzy", "Nf3"), ("skoczek na c trzy", "Nc3"), ("skoczek a trzy", "Na3"),
      ("skoczek na h trzy", "Nh3"), ("pion e cztery", "e4"), ("pion d cztery", "d4"),
      ("pion na c cztery", "c4"), ("g trzy", "g3"), ("f cztery", "f4"), ("b trzy", "b3"),
      ("pion h cztery", "h4"), ("pion na a trzy", "a3"),
    ]
    let voice = SpeechSynthesizer(voice: "pl")
    try #require(voice.path != nil, "the tests need espeak-ng")
    let clips = try moves.enumerated().map { index, move in
      let speech = try voice.speech(for: move.0)
      let silence = [Int16](repeating: 0, count: speech.rate / 2)
      let format = AudioFormat(sampleRate: Double(speech.rate), channelCount: 1)
      let path = program.folder.appending(path: "\(index).wav").path
      try AudioFile.write(
        AudioBuffer(format: format, samples: silence + speech.samples + silence), to: path)
      return path
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    let heard = try run(["recognize", "--locale", "pl_PL", "--fen", start] + clips)
    let right = zip(clips, moves).filter { clip, move in
      heard.lines.contains { $0.hasPrefix("\(clip): 1. \(move.1)  ") }
    }
    let moved = heard.lines.filter { $0.contains(": 1. ") }
    #expect(right.count >= 9, "\(heard.output)\(heard.errors)")
    // Nothing was fitted to Polish: one "d" may become a "b".
    #expect(moved.count <= right.count + 1, "\(heard.output)")
  }
}
