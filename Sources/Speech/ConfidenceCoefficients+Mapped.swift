extension ConfidenceCoefficients {
  /// For words of another language than the acoustic model's, with the figures in the same order;
  /// written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      12.5169, 5.3656, 0.1979, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
      0.9531, -0.1402, 0.6486,
    ]
    static let reading: [Double] = [
      0.3721, -0.1266, 0.6436, 0.5817, -0.6997, -0.0992, -0.8984, 0.2751,
      0.7644, 0.1218, 0.9790, -0.0421,
    ]
  }
}
