import Chess
import ChessLanguage
import Foundation
import LanguageModel
import Speech
import Testing

@testable import Appliance

@Suite struct EnrolmentTests {
  @Test func promptsCoverAllWordsOfMoves() throws {
    let language = try EnglishLanguage.shared.get()
    let prompts = EnrolmentPrompt.prompts(in: language)
    #expect(prompts.count == 20)
    for prompt in prompts {
      let words = prompt.phrase.split(separator: " ").map(String.init)
      // Each is unambiguous.
      guard
        case .moves(let moves) = language.bound(to: .position(prompt.position)).interpret(words)
      else {
        Issue.record("\(prompt.phrase) means nothing")
        continue
      }
      #expect(moves == [prompt.move])
    }
    let targets = prompts.map { String($0.move.uci.dropFirst(2).prefix(2)) }
    for file in "abcdefgh" { #expect(targets.count { $0.first == file } >= 2) }
    for rank in "2345678" { #expect(targets.count { $0.last == rank } >= 2) }
    #expect(targets.contains { $0.last == "1" })
    for piece in ["knight", "bishop", "rook", "queen", "king"] {
      #expect(prompts.contains { $0.phrase.hasPrefix(piece) })
    }
    #expect(prompts.contains { $0.phrase.contains("takes") })
  }

  @Test func onlyAVoiceThatHelpsIsWorthKeeping() {
    var voice = PlayerVoice(model: "", adaptation: nil, recordings: 20)
    #expect(voice.isWorthKeeping)
    var before = PlayerVoice.Score()
    before.moves = 20
    before.right = 15
    before.confidence = 0.7
    voice.before = before
    voice.after = before
    #expect(!voice.isWorthKeeping)
    voice.after?.confidence = 0.8
    #expect(voice.isWorthKeeping)
    voice.after?.right = 16
    voice.after?.wrong = 1
    #expect(!voice.isWorthKeeping, "a wrong move costs more than a question")
    voice.after?.wrong = 0
    #expect(voice.isWorthKeeping)
    voice.after?.right = 14
    #expect(!voice.isWorthKeeping)
    #expect(voice.table.description.contains("0.80"))
  }
}
