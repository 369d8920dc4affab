/// The text form of an acoustic model's definition.
package enum DefinitionText {
  /// The text of a binary `mdef`, with at most `limit` triphones.
  ///
  /// Format: `bin_mdef_read` in pocketsphinx/bin_mdef.c, and `bin_mdef_write_text` there.
  package static func text(ofBinary bytes: [UInt8], triphones limit: Int = .max) -> [UInt8] {
    func integer(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    let start = 12 + integer(8)
    let counts = (0..<10).map { integer(start + 4 * $0) }
    let (phones, states) = (counts[0], counts[2])
    let triphones = min(counts[1] - phones, limit)
    var place = start + 40
    var names: [String] = []
    for _ in 0..<phones {
      let name = bytes[place...].prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      place += name.count + 1
    }
    let table = start + 40 + (place - start - 40 + 3) / 4 * 4 + 8 * counts[8]
    let sequences = table + 12 * counts[1] + 4
    var text = """
      0.3
      \(phones) n_base
      \(triphones) n_tri
      \((states + 1) * (phones + triphones)) n_state_map
      \(counts[4]) n_tied_state
      \(counts[3]) n_tied_ci_state
      \(counts[5]) n_tied_tmat
      #

      """
    var isFiller: [Bool] = []
    for number in 0..<phones + triphones {
      let entry = table + 12 * number
      let attributes = bytes[entry + 8..<entry + 12].map(Int.init)
      var words: [String]
      if number < phones {
        isFiller.append(attributes[0] != 0)
        words = [names[number], "-", "-", "-", isFiller[number] ? "filler" : "n/a"]
      } else {
        words = attributes.dropFirst().map { names[$0] }
        words += [["i", "b", "e", "s"][attributes[0]], isFiller[attributes[1]] ? "filler" : "n/a"]
      }
      words.append(String(integer(entry + 4)))
      for state in 0..<states {
        let senone = sequences + 2 * (integer(entry) * states + state)
        words.append(String(Int(bytes[senone]) | Int(bytes[senone + 1]) << 8))
      }
      text += words.joined(separator: " ") + " N\n"
    }
    return Array(text.utf8)
  }
}
