import Testing

@testable import LanguageModel
