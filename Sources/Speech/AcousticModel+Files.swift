import FoundationEssentials

extension AcousticModel {
  /// Reads the files of the model that the decoder reads, and makes sure that they are whole.
  ///
  /// PocketSphinx ends the process, or reads beyond the end, where some of them are damaged: they are looked at before it
  /// is. Blocks for the 6 MB of a usual model, about 10 ms. Not looked into are an `mdef` in its text form, mixture weights
  /// other than `sendump`, and files in another byte order than this machine's.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable` that names the file and what is wrong with it.
  public func checkFiles() throws(SpeechError) {
    try check()
    for name in ["means", "variances", "transition_matrices"] {
      try look(at: name) { ModelFile($0).problemOfNumbers }
    }
    try look(at: "mdef") { ModelFile($0).problemOfDefinition }
    if FileManager.default.fileExists(atPath: "\(directory)/sendump") {
      try look(at: "sendump") { ModelFile($0).problemOfSenones }
    } else {
      try look(at: "mixture_weights") { ModelFile($0).problemOfNumbers }
    }
  }

  private func look(
    at name: String, _ problem: (UnsafeRawBufferPointer) -> String?
  ) throws(SpeechError) {
    let path = "\(directory)/\(name)"
    let wrong: String?
    do {
      wrong = try Data(contentsOf: URL(filePath: path)).withUnsafeBytes(problem)
    } catch {
      wrong = "it cannot be read"
    }
    guard let wrong else { return }
    throw SpeechError(
      .modelUnavailable, operation: "use the acoustic model's file", subject: path,
      advice: "\(wrong); install the model again (Debian: sudo apt install --reinstall "
        + "pocketsphinx-en-us)")
  }
}

/// The bytes of one file of a model; nothing beyond them is read.
private struct ModelFile {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private func integer(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
  }

  private static let damaged = "it is cut off or damaged"

  /// What is wrong with a file of arrays of numbers: a text header, a mark of the byte order, words, and their checksum.
  ///
  /// Format: `bio_readhdr` and `bio_verify_chksum` in sphinxbase/bio.h.
  var problemOfNumbers: String? {
    let mark = Array("endhdr\n".utf8)
    guard bytes.starts(with: "s3\n".utf8),
      let end = (0..<min(4_096, bytes.count)).first(where: { bytes[$0...].starts(with: mark) })
    else { return "it does not begin as a file of a model does" }
    let start = end + mark.count
    guard let order = integer(start) else { return Self.damaged }
    guard order == 0x1122_3344 else { return order == 0x4433_2211 ? nil : Self.damaged }
    guard String(decoding: bytes[..<end], as: UTF8.self).contains("chksum0 yes") else { return nil }
    let last = bytes.count - 4
    guard last > start + 4, (last - start).isMultiple(of: 4) else { return Self.damaged }
    var sum: UInt32 = 0
    for offset in stride(from: start + 4, to: last, by: 4) {
      sum = (sum << 20 | sum >> 12) &+ bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
    return sum == bytes.loadUnaligned(fromByteOffset: last, as: UInt32.self)
      ? nil : "its checksum is wrong: \(Self.damaged)"
  }

  /// What is wrong with the definition of phones and their states.
  ///
  /// Format: `bin_mdef_read` in pocketsphinx/bin_mdef.c: counts, names of phones, a tree of contexts (8 bytes a node), the
  /// phones (12 bytes each: sequence of states, transitions, contexts), the sequences (2 bytes a state).
  var problemOfDefinition: String? {
    guard bytes.starts(with: "BMDF".utf8) else {
      return bytes.starts(with: "0.3".utf8) || bytes.starts(with: "#".utf8)
        ? nil : "it does not begin as a definition of phones does"
    }
    guard let version = integer(4), let length = integer(8), version >= 0, length >= 0 else {
      // The other byte order has its mark the other way round, so these are no numbers.
      return Self.damaged
    }
    let counts = (0..<10).compactMap { integer(12 + length + 4 * $0) }
    guard counts.count == 10, counts.allSatisfy({ (0...0xFF_FFFF).contains($0) }) else {
      return Self.damaged
    }
    let (phones, triphones, states) = (counts[0], counts[1], counts[2])
    let (senones, matrices, sequences, nodes) = (counts[4], counts[5], counts[6], counts[8])
    guard phones > 0, phones <= triphones, counts[9] < phones, senones <= 0xFFFF else {
      return Self.damaged
    }
    let names = 12 + length + 40
    var place = names
    for _ in 0..<phones {
      guard let end = bytes[min(place, bytes.count)...].firstIndex(of: 0) else {
        return Self.damaged
      }
      place = end + 1
    }
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
        (0..<sequences).contains(sequence), (0..<matrices).contains(matrix)
      else { return Self.damaged }
    }
    // Where phones have different counts of states, the lengths follow, which no known model has.
    guard states > 0 else { return nil }
    guard stateCount == sequences * states else { return Self.damaged }
    for state in 0..<stateCount {
      let senone = bytes.loadUnaligned(fromByteOffset: size + 4 + 2 * state, as: UInt16.self)
      guard Int(senone) < senones else { return Self.damaged }
    }
    return nil
  }

  /// What is wrong with the compressed weights of densities: strings with their lengths before them, the last of length 0,
  /// two counts, and the weights.
  ///
  /// Format: `read_sendump` in pocketsphinx/ptm_mgau.c, which has room for 1,000 bytes a string.
  var problemOfSenones: String? {
    var place = 0
    var features = 1
    var clusters = 0
    while true {
      guard let length = integer(place), (0..<1_000).contains(length),
        place + 4 + length <= bytes.count
      else { return place == 0 && isOfOtherByteOrder ? nil : Self.damaged }
      place += 4
      if length == 0 { break }
      // Most end with a zero, but not the one that fills up to a multiple of four bytes.
      let fields = String(decoding: bytes[place..<place + length].prefix { $0 != 0 }, as: UTF8.self)
        .split(separator: " ")
      if fields.count == 2, let count = Int(fields[1]) {
        if fields[0] == "feature_count" { features = count }
        if fields[0] == "cluster_count" { clusters = count }
      }
      place += length
    }
    // Clustered weights are of the semi-continuous models of before 2010.
    guard clusters == 0 else { return nil }
    guard let densities = integer(place), let senones = integer(place + 4),
      (1...0xFFFF).contains(densities), (1...0xFFFF).contains(senones),
      (1...256).contains(features),
      place + 8 + features * densities * senones <= bytes.count
    else { return Self.damaged }
    return nil
  }

  private var isOfOtherByteOrder: Bool {
    guard let length = integer(0) else { return false }
    return (1..<1_000).contains(Int(Int32(truncatingIfNeeded: length).byteSwapped))
  }
}
