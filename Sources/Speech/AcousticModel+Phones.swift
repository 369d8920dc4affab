import Acoustics
import FoundationEssentials
import Glibc
import LanguageModel
import Localization

extension AcousticModel {
  /// The pronunciations in the model's dictionary, its phones, and its own table of X-SAMPA symbols
  /// if there is a `phones.json` in its folder or beside its dictionary.
  ///
  /// - Throws: `LanguageModelError` if a file cannot be read.
  public func pronunciations() throws(LanguageModelError) -> PronunciationDictionary {
    var pronunciations = PronunciationDictionary(text: "")
    if let dictionary {
      pronunciations = try PronunciationDictionary(contentsOf: URL(fileURLWithPath: dictionary))
    }
    pronunciations.phones = definition.map(Self.spokenPhones)
    pronunciations.table = try phoneTable()
    return pronunciations
  }

  /// Its phones and states; nil if they cannot be read.
  private var definition: ModelDefinition? {
    try? ModelDefinition(contentsOf: "\(directory)/mdef")
  }

  /// The phones of words: all but silence and noises.
  private static func spokenPhones(of definition: ModelDefinition) -> Set<String> {
    Set(definition.phones.indices.filter(definition.isSpoken).map { definition.phones[$0] })
  }

  private static func hasEnglishPhones(_ definition: ModelDefinition) -> Bool {
    spokenPhones(of: definition).isSuperset(of: PhoneTable.nearestEnglish.phones)
  }

  /// Whether its phones are English: all that the CMU Pronouncing Dictionary has, and no table
  /// of its own.
  ///
  /// - Throws: `LanguageModelError` if there is a table that cannot be read.
  public var hasEnglishPhones: Bool {
    get throws(LanguageModelError) {
      try phoneTable() == nil && definition.map(Self.hasEnglishPhones) ?? false
    }
  }

  /// The nearest English phone for each phone of a model with phones of its own. The phone network
  /// scores the English phone in its place.
  ///
  /// From the tables of the language pack and of the model; empty without a table. For English
  /// phones it is empty, and no pack is read.
  func nearestEnglishPhones(
    for definition: ModelDefinition
  ) throws(SpeechError) -> [String: String] {
    do throws(LanguageModelError) {
      let table = try phoneTable()
      if table == nil, Self.hasEnglishPhones(definition) { return [:] }
      let pack = try LanguagePack.named(Locale(identifier: localeIdentifier))?.phones()
      let names = table?.nearestEnglishPhones ?? [:]
      return (pack?.nearestEnglishPhones ?? [:]).merging(names) { ofPack, _ in ofPack }
    } catch {
      throw SpeechError(
        .modelUnavailable, Message("use the model's phones"), directory, advice: Message(error))
    }
  }

  /// The model's own phones for X-SAMPA symbols; nil if they are English.
  func phoneTable() throws(LanguageModelError) -> PhoneTable? {
    let besideDictionary = dictionary.map { URL(filePath: $0).deletingLastPathComponent().path }
    for folder in [directory, besideDictionary ?? directory] {
      let path = "\(folder)/\(PhoneTable.fileName)"
      if access(path, F_OK) == 0 { return try PhoneTable(contentsOf: URL(filePath: path)) }
    }
    return nil
  }
}
