import TestSupport
import Testing

@testable import ApplianceCore

/// Names that become part of a file's name.
@Suite(.tags(.hardwareFree)) struct PlainNameTests {
  @Test(arguments: [
    ("Ada", true), ("a", true), ("azAZ09-_", true), ("12345678", true), ("", false),
    ("123456789", false), ("a/b", false), ("..", false), ("a b", false), ("a\0", false),
    ("Zoë", false), ("a\n", false), ("@", false), ("[", false), ("`", false), ("{", false),
  ])
  func aPlainNameHasALimitedLength(name: String, isPlain: Bool) {
    #expect(name.isPlainName(upTo: 8) == isPlain)
  }
}
