/// Written by Tests/Accuracy/fit.py; Recognition.md says what it was fitted to.
enum ConfidenceCoefficients {
  /// By `Confidence.speechFigures`: constant, fit, worst fit, uncovered, hurry, drag, no voice, no movement, signal to noise,
  /// words.
  static let speech: [Double] = [
    2.5250, 2.0419, 0.3232, 0.0309, -0.2265, -0.0806, -13.4223, -5.6465,
    0.1309, 0.1728,
  ]
  /// By `Confidence.readingFigures`: distance, distance in noise, weight here, weight elsewhere, allowed, preference, words,
  /// streamed, allowed in noise, words in noise.
  static let reading: [Double] = [
    0.3492, 0.0688, 0.0725, 0.5197, -3.5445, 0.4460, -1.9593, 1.4496,
    1.2312, -0.3020,
  ]
  /// What a word of a reading adds: less than 0 where it is heard too often.
  static let words: [String: Double] = [
    "a": 0.0180, "b": 0.7533, "c": 1.4686, "d": 1.6389, "e": 1.1150,
    "f": 1.4296, "g": 1.8762, "h": 1.4873, "one": 1.3280, "two": 2.6811,
    "three": 1.3943, "four": 0.9542, "five": 1.1370, "six": 4.0289, "seven": 4.1820,
    "eight": 2.3267, "pawn": 0.9912, "knight": 1.0794, "bishop": 2.4887, "rook": 1.9163,
    "queen": 1.4143, "king": 1.6110, "to": 1.3887, "takes": 1.8882, "captures": 3.5928,
    "check": 4.2579, "mate": 2.4406, "castle": 6.9247, "move": 2.1977, "from": 3.7450,
  ]
  /// The same in noise, by tens of dB below 18 dB.
  static let wordsInNoise: [String: Double] = [
    "a": -0.8292, "b": 0.3261, "d": 0.2271, "e": 0.3484, "eight": 0.5980,
    "to": 0.2804,
  ]
}
