import Testing

@testable import ApplianceCore

@Suite struct StringPaddingTests {
  @Test func textIsPaddedAfterOrBefore() {
    #expect("ab".padded(to: 4) == "ab  ")
    #expect("7".padded(to: 3, with: "0", left: true) == "007")
    #expect("abc".padded(to: 2) == "abc" && "".padded(to: 1) == " ")
  }
}
