extension ConfidenceCoefficients {
  /// For words of another language than the acoustic model's, with the figures in the same order;
  /// written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      12.8780, 4.1867, 0.4301, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
      0.5842, -0.0183, 0.9160,
    ]
    static let reading: [Double] = [
      0.3636, -0.0543, 0.6093, 0.6266, -1.4953, -0.0142, -0.3244, 0.3505,
      -0.0318, 0.5563, 0.6436, 0.0128,
    ]
  }
}
