import Acoustics
import DeviceIO
import FoundationEssentials
import Glibc
import LanguageModel
import Localization

/// A language's acoustic model and dictionary on disk.
///
/// The layout is that of PocketSphinx's model packages: a search directory has a folder for each
/// language (`en-us`), which holds the acoustic model in a folder of the same name, a dictionary
/// `*.dict`, and for dictation an n-gram `en-us.lm.bin`.
public struct AcousticModel: Sendable, Hashable {
  /// The language and region, as in "en_US".
  public var localeIdentifier: String
  /// The folder with `mdef`, `means`, `feat.params` and so on.
  public var directory: String
  /// The model's own dictionary; nil if it has none.
  public var dictionary: String?
  /// The model's n-gram for dictation, beside the dictionary; nil if it has none.
  public var ngram: String?
  /// Whether it recognizes another language, with pronunciations mapped to its own phones.
  public var isMapped = false
  /// The adaptation of the phone network to one speaker; nil: none.
  public var speaker: SpeakerAdaptation?

  /// The environment variable with more search directories, separated by colons. These are searched
  /// first.
  public static let searchPathVariable = "SPOKENMOVE_MODELS"

  /// Describes the model in `directory`, with its dictionary and n-gram if it has them.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable` that names the first missing file.
  public init(
    directory: String, dictionary: String?, ngram: String? = nil, localeIdentifier: String
  ) throws(SpeechError) {
    self.directory = directory
    self.dictionary = dictionary
    self.ngram = ngram
    self.localeIdentifier = localeIdentifier
    try check()
  }

  private init(unchecked folder: String, name: String) {
    localeIdentifier = Self.localeIdentifier(folder: name)
    directory = "\(folder)/\(name)/\(name)"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
    dictionary = files.sorted().first { $0.hasSuffix(".dict") }.map { "\(folder)/\(name)/\($0)" }
    ngram = files.contains("\(name).lm.bin") ? "\(folder)/\(name)/\(name).lm.bin" : nil
  }

  /// The directories to search for models, in order.
  public static var searchDirectories: [String] {
    let override = getenv(searchPathVariable).map { String(cString: $0) } ?? ""
    return override.split(separator: ":").map(String.init) + [
      "/usr/local/share/pocketsphinx/model", "/usr/share/pocketsphinx/model",
    ]
  }

  /// The models on this machine, the first for each language.
  public static func installed(in directories: [String] = searchDirectories) -> [AcousticModel] {
    var found: [AcousticModel] = []
    for folder in directories {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names.sorted() {
        let model = AcousticModel(unchecked: folder, name: name)
        let isNew = !found.contains { $0.localeIdentifier == model.localeIdentifier }
        if isNew, (try? model.check()) != nil { found.append(model) }
      }
    }
    return found
  }

  /// The installed model for a locale such as "en_US", "en-GB" or "en": for the same region if
  /// there is one, else for the same language; nil if there is none.
  public static func named(
    _ localeIdentifier: String, in directories: [String] = searchDirectories
  ) -> AcousticModel? {
    let wanted = parts(of: localeIdentifier)
    let models = installed(in: directories).filter {
      parts(of: $0.localeIdentifier).language == wanted.language
    }
    return models.first { parts(of: $0.localeIdentifier).region == wanted.region } ?? models.first
  }

  /// Its phone network, without an adaptation to a speaker; nil if there is none.
  var phoneNetwork: PhoneNetwork? { isMapped ? .mapped : .english }

  /// Identifies this model together with its phone network: a hash of both (FNV-1a, 64 bit), in
  /// hexadecimal digits.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable`. Reads a file of about a megabyte.
  public var fingerprint: String {
    get throws(SpeechError) {
      guard let means = try? Data(contentsOf: URL(filePath: "\(directory)/means")) else {
        throw SpeechError(
          .modelUnavailable, Message("read"), "\(directory)/means",
          advice: Message("check that the file is there and may be read"))
      }
      let hash = FNV1a.hash(of: means)
      return String(hash ^ (phoneNetwork?.checksum ?? 0), radix: 16)
    }
  }

  /// Checks that the files exist; without them, the decoder would exit the process.
  func check() throws(SpeechError) {
    for file in ["mdef", "means", "variances", "transition_matrices", "feat.params"] {
      guard access("\(directory)/\(file)", R_OK) == 0 else {
        throw SpeechError(
          .modelUnavailable, Message("open the acoustic model"), "\(directory)/\(file)",
          status: errno,
          advice: Message(
            "\(SystemStatus.text(errno)); install a model (Debian: pocketsphinx-en-us), or name its directory with \(Self.searchPathVariable)"
          ))
      }
    }
    if let dictionary, access(dictionary, R_OK) != 0 {
      throw SpeechError(
        .modelUnavailable, Message("open the dictionary"), dictionary, status: errno,
        advice: .verbatim(SystemStatus.text(errno)))
    }
    var status = stat()
    if let dictionary, stat(dictionary, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
      throw SpeechError(
        .modelUnavailable, Message("open the dictionary"), dictionary,
        advice: .reinstall(after: Message("it is not a regular file")))
    }
  }

  private static func localeIdentifier(folder: String) -> String {
    let (language, region) = parts(of: folder)
    return region.isEmpty ? language : "\(language)_\(region)"
  }

  private static func parts(of identifier: String) -> (language: String, region: String) {
    let pieces = identifier.split { $0 == "_" || $0 == "-" || $0 == "@" || $0 == "." }
    return (pieces.first?.lowercased() ?? "", pieces.count > 1 ? pieces[1].uppercased() : "")
  }
}

extension Message {
  /// A clause that names a model's problem, and how to reinstall the model.
  static func reinstall(after problem: Message) -> Message {
    guard !SystemStatus.isOutOfDescriptors else {
      return Message("too many files are open; close some, or raise the limit (ulimit -n)")
    }
    return Message(
      "\(problem); install the model again (Debian: sudo apt install --reinstall pocketsphinx-en-us)"
    )
  }
}
