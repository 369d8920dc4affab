import Testing

@testable import ChessLanguage
