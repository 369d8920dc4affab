import FoundationEssentials

@testable import Appliance
@testable import ApplianceCore
@testable import LanguageModel
@testable import Speech

extension FuzzTarget {
  private static let dictionary = PronunciationDictionary(
    text: "pawn P AO1 N\npawn(2) P AA1 N\nrook R UH1 K\none W AH1 N\ntwo T UW1\n")

  static let texts = [
    FuzzTarget("language-model", upTo: 4_096) { bytes in
      guard let data = try? CustomLanguageModelData(fileBytes: bytes) else { return }
      // What was read is written so that it is read as the same.
      let again = try? CustomLanguageModelData(fileBytes: data.fileText.utf8)
      precondition(again == data)
      _ = try? CompiledLanguageModel(data, dictionary: dictionary)
    },
    FuzzTarget("x-sampa", upTo: 256) { bytes in
      for language in ["en", "fr"] {
        if case .success(let readings) = XSAMPA.readings(bytes.text, language: language) {
          precondition((1...XSAMPA.readingLimit).contains(readings.count))
          precondition(readings.joined().allSatisfy { !$0.isEmpty })
        }
      }
    },
    FuzzTarget("template", upTo: 1_024) { bytes in
      _ = TemplateElement.parse(bytes.text)
    },
    FuzzTarget("dictionary", upTo: 4_096) { bytes in
      let words = PronunciationDictionary(text: bytes.text)
        .pronunciations(of: ["pawn", "rook", "a", "", "(2)", "\u{0}"])
      precondition(words.values.allSatisfy { $0.allSatisfy { !$0.isEmpty } })
    },
    FuzzTarget("spoken-text", upTo: 1_024) { bytes in
      let words = SpokenText.words(in: bytes.text) { $0.count > 2 }
      precondition(words.allSatisfy { !$0.isEmpty })
    },
    FuzzTarget("configuration", upTo: 4_096) { bytes in
      do throws(ConfigurationError) {
        _ = try Configuration(yaml: bytes, file: "config.yaml")
      } catch {
        precondition(error.description.utf8.count < 100_000)
      }
    },
    FuzzTarget("manifest", upTo: 4_096) { bytes in
      let manifest = EvaluationManifest(bytes, file: "folder/manifest.jsonl")
      for problem in manifest.problems { precondition(!problem.description.isEmpty) }
    },
    FuzzTarget("voice", upTo: 16_384) { bytes in
      guard let checked = PlayerStore.checked(bytes),
        let voice = try? JSONDecoder().decode(PlayerVoice.self, checking: checked),
        voice.isPossible
      else { return }
      _ = voice.table
      _ = voice.isWorthKeeping
      _ = voice.summary
    },
  ]
}
