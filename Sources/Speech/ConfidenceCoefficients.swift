/// Written by Tests/Accuracy/fit.py; Recognition.md says what it was fitted to.
enum ConfidenceCoefficients {
  /// By `Confidence.speechFigures`: constant, fit, worst fit, uncovered, hurry, drag, no voice, no movement, signal to noise,
  /// words.
  static let speech: [Double] = [
    2.3058, 2.0211, 0.3282, -0.0500, -0.3281, -0.0864, -12.0153, -4.5404,
    0.2293, 0.2062,
  ]
  /// By `Confidence.readingFigures`: distance, distance in noise, weight here, weight elsewhere, allowed, preference, words,
  /// streamed, allowed in noise, words in noise.
  static let reading: [Double] = [
    0.3499, 0.0629, 0.0713, 0.5171, -3.5228, 0.4469, -1.9861, 1.4430,
    1.2466, -0.2779,
  ]
  /// What a word of a reading adds: less than 0 where it is heard too often.
  static let words: [String: Double] = [
    "a": 0.0334, "b": 0.7691, "c": 1.4912, "d": 1.6573, "e": 1.1370,
    "f": 1.4439, "g": 1.9149, "h": 1.5182, "one": 1.3310, "two": 2.6675,
    "three": 1.3735, "four": 0.9486, "five": 1.1194, "six": 3.9599, "seven": 4.1860,
    "eight": 2.3113, "pawn": 0.9960, "knight": 1.1101, "bishop": 2.5675, "rook": 1.9511,
    "queen": 1.3908, "king": 1.6260, "to": 1.4279, "takes": 1.8744, "captures": 3.5315,
    "check": 4.2828, "mate": 2.5187, "castle": 7.1614, "move": 2.2777, "from": 3.8011,
  ]
  /// The same in noise, by tens of dB below 18 dB.
  static let wordsInNoise: [String: Double] = [
    "a": -0.8233, "b": 0.3576, "d": 0.2637, "e": 0.3580, "eight": 0.6210,
    "to": 0.2716,
  ]
}
