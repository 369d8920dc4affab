import FoundationEssentials
import TestSupport
import Testing

@testable import LanguageModel

/// The locations of the program's files, and the names of locales.
@Suite struct PlacesTests {
  @Test func filesAreNextToTheProgramOrInTheSources() {
    func roots(_ path: String) -> [String] {
      ProgramFiles.roots(ofProgramAt: path).map { "\($0.path) \($0.isSources)" }
    }
    #expect(roots("/usr/bin/spokenmove") == ["/usr/share/spokenmove false"])
    #expect(
      roots("/home/me/chess/.build/x86/release/spokenmove") == [
        "/home/me/chess/.build/x86/share/spokenmove false", "/home/me/chess true",
      ])
    #expect(roots("/.build-arm/spokenmove") == ["//share/spokenmove false", "/ true"])
    // The tests themselves are a program.
    #expect(!ProgramFiles.roots.isEmpty && ProgramFiles.roots.first?.isSources == false)
  }

  @Test(arguments: [
    ("en_US", "en_US", "en"), ("EN-us", "en_US", "en"), ("zh-hant-tw", "zh_Hant_TW", "zh"),
    ("de", "de", "de"), ("", "", ""), ("_us", "_US", ""), ("de__at", "de__AT", "de"),
    ("es-419", "es_419", "es"), ("ABCD", "abcd", "abcd"), ("en-", "en_", "en"),
  ])
  func localeIdentifiersHaveOneForm(text: String, identifier: String, language: String) throws {
    let locale = LanguageModel.Locale(identifier: text)
    #expect(locale.identifier == identifier && locale.language == language)
    #expect(locale.description == identifier)
    let data = try JSONEncoder().encode([locale])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(identifier)\"]")
    #expect(try JSONDecoder().decode([LanguageModel.Locale].self, from: data) == [locale])
  }

  /// The contents of a dictionary, read line by line as its format says.
  private func entries(_ text: String) -> [(word: String, phones: [String])] {
    text.split(separator: "\n").compactMap { line in
      let word = line.prefix { $0 > " " }
      var (name, rest) = (word, line.dropFirst(word.count))
      // "(", digits and ")", before a blank or the line's end.
      for index in word.indices where word[index] == "(" {
        let tail = word[word.index(after: index)...]
        let digits = tail.prefix { "0123456789".contains($0) }
        guard !digits.isEmpty, tail.dropFirst(digits.count) == ")" else { continue }
        (name, rest) = (word[..<index], line[tail.endIndex...])
        break
      }
      let phones = rest.split(separator: " ").map { phone in
        String("0123456789".contains(phone.suffix(1)) ? phone.dropLast() : phone)
      }
      return name.isEmpty || phones.isEmpty ? nil : (name.lowercased(), phones)
    }
  }

  /// Lines of a few special characters, and of letters.
  @Test(arguments: 1...20)
  func dictionariesAreReadLineByLine(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let signs = Array("aabB(()1209 \n  \n")
    let text = String((0..<400).map { _ in signs[Int.random(in: 0..<16, using: &random)] })
    var expected: [String: [[String]]] = [:]
    for (word, phones) in entries(text) where expected[word]?.contains(phones) != true {
      expected[word, default: []].append(phones)
    }
    let found = PronunciationDictionary(text: text).pronunciations(of: expected.keys)
    #expect(found == expected && expected.count > 5)
  }
}
