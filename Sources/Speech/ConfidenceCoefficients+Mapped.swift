extension ConfidenceCoefficients {
  /// For words of another language than the acoustic model's, with the figures in the same order;
  /// written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      11.7242, 4.5621, 0.2033, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
      0.7316, 0.0078, 0.7733,
    ]
    static let reading: [Double] = [
      0.4315, -0.1076, 0.6256, 0.6135, -1.0824, -0.0638, -0.9046, 0.1852,
      0.6330, 0.0853, 0.8912, -0.0186,
    ]
  }
}
