extension FixedWidthInteger {
  /// The number without its fraction, clamped to this type's range; 0 for NaN.
  package init(saturating value: some BinaryFloatingPoint) {
    self = Self(exactly: value.rounded(.towardZero)) ?? (value > 0 ? .max : value < 0 ? .min : 0)
  }
}
