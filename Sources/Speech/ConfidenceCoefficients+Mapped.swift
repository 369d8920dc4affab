extension ConfidenceCoefficients {
  /// For words of another language than the acoustic model's, with the figures in the same order;
  /// written by `Tests/Accuracy/fit.py --mapped`.
  enum Mapped {
    static let speech: [Double] = [
      14.9552, 7.4731, 0.1796, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
      0.4562, 0.0517, 0.4354,
    ]
    static let reading: [Double] = [
      0.3141, -0.1185, 0.4512, 0.4972, -0.5508, -0.0512, -0.7501, 0.3300,
      0.2446, -0.0970, 0.7884, -0.0541,
    ]
  }
}
