extension String {
  /// The string padded to `width` characters with `filler`, on the right or on the left.
  package func padded(
    to width: Int, with filler: Character = " ", left: Bool = false
  ) -> String {
    let filling = String(repeating: filler, count: max(0, width - count))
    return left ? filling + self : self + filling
  }
}
