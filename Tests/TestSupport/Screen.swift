/// The screen of an 80-column terminal after `bytes`: its lines, the last one without trailing
/// blanks.
package func screen(_ bytes: [UInt8]) -> [String] {
  var lines: [[UInt8]] = [[]]
  var column = 0
  for byte in bytes {
    let row = lines.count - 1
    switch byte {
    case 0x0D: column = 0
    case 0x0A:
      lines.append([])
      column = 0
    case 0x08: column = max(0, column - 1)
    default:
      if column == lines[row].count { lines[row].append(byte) } else { lines[row][column] = byte }
      column += 1
    }
  }
  return lines.map { line in
    var line = line
    while line.last == 0x20 { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}
