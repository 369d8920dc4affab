import Testing

@testable import Chess
