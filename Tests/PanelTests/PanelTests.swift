import Testing

@testable import Panel
