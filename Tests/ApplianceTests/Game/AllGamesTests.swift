import ApplianceCore
import Chess
import TestSupport
import Testing

@testable import Appliance

@Suite struct AllGamesTests {
  @Test func allGamesAreShown() async throws {
    let scratch = try ScratchDirectory()
    var settings = Configuration()
    settings.record.directory = scratch.path
    let conversation = try GameConversation.english(settings)
    _ = try await conversation.begin()
    for line in ["f3", "e5", "g4", "Qh4", "new game", "yes", "d4"] {
      _ = await conversation.reply(toTyped: ConsoleLine(line))
    }
    for command in ["games", "pgn all"] {
      let answer = await conversation.reply(toTyped: ConsoleLine(command))
      let reply = try #require(answer)
      let text = reply.messages.compactMap(\.text).joined()
      let games = try PGN.games(in: text)
      #expect(games.map(\.game.sans) == [["f3", "e5", "g4", "Qh4#"], ["d4"]])
    }
    let answer = await conversation.reply(toTyped: "pgn")
    let reply = try #require(answer)
    #expect(try PGN.games(in: reply.messages.compactMap(\.text).joined()).count == 1)
  }
}
