import FoundationEssentials
import Localization

@testable import Appliance
@testable import ApplianceCore
@testable import DeviceIO
@testable import LanguageModel
@testable import Speech

extension FuzzTarget {
  private static let dictionary = PronunciationDictionary(
    text: "pawn P AO1 N\npawn(2) P AA1 N\nrook R UH1 K\none W AH1 N\ntwo T UW1\n")

  /// Every kind of message that has a translation.
  private static let messages: [Message] = [
    Message("Nothing was heard."),
    Message("No response from: \("decoder"); the service is restarted."),
    Message("The engine \("fish") played \"\("e9")\", which is not legal. Try another engine."),
    Message("That was not understood.").capitalized, .notation("12. Nf3 O-O 13. exd8=Q+"),
    .board("r n b q k b n r"),
  ]

  static let texts = [
    FuzzTarget("language-model", upTo: 4_096) { bytes in
      guard let data = try? CustomLanguageModelData(fileBytes: bytes) else { return }
      // Data that was read can be written and read again unchanged.
      let again = try? CustomLanguageModelData(fileBytes: data.fileText.utf8)
      precondition(again == data)
      _ = try? CompiledLanguageModel(data, dictionary: dictionary)
    },
    FuzzTarget("x-sampa", upTo: 256) { bytes in
      for table in [PhoneTable.english, .nearestEnglish] {
        if case .success(let readings) = table.readings(of: bytes.text) {
          precondition((1...XSAMPA.readingLimit).contains(readings.count))
          precondition(readings.joined().allSatisfy { !$0.isEmpty })
        }
      }
    },
    FuzzTarget("phones", upTo: 1_024) { bytes in
      guard let table = try? PhoneTable(fileBytes: bytes) else { return }
      _ = table.nearestEnglishPhones
      let merged = PhoneTable.nearestEnglish.merging(table)
      for text in ["p O: n", "ro:k", String(bytes.text.prefix(64))] {
        if case .success(let readings) = merged.readings(of: text) {
          precondition((1...XSAMPA.readingLimit).contains(readings.count))
          precondition(readings.joined().allSatisfy { !$0.isEmpty })
        }
      }
    },
    FuzzTarget("messages", upTo: 4_096) { bytes in
      do throws(PlainError) {
        let translation = try Translation(json: bytes, file: "messages.json")
        let texts = messages.map { $0.text(in: translation) }
        precondition(texts.allSatisfy { !$0.isEmpty })
      } catch {
        precondition(error.description.utf8.count < 20_000)
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
      do {
        _ = try Configuration(yaml: bytes, file: "config.yaml")
      } catch {
        precondition("\(error)".utf8.count < 100_000)
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
