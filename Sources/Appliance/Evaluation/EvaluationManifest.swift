import FoundationEssentials

/// One recording and what is right for it: a line of an evaluation manifest.
public struct EvaluationCase: Sendable, Hashable {
  /// What the appliance should make of the recording.
  public enum Expectation: Sendable, Hashable {
    /// This legal move, in UCI notation.
    case move(uci: String)
    /// No move and no command: it has to be refused.
    case refusal
    /// These words, whatever they mean.
    case words(String)
  }

  /// The line of the manifest, counted from 1.
  public var line: Int
  /// What the case is called in reports; the manifest's `id`, or its audio file's name.
  public var id: String
  /// The group whose figures it counts towards; the manifest's `group`, or "all".
  public var group: String
  /// The recording, as a path that opens from where the process runs.
  public var audio: String
  /// The position it is said in; nil for the position it all starts from.
  public var fen: String?
  public var expectation: Expectation
  /// What was said, where the manifest tells; for reports.
  public var phrase: String?
}

/// The list of recordings to evaluate with, one JSON object a line.
public struct EvaluationManifest: Sendable, Hashable {
  /// A line that is no case, and why.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The manifest's name.
    public var file: String
    /// The line, counted from 1.
    public var line: Int
    public var message: String

    public var description: String { "\(file):\(line): \(message)" }
  }

  /// The longest line read, in bytes; a longer one is a problem of its own.
  public static let maximumLineLength = 64 * 1024

  public var cases: [EvaluationCase] = []
  public var problems: [Problem] = []

  /// Reads a manifest; lines that are no case become problems and the others stand.
  ///
  /// - Parameters:
  ///   - text: the manifest's bytes.
  ///   - file: its name, for problems; its folder is what `audio` is relative to.
  ///   - fen: the position of cases that name none; nil for the start of a game.
  public init(_ text: some Collection<UInt8>, file: String, fen: String? = nil) {
    let folder = Self.folder(of: file)
    for (index, bytes) in text.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    )
    .enumerated() {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      switch Self.read(Array(bytes)) {
      case .failure(let reason):
        problems.append(Problem(file: file, line: index + 1, message: reason.message))
      case .success(let entry):
        cases.append(
          EvaluationCase(
            line: index + 1, id: entry.id ?? Self.name(of: entry.audio),
            group: entry.group ?? "all",
            audio: entry.audio.hasPrefix("/") ? entry.audio : folder + entry.audio,
            fen: entry.fen ?? fen, expectation: entry.expectation, phrase: entry.phrase))
      }
    }
  }

  private static func read(_ bytes: [UInt8]) -> Result<Entry, Entry.Refusal> {
    guard bytes.count <= maximumLineLength else {
      return .failure(
        Entry.Refusal(message: "longer than \(maximumLineLength) bytes; one JSON object a line"))
    }
    do {
      return .success(try JSONDecoder().decode(Entry.self, from: Data(bytes)))
    } catch let refusal as Entry.Refusal {
      return .failure(refusal)
    } catch let DecodingError.typeMismatch(_, context) {
      let key = context.codingPath.map(\.stringValue).joined(separator: ".")
      return .failure(
        Entry.Refusal(
          message: key.isEmpty ? "not a JSON object" : "\"\(key)\" has the wrong type"))
    } catch {
      return .failure(Entry.Refusal(message: "not a JSON object: one is needed on each line"))
    }
  }

  /// The path up to and with its last slash; empty for a bare name.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// A path's last component without its extension.
  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
    return String(last[..<dot])
  }
}

/// A manifest's line as it stands there.
private struct Entry: Decodable {
  struct Refusal: Error {
    var message: String
  }

  private enum CodingKeys: String, CodingKey {
    case audio
    case fen
    case uci
    case phrase
    case group
    case id
  }

  var audio: String
  var fen: String?
  var phrase: String?
  var group: String?
  var id: String?
  var expectation: EvaluationCase.Expectation

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard let audio = try values.decodeIfPresent(String.self, forKey: .audio), !audio.isEmpty else {
      throw Refusal(message: "no \"audio\"; it names the recording, relative to the manifest")
    }
    self.audio = audio
    fen = try values.decodeIfPresent(String.self, forKey: .fen)
    phrase = try values.decodeIfPresent(String.self, forKey: .phrase)
    group = try values.decodeIfPresent(String.self, forKey: .group)
    id = try values.decodeIfPresent(String.self, forKey: .id)
    if values.contains(.uci) {
      // Written as null it says that there is no move; left out, it says nothing.
      let uci = try values.decodeIfPresent(String.self, forKey: .uci)
      expectation = uci.map { .move(uci: $0) } ?? .refusal
    } else if let phrase {
      expectation = .words(phrase)
    } else {
      throw Refusal(
        message: "neither \"uci\" (null where it must be refused) nor \"phrase\": "
          + "nothing tells what is right")
    }
  }
}
