extension String {
  /// The string padded to `width` characters with `filler`, after it or before it.
  package func padded(
    to width: Int, with filler: Character = " ", left: Bool = false
  ) -> String {
    let filling = String(repeating: filler, count: max(0, width - count))
    return left ? filling + self : self + filling
  }
}
