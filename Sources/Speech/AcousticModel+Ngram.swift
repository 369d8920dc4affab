import FoundationEssentials
import Localization

extension AcousticModel {
  /// The n-gram for dictation, checked.
  ///
  /// A damaged n-gram makes PocketSphinx read out of bounds, so this checks it first. Blocks while
  /// it reads the 27 MB of a typical n-gram, about 50 ms.
  ///
  /// - Throws: `SpeechError` with code `unavailable` if the model has none, or `modelUnavailable`.
  func checkedNgram() throws(SpeechError) -> String {
    guard let ngram, dictionary != nil else {
      throw SpeechError(
        .unavailable, Message("recognize speech without a language model"),
        advice: Message(
          "the model for \(localeIdentifier) has no n-gram for dictation; prepare a language model first"
        ))
    }
    let data = try? Data(contentsOf: URL(filePath: ngram), options: .alwaysMapped)
    guard let data, data.withUnsafeBytes({ NgramFile($0)?.isIntact ?? false }) else {
      throw SpeechError(
        .modelUnavailable, Message("use the n-gram"), ngram,
        advice: .reinstall(after: Message("it is cut off or damaged")))
    }
    return ngram
  }
}

/// The bytes of an n-gram as sphinxbase writes it; never reads out of bounds.
///
/// Format: `ngram_model_trie_read_bin`, `lm_trie_read_bin` and `lm_trie_quant_read_bin` in
/// sphinxbase. A magic string; the order; the number of n-grams of each order; tables of quantized
/// probabilities; the unigrams; the bit-packed n-grams of each higher order; the words.
struct NgramFile {
  private let bytes: UnsafeRawBufferPointer
  private let counts: [Int]
  private let tables: Range<Int>
  private let unigrams: Range<Int>
  /// The offsets of the n-grams of each order from 2, and of their end.
  private let packed: [Int]

  private static let mark = Array("Trie Language Model".utf8)
  /// Bits of the quantized probability, and of the back-off weight, of a packed n-gram.
  private static let quantizedBits = 16
  private static let bytesPerUnigram = 12

  /// Nil if the magic string is missing, or the size does not match the counts.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let (mark, head) = (Self.mark, Self.mark.count + 1)
    guard bytes.count > head, bytes.starts(with: mark), (2...5).contains(bytes[mark.count]) else {
      return nil
    }
    let order = Int(bytes[mark.count])
    let counts = (0..<order).compactMap { Self.integer(bytes, head + 4 * $0) }
    guard counts.count == order, counts.allSatisfy({ (1..<1 << 25).contains($0) }) else {
      return nil
    }
    let tables = head + 4 * order + 4
    let unigrams = tables + (2 * (order - 2) + 1) * (1 << Self.quantizedBits) * 4
    var packed = [unigrams + Self.bytesPerUnigram * (counts[0] + 1)]
    for index in 1..<order {
      let bits = Self.bitsPerEntry(index, counts)
      packed.append(packed[index - 1] + ((counts[index] + 1) * bits + 7) / 8 + 8)
    }
    guard let words = packed.last, let length = Self.integer(bytes, words), length > 0,
      bytes.count == words + 4 + length
    else { return nil }
    self.bytes = bytes
    self.counts = counts
    self.tables = tables..<unigrams
    self.unigrams = unigrams..<packed[0]
    self.packed = packed
  }

  private static func integer(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int? {
    guard offset <= bytes.count - 4 else { return nil }
    return Int(bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
  }

  /// Whether PocketSphinx can use every number safely.
  var isIntact: Bool {
    let numbers = stride(from: tables.lowerBound, to: tables.upperBound, by: 4)
    guard numbers.allSatisfy(isFinite), areWordsIntact, var used = usedBigrams else { return false }
    for index in 1..<counts.count {
      guard let successors = usedSuccessors(of: used, index) else { return false }
      used = successors
    }
    return true
  }

  private func isFinite(at offset: Int) -> Bool {
    abs(bytes.loadUnaligned(fromByteOffset: offset, as: Float.self)) < 1e9
  }

  /// How many bigrams the unigrams have; nil if the unigrams are damaged.
  ///
  /// A unigram: probability, back-off weight, and the number of its first bigram.
  private var usedBigrams: Int? {
    var last = 0
    for offset in stride(
      from: unigrams.lowerBound, to: unigrams.upperBound, by: Self.bytesPerUnigram)
    {
      let next = Int(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
      guard isFinite(at: offset), isFinite(at: offset + 4), (last...counts[1]).contains(next)
      else { return nil }
      last = next
    }
    return last
  }

  /// The words, each ended by a zero byte: one per unigram, each once.
  private var areWordsIntact: Bool {
    let text = bytes[((packed.last ?? 0) + 4)...]
    guard text.last == 0 else { return false }
    let words = text.dropLast().split(separator: 0, omittingEmptySubsequences: false)
    let distinct = Set(words.map { String(decoding: $0, as: UTF8.self) })
    return words.count == counts[0] && distinct.count == words.count
      && distinct.isSuperset(of: ["<s>", "</s>"])
  }

  /// How many n-grams of the next higher order belong to the first `used` of one order (`index` is
  /// the order less 1); nil if these are damaged.
  ///
  /// A packed n-gram: its last word; probability and back-off weight; and the number of its first
  /// successor, where there is a higher order.
  private func usedSuccessors(of used: Int, _ index: Int) -> Int? {
    let (start, bits) = (packed[index - 1], Self.bitsPerEntry(index, counts))
    let wordBits = Self.bitsNeeded(counts[0])
    var last = 0
    for entry in 0...used {
      let position = entry * bits
      if entry < used, read(start, position, wordBits) >= counts[0] { return nil }
      guard index + 1 < counts.count else { continue }
      let nextBits = Self.bitsNeeded(counts[index + 1])
      let next = read(start, position + bits - nextBits, nextBits)
      guard (last...counts[index + 1]).contains(next) else { return nil }
      last = next
    }
    return last
  }

  /// The number in `width` bits from the bit `position` of the n-grams that begin at `start`.
  private func read(_ start: Int, _ position: Int, _ width: Int) -> Int {
    let word = bytes.loadUnaligned(fromByteOffset: start + position / 8, as: UInt64.self)
    return Int(truncatingIfNeeded: word >> UInt64(position % 8)) & (1 << width - 1)
  }

  private static func bitsPerEntry(_ index: Int, _ counts: [Int]) -> Int {
    let word = bitsNeeded(counts[0])
    return index + 1 < counts.count
      ? word + 2 * quantizedBits + bitsNeeded(counts[index + 1]) : word + quantizedBits
  }

  private static func bitsNeeded(_ count: Int) -> Int { Int.bitWidth - count.leadingZeroBitCount }
}
