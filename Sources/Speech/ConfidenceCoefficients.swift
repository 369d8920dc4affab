/// Written by Tests/Accuracy/fit.py; Recognition.md says what it was fitted to.
enum ConfidenceCoefficients {
  /// By `Confidence.speechFigures`: constant, fit, worst fit, uncovered, hurry, drag, no voice, no movement, signal to noise,
  /// words.
  static let speech: [Double] = [
    4.0038, 1.7982, 0.3186, -0.0566, -0.6868, -0.0296, -14.5717, -5.1212,
    -0.5661, 0.1759,
  ]
  /// By `Confidence.readingFigures`: distance, distance in noise, weight here, weight elsewhere, allowed, preference, words,
  /// streamed.
  static let reading: [Double] = [
    0.3471, 0.0389, 0.0859, 0.4999, -3.0601, 0.4477, -1.8835, 1.3192,
  ]
  /// What a word of a reading adds: less than 0 where it is heard too often.
  static let words: [String: Double] = [
    "a": -0.0542, "b": 0.6618, "c": 1.3169, "d": 1.5448, "e": 1.0126,
    "f": 1.3887, "g": 1.7516, "h": 1.4052, "one": 1.2837, "two": 2.5804,
    "three": 1.2827, "four": 0.9058, "five": 1.0749, "six": 3.8668, "seven": 4.0900,
    "eight": 2.2550, "pawn": 0.7786, "knight": 1.0368, "bishop": 2.4495, "rook": 1.8556,
    "queen": 1.2116, "king": 1.4513, "to": 1.3747, "takes": 1.6628, "captures": 3.5536,
    "check": 4.3366, "mate": 2.3869, "castle": 6.4077, "move": 2.1066, "from": 4.2845,
  ]
  /// The same in noise, by tens of dB below 18 dB.
  static let wordsInNoise: [String: Double] = [
    "a": -0.8146, "b": 0.1772, "d": 0.0743, "e": 0.1988, "eight": -0.0414,
    "to": -0.0200,
  ]
}
