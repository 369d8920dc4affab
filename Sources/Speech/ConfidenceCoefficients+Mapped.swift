extension ConfidenceCoefficients {
  /// For words of another language than the acoustic model's, with the figures in the same order;
  /// written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      13.8217, 4.8274, 0.1426, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
      -0.1555, -0.1289, 0.7462,
    ]
    static let reading: [Double] = [
      0.4119, -0.1535, 0.6095, 0.5772, -0.8196, -0.0880, -0.7795, 0.3205,
      0.3829, -0.0108, 0.9102, 0.0534,
    ]
  }
}
