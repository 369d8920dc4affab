import FoundationEssentials
import Glibc

extension AcousticModel {
  /// The n-gram for dictation, checked.
  ///
  /// PocketSphinx reads beyond a file that is cut off, so its size is compared with the counts at
  /// its beginning: `Trie Language Model` and a zero byte, the order, and the number of n-grams of
  /// each order, 32 bits each. Format: `ngram_model_trie_read_bin` in sphinxbase.
  ///
  /// - Throws: `SpeechError` with code `unavailable` if the model has none, or `modelUnavailable`.
  func checkedNgram() throws(SpeechError) -> String {
    guard let ngram, dictionary != nil else {
      throw SpeechError(
        .unavailable, operation: "recognize speech without a language model",
        advice: "the model for \(localeIdentifier) has no n-gram for dictation; prepare a language "
          + "model first")
    }
    guard Self.isWholeNgram(ngram) else {
      throw SpeechError(
        .modelUnavailable, operation: "use the n-gram", subject: ngram,
        advice: "it is cut off or damaged; install the model again (Debian: sudo apt install "
          + "--reinstall pocketsphinx-en-us)")
    }
    return ngram
  }

  private static let ngramMark = Array("Trie Language Model".utf8)

  private static func isWholeNgram(_ path: String) -> Bool {
    guard let file = fopen(path, "r") else { return false }
    defer { fclose(file) }
    var status = stat()
    guard fstat(fileno(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    var head = [UInt8](repeating: 0, count: 64)
    guard fread(&head, 1, head.count, file) == head.count, head.starts(with: ngramMark) else {
      return false
    }
    let order = Int(head[ngramMark.count])
    guard (1...5).contains(order) else { return false }
    // A unigram has 12 bytes, and a word of at least a letter and a zero.
    let counts = (0..<order).map { index in
      head.withUnsafeBytes {
        Int(
          UInt32(
            littleEndian: $0.loadUnaligned(
              fromByteOffset: ngramMark.count + 1 + 4 * index, as: UInt32.self)))
      }
    }
    return counts.allSatisfy { $0 > 0 } && Int(status.st_size) >= leastSize(counts)
  }

  /// Bytes that a file with so many n-grams of each order has at least: quantized to 16 bits, each
  /// takes 2 bytes for its probability, and as many bits as a word's number has.
  private static func leastSize(_ counts: [Int]) -> Int {
    let bits = Int.bitWidth - (counts.first ?? 0).leadingZeroBitCount
    return counts.enumerated().reduce(0) { sum, item in
      sum + (item.offset == 0 ? item.element * 14 : item.element * (bits + 16) / 8)
    }
  }
}
