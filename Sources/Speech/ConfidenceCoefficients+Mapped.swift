extension ConfidenceCoefficients {
  /// For words of another language than the acoustic model's, with the figures in the same order;
  /// written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      13.8207, 6.2132, 0.1871, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
      0.0389, 0.0966, 0.5112,
    ]
    static let reading: [Double] = [
      0.4112, -0.1016, 0.6411, 0.6008, -0.8354, -0.0866, -0.7143, 0.2058,
      0.5695, 0.0421, 0.9240, 0.0128,
    ]
  }
}
