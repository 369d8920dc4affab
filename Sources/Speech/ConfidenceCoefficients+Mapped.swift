extension ConfidenceCoefficients {
  /// For words of another language than the acoustic model's, with the figures in the same order;
  /// written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      13.4604, 7.0017, 0.4675, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
      1.0564, 0.1432, 0.4295,
    ]
    static let reading: [Double] = [
      0.3607, -0.1716, 0.4768, 0.5021, -0.5965, -0.0490, -1.0099, 0.2675,
      0.4536, -0.0467, 0.9308, -0.1502,
    ]
  }
}
