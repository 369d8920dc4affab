import FoundationEssentials

/// A copy of an acoustic model with renamed phones: each with a full stop appended.
package enum RelabelledModel {
  /// A phone's name in the copy.
  package static func name(_ phone: String) -> String { phone + "." }

  /// Makes the copy of `model` in `folder`, which must not exist; its other files are links.
  ///
  /// Format of `mdef`: `bin_mdef_read` in pocketsphinx/bin_mdef.c: the counts, then the phones'
  /// names, zero-terminated, together padded to four bytes.
  package static func make(of model: String, in folder: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: model) where name != "mdef" {
      try files.createSymbolicLink(
        atPath: "\(folder)/\(name)", withDestinationPath: "\(model)/\(name)")
    }
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(model)/mdef")))
    func integer(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    let counts = 12 + integer(8)
    let begin = counts + 40
    var end = begin
    var names: [UInt8] = []
    for _ in 0..<integer(counts) {
      let text = bytes[end...].prefix { $0 != 0 }
      end += text.count + 1
      let phone = String(decoding: text, as: UTF8.self)
      let isSpoken = phone != "SIL" && !phone.hasPrefix("+")
      names += Array((isSpoken ? name(phone) : phone).utf8) + [0]
    }
    let filled = { (count: Int) in (count + 3) / 4 * 4 }
    names += [UInt8](repeating: 0, count: filled(names.count) - names.count)
    let rest = Array(bytes[(begin + filled(end - begin))...])
    let whole = Array(bytes[..<begin]) + names + rest
    try Data(whole).write(to: URL(filePath: "\(folder)/mdef"))
  }
}
