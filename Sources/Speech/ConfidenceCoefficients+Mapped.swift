extension ConfidenceCoefficients {
  /// The coefficients for words in another language than the acoustic model, with the figures in
  /// the same order; written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      12.7598, 2.5411, 0.2397, -0.0890, -0.6274, -0.0572, -7.5109, -6.6206,
      -0.6860, 0.0593, 0.7807, 0,
    ]
    static let reading: [Double] = [
      0.3056, 0.1207, 0.2012, 0.4190, -1.9928, -0.1155, -0.1954, 0.2948,
      2.7278, 0.3268, 0.8341, 0.8801,
    ]
  }
}
