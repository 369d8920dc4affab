extension ConfidenceCoefficients {
  /// For words of another language than the acoustic model's, with the figures in the same order;
  /// written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      13.4536, 5.8893, -0.0229, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
      -0.0204, -0.0072, 0.8293,
    ]
    static let reading: [Double] = [
      0.3838, -0.1153, 0.5381, 0.6502, -2.1674, -0.0041, -0.7029, 0.2444,
      0.6950, 0.2967, 1.0054, 0.0000,
    ]
  }
}
