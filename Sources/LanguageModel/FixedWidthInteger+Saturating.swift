extension FixedWidthInteger {
  /// The number without its fraction; the nearest one of this type if it has no room for that, and
  /// 0 for what is no number.
  package init(saturating value: some BinaryFloatingPoint) {
    self = Self(exactly: value.rounded(.towardZero)) ?? (value > 0 ? .max : value < 0 ? .min : 0)
  }
}
