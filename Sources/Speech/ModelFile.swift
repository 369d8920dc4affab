/// The bytes of one model file; never reads out of bounds.
struct ModelFile {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  func integer(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
  }

  static let damaged = "it is cut off or damaged"
  static let otherByteOrder = "it is in the other byte order: a big-endian machine wrote it"

  /// The problem with a file of number arrays: a text header, a byte-order mark, words, and their
  /// checksum.
  ///
  /// Format: `bio_readhdr` and `bio_verify_chksum` in sphinxbase/bio.h.
  var problemOfNumbers: String? {
    guard let start = startOfNumbers else { return "it does not begin as a file of a model does" }
    guard let order = integer(start) else { return Self.damaged }
    guard order == 0x1122_3344 else {
      return order == 0x4433_2211 ? Self.otherByteOrder : Self.damaged
    }
    guard hasChecksum(start) else { return nil }
    guard let sum = checksum(start) else { return Self.damaged }
    return sum == bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
      ? nil : "its checksum is wrong: \(Self.damaged)"
  }

  /// Whether the header, up to `start`, says that a checksum follows the numbers.
  func hasChecksum(_ start: Int) -> Bool {
    bytes[..<start].split(separator: UInt8(ascii: "\n")).contains { line in
      line.split(separator: UInt8(ascii: " ")).first?.elementsEqual("chksum0".utf8) == true
    }
  }

