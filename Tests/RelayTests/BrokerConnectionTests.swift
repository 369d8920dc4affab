import TestSupport
import Testing

@testable import Relay

@Suite(.tags(.hardwareFree)) struct BrokerConnectionTests {
  @Test func aBrokersReasonIsInWords() async throws {
    var settings = RelayConfiguration.Broker()
    settings.host = "127.0.0.1"
    settings.tls = false
    // It accepts the client, and then says that another one has its name.
    settings.port = try TestBroker.answering([0x20, 3, 0, 0, 0, 0xE0, 2, 0x8E, 0])
    let connection = try BrokerConnection(settings, client: "table-1")
    var lost: String?
    await Patience.wait(for: "the end") {
      for case .lost(let why) in connection.work() { lost = why }
      return lost != nil
    }
    #expect(lost == "Session taken over.")
  }
}
