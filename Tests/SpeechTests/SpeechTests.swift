import Testing

@testable import Speech
