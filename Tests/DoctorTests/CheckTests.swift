import Testing

@testable import Doctor

@Suite("The report")
struct CheckTests {
  private let report = CheckReport(checks: [
    .ok("disk", "It has room."), .warning("sound", "It hums.\nLoudly.", "Use another cable."),
    .failure("a-name-that-is-long", "Gone.", "Fetch it \"now\"."),
  ])

  @Test("people get one line per check, with advice")
  func lines() {
    #expect(
      report.checks.flatMap { $0.lines() } == [
        "ok       disk          It has room.",
        "WARNING  sound         It hums.",
        "                       Loudly.",
        "                       -> Use another cable.",
        "FAILURE  a-name-that-is-long Gone.",
        "                       -> Fetch it \"now\".",
      ])
  }

  @Test("programs get a JSON object")
  func object() {
    #expect(
      report.object.line
        == #"{"checks":[{"name":"disk","status":"ok","what":"It has room.","advice":null},"#
        + #"{"name":"sound","status":"warning","what":"It hums.\nLoudly.","advice":"Use another cable."},"#
        + #"{"name":"a-name-that-is-long","status":"failure","what":"Gone.","advice":"Fetch it \"now\"."}],"ok":false}"#
    )
    #expect(CheckReport().object.line == #"{"checks":[],"ok":true}"#)
  }

  @Test("the summary counts failures and warnings")
  func summary() {
    #expect(!report.isOK && report.summary.contains("failures: 1, warnings: 1"))
    #expect(CheckReport(checks: Array(report.checks.prefix(2))).isOK)
    #expect(CheckReport(checks: Array(report.checks.prefix(1))).summary == "All is well.")
  }
}
