extension ConfidenceCoefficients {
  /// For words of another language than the acoustic model's, with the figures in the same order;
  /// written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      8.3166, 4.8383, 0.3117, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
      0.2526, 0.4360, 0.4857,
    ]
    static let reading: [Double] = [
      0.2587, 0.2434, 0.2706, 0.5725, -2.4611, 0.5021, -2.0846, 0.8075,
      2.2682, 0.3186, 0.6767, 0.1645,
    ]
  }
}