  /// The checksum that the last four bytes should be, of the numbers from `start` on; nil if these
  /// are cut off.
  func checksum(_ start: Int) -> UInt32? {
    let last = bytes.count - 4
    guard last > start + 4, (last - start).isMultiple(of: 4) else { return nil }
    return stride(from: start + 4, to: last, by: 4).reduce(0) { sum, offset in
      (sum << 20 | sum >> 12) &+ bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
  }

  /// Where the numbers begin, after the text header; nil if there is no such header.
  ///
  /// The header's lines have a name and a value each, or are comments, and there are at most 31 of
  /// them, up to the line `endhdr`.
  var startOfNumbers: Int? {
    let head = bytes.prefix(4_096)
    guard head.starts(with: "s3\n".utf8) else { return nil }
    var start = 3
    for _ in 0..<32 {
      guard let end = head[start...].firstIndex(of: UInt8(ascii: "\n")),
        head[start..<end].allSatisfy({ (0x20..<0x7F).contains($0) })
      else { return nil }
      let words = head[start..<end].split(separator: UInt8(ascii: " "))
      start = end + 1
      if words.first?.elementsEqual("endhdr".utf8) == true { return start }
      guard words.count > 1 || words.first?.first == UInt8(ascii: "#") else { return nil }
    }
    return nil
  }

  /// The problem with transition matrices, whose file may lack a checksum: no transition may lead
  /// back or skip more than one state.
  ///
  /// Format: `tmat_init` in pocketsphinx/tmat.c: the counts of matrices, source states, target
  /// states, and numbers; the numbers.
  var problemOfTransitions: String? {
    guard let start = startOfNumbers else { return Self.damaged }
    let counts = (1...4).compactMap { integer(start + 4 * $0) }
    guard counts.count == 4, counts.allSatisfy({ (1...0xFF_FFFF).contains($0) }),
      counts[2] == counts[1] + 1, counts[1] <= 32, counts[0] <= 0xFFFF,
      counts[3] == counts[0] * counts[1] * counts[2],
      bytes.count == start + 20 + 4 * counts[3] + (hasChecksum(start) ? 4 : 0)
    else { return Self.damaged }
    for index in 0..<counts[3] {
      let (from, to) = (index / counts[2] % counts[1], index % counts[2])
      let value = bytes.loadUnaligned(fromByteOffset: start + 20 + 4 * index, as: Float.self)
      guard value.isFinite, value >= 0, (from...from + 2).contains(to) || value == 0 else {
        return Self.damaged
      }
    }
    return nil
  }

  /// The problem with the definition of phones and their states.
  ///
  /// Format: `bin_mdef_read` in pocketsphinx/bin_mdef.c: counts, phone names, a tree of contexts (8
  /// bytes per node), the phones (12 bytes each: state sequence, transitions, contexts), the state
  /// sequences (2 bytes per state).
  var problemOfDefinition: String? {
    guard !bytes.starts(with: "FDMB".utf8) else { return Self.otherByteOrder }
    guard bytes.starts(with: "BMDF".utf8) else {
      return "it does not begin as a definition of phones does"
    }
    guard let version = integer(4), let length = integer(8), version >= 0, length >= 0 else {
      return Self.damaged
    }
    let counts = (0..<10).compactMap { integer(12 + length + 4 * $0) }
    guard counts.count == 10, counts.allSatisfy({ (0...0xFF_FFFF).contains($0) }) else {
      return Self.damaged
    }
    let (phones, triphones, states) = (counts[0], counts[1], counts[2])
    let (senones, matrices, sequences, nodes) = (counts[4], counts[5], counts[6], counts[8])
    // The library has room for five states per phone, and looks up all four word positions at once.
    guard phones > 0, phones <= triphones, counts[9] < phones, senones <= 0xFFFF,
      counts[3] <= senones, (1...5).contains(states), nodes >= 4
    else { return Self.damaged }
    let names = 12 + length + 40
    var place = names
    var known: [ArraySlice<UInt8>] = []
    for _ in 0..<phones {
      guard let end = bytes[min(place, bytes.count)...].firstIndex(of: 0) else {
        return Self.damaged
      }
      known.append(ArraySlice(bytes[place..<end]))
      place = end + 1
    }
    // It looks up names by binary search.
    guard zip(known, known.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) }),
      known.contains(ArraySlice("SIL".utf8))
    else { return "its phones are not in order, or it has no silence: \(Self.damaged)" }
    let tree = names + (place - names + 3) / 4 * 4
    let table = tree + 8 * nodes
    let size = table + 12 * triphones
    guard let stateCount = integer(size), stateCount >= 0,
      size + 4 + 2 * stateCount <= bytes.count
    else { return Self.damaged }
    for node in 0..<nodes {
      let offset = tree + 8 * node
      let below = Int(bytes.loadUnaligned(fromByteOffset: offset + 2, as: Int16.self))
      guard let index = integer(offset + 4), below >= 0,
        below == 0 ? index < triphones : index >= 0 && index + below <= nodes
      else { return Self.damaged }
    }
    for phone in 0..<triphones {
      let offset = table + 12 * phone
      guard let sequence = integer(offset), let matrix = integer(offset + 4),
        (0..<sequences).contains(sequence), (0..<matrices).contains(matrix),
        // A phone: whether it is noise. A triphone: its place in the word, and its phones.
        phone < phones || bytes[offset + 9..<offset + 12].allSatisfy({ $0 < phones })
      else { return Self.damaged }
    }
    // If phones had different numbers of states, each sequence would carry its own count; no known
    // model does.
    guard stateCount == sequences * states else { return Self.damaged }
    for state in 0..<stateCount {
      let senone = bytes.loadUnaligned(fromByteOffset: size + 4 + 2 * state, as: UInt16.self)
      guard Int(senone) < senones else { return Self.damaged }
    }
    return nil
  }

  /// The problem with the compressed density weights: strings with preceding lengths, the last of
  /// length 0, two counts, and the weights.
  ///
  /// Format: `read_sendump` in pocketsphinx/ptm_mgau.c, which has room for 1,000 bytes per string.
  var problemOfSenones: String? {
    guard weights == nil else { return nil }
    return isOfOtherByteOrder ? Self.otherByteOrder : Self.damaged
  }

  /// The counts of the weights if the file is intact; nil as well for clustered weights, of
  /// semi-continuous models from before 2010.
  var weights: ModelCounts.Weights? {
    var place = 0
    var counts: [Substring: Int] = [:]
    for index in 0... {
      guard let length = integer(place), (0..<1_000).contains(length),
        place + 4 + length <= bytes.count
      else { return nil }
      let string = bytes[place + 4..<place + 4 + length]
      place += 4 + length
      if index < 2 {
        // The title, and a description.
        guard string.last == 0 else { return nil }
        continue
      }
      if length == 0 { break }
      let fields = String(decoding: string.prefix { $0 != 0 }, as: UTF8.self)
        .split(separator: " ", omittingEmptySubsequences: false)
      guard fields[0].hasSuffix("_count") || fields[0] == "cluster_bits" else { continue }
      // Other strings may fill up to a multiple of four bytes, and end without a zero.
      guard fields.count == 2, string.contains(0), let count = Int(fields[1]) else { return nil }
      counts[fields[0]] = count
    }
    guard let densities = integer(place), let senones = integer(place + 4),
      (1...0xFFFF).contains(densities), (1...0xFFFF).contains(senones),
      counts["mixture_count", default: densities] == densities,
      counts["model_count", default: senones] == senones,
      counts["cluster_count", default: 0] == 0, counts["cluster_bits", default: 8] == 8,
      case let streams = counts["feature_count", default: 1], (1...256).contains(streams),
      place + 8 + streams * densities * senones <= bytes.count
    else { return nil }
    return ModelCounts.Weights(
      densities: densities, senones: senones, streams: counts["feature_count"],
      size: bytes.count - place - 8)
  }

  /// Whether the length of the first string of compressed weights is one in the other byte order.
  private var isOfOtherByteOrder: Bool {
    guard let length = integer(0) else { return false }
    return (1..<1_000).contains(Int(Int32(truncatingIfNeeded: length).byteSwapped))
  }
}

extension ModelFile {
  /// The counts of densities in `means` or `variances`; nil if the file does not hold exactly these.
  ///
  /// PocketSphinx refuses a file that goes on after its numbers, and leaks the part that it has
  /// read.
  ///
  /// Format: `gauden_param_read` in pocketsphinx/ms_gauden.c: the counts of codebooks, streams and
  /// densities, each stream's length, the count of all numbers, and the numbers.
  var densities: ModelCounts.Densities? {
    guard let start = startOfNumbers, let codebooks = integer(start + 4),
      let streams = integer(start + 8), let densities = integer(start + 12),
      (1...0xFFFF).contains(codebooks), (1...64).contains(streams),
      (1...0xFFFF).contains(densities)
    else { return nil }
    let lengths = (0..<streams).compactMap { integer(start + 16 + 4 * $0) }
    guard lengths.count == streams, lengths.allSatisfy({ (1...1_024).contains($0) }) else {
      return nil
    }
    let numbers = start + 16 + 4 * streams
    let count = codebooks * densities * lengths.reduce(0, +)
    let size = numbers + 4 + 4 * count + (hasChecksum(start) ? 4 : 0)
    guard integer(numbers) == count, bytes.count == size else { return nil }
    return ModelCounts.Densities(
      codebooks: codebooks, densities: densities, streamLengths: lengths)
  }
}
