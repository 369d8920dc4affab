import Testing

@testable import Audio
