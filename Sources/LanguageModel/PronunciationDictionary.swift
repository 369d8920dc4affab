import DeviceIO
import FoundationEssentials
import Glibc

/// Pronunciations in the format of the CMU Pronouncing Dictionary: one line per word, variants as
/// "word(2)".
///
/// The file stays memory-mapped and is searched on demand; only results are copied.
public struct PronunciationDictionary: Sendable {
  private let bytes: Data
  /// All phones of the acoustic model's words; nil if unknown.
  public var phones: Set<String>?
  /// The model's phones for X-SAMPA symbols; nil if they are English.
  public var table: PhoneTable?

  /// Maps a dictionary file into memory.
  public init(contentsOf url: URL) throws(LanguageModelError) {
    do {
      bytes = try Data(contentsOf: url, options: .mappedIfSafe)
    } catch {
      throw LanguageModelError(
        .unreadableFile, operation: "read the pronunciation dictionary", file: url.path,
        reason: "\(error.systemReason): check that the acoustic model is installed there")
    }
  }

  /// Takes the text of a dictionary.
  public init(text: String) {
    bytes = Data(text.utf8)
  }

  /// The pronunciations of those words that the dictionary has, with all variants in order.
  ///
  /// Case does not matter; the result spells the words as requested, and has no stress digits. One
  /// call reads the whole file once, for any number of words.
  public func pronunciations(of words: some Sequence<String>) -> [String: [[String]]] {
    var index = WordIndex()
    for word in words { index.insert(word) }
    var found: [String: [[String]]] = [:]
    bytes.withUnsafeBytes { buffer in
      let text = buffer.bindMemory(to: UInt8.self)
      var start = 0
      while start < text.count {
        let end = text.endOfLine(from: start)
        if let (words, phones) = index.match(text, start, end) {
          for word in words { found[word, default: []].append(phones) }
        }
        start = end + 1
      }
    }
    return found.mapValues { $0.withoutDuplicates() }
  }
}

/// The requested words, for look-up by bytes.
private struct WordIndex {
  /// Words that differ only in case are one entry.
  private var buckets: [[(bytes: [UInt8], words: [String])]] = Array(repeating: [], count: 4096)

  mutating func insert(_ word: String) {
    let bytes = word.lowercased().utf8.map { $0 }
    guard !bytes.isEmpty else { return }
    let slot = Int(bytes.reduce(Self.seed, Self.mix) & 4095)
    if let place = buckets[slot].firstIndex(where: { $0.bytes == bytes }) {
      if !buckets[slot][place].words.contains(word) { buckets[slot][place].words.append(word) }
    } else {
      buckets[slot].append((bytes, [word]))
    }
  }

  // The Fowler–Noll–Vo hash.
  private static let seed: UInt32 = 2_166_136_261
  private static func mix(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    (hash ^ UInt32(byte)) &* 16_777_619
  }

  /// The spellings of the line's word and its phones, if the word is requested and has phones.
  func match(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> (words: [String], phones: [String])? {
    var wordEnd = start
    var phonesStart: Int?
    var hash = Self.seed
    while wordEnd < end && text[wordEnd] > UInt8(ascii: " ") {
      if text[wordEnd] == UInt8(ascii: "("), let end = text.endOfVariant(from: wordEnd, before: end)
      {
        phonesStart = end
        break
      }
      hash = Self.mix(hash, text[wordEnd].lowercased)
      wordEnd += 1
    }
    let slot = Int(hash & 4095)
    for (bytes, words) in buckets[slot]
    where bytes.count == wordEnd - start
      && bytes.indices.allSatisfy({ bytes[$0] == text[start + $0].lowercased })
    {
      let line = UnsafeBufferPointer(rebasing: text[(phonesStart ?? wordEnd)..<end])
      let phones = String(decoding: line, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
        .map { phone in String(phone.last?.isNumber == true ? phone.dropLast() : phone) }
      return phones.isEmpty ? nil : (words, phones)
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The end of a variant's "(2)" that begins here and is followed by a space; nil if there is
  /// none.
  fileprivate func endOfVariant(from start: Int, before end: Int) -> Int? {
    var index = start + 1
    while index < end && self[index].isDigit { index += 1 }
    guard index > start + 1, index < end, self[index] == UInt8(ascii: ")"),
      index + 1 == end || self[index + 1] <= UInt8(ascii: " ")
    else { return nil }
    return index + 1
  }

  fileprivate func endOfLine(from start: Int) -> Int {
    guard let base = baseAddress, let end = memchr(base + start, 10, count - start) else {
      return count
    }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(end))
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 48 && self <= 57 }
  fileprivate var lowercased: UInt8 { self >= 65 && self <= 90 ? self | 32 : self }
}

extension Array where Element: Hashable {
  /// The first of each set of equal elements, in order.
  package func withoutDuplicates() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Error {
  /// The system's message about a file error.
  var systemReason: String {
    guard let error = self as? CocoaError else { return "\(self)" }
    let status: Int32 =
      switch (error.underlying as? POSIXError, error.code) {
      case (let posix?, _): posix.code.rawValue
      case (_, .fileNoSuchFile), (_, .fileReadNoSuchFile): ENOENT
      case (_, .fileReadNoPermission), (_, .fileWriteNoPermission): EACCES
      case (_, .fileWriteOutOfSpace): ENOSPC
      case (_, .fileWriteVolumeReadOnly): EROFS
      default: EIO
      }
    return SystemStatus.text(status)
  }
}
