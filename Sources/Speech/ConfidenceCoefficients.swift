/// Written by Tests/Accuracy/fit.py; Recognition.md says what it was fitted to.
enum ConfidenceCoefficients {
  /// For `Confidence.speechFigures`: constant, fit, worst fit, uncovered, hurry, drag, no voice, no
  /// movement, signal to noise, words, worst phones.
  static let speech: [Double] = [
    8.3166, 4.8383, 0.3117, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
    0.2526, 0.4360, 0.4857,
  ]
  /// For `Confidence.speechFigures` where the best reading is one word, such as an answer; printed by
  /// fit-words.py, as is what follows.
  static let speechOfOneWord: [Double] = [
    9.5504, 1.4814, 0.0500, -0.0500, -0.0821, -0.0500,
    -9.5762, -5.2386, -1.5032, 0.5042, 0.9092,
  ]
  /// What an allowed word adds to that if it is the whole of the best reading.
  static let speechOfWord: [String: Double] = [
    "cancel": 0.1879, "confirm": 0.7763, "draw": 1.9535, "first": 1.6110, "four": 0.7767,
    "fourth": 1.5695, "help": 0.8900, "hint": -0.8469, "knight": 0.1614, "neither": 1.0967,
    "no": 0.6758, "one": 1.4758, "queen": 0.2228, "repeat": 1.9996, "resign": 0.6882,
    "second": 0.4813, "status": -1.8480, "third": 0.6365, "three": 1.8228, "two": 0.9845,
    "undo": -0.6707, "yeah": -2.4887, "yes": 1.3982,
  ]
  /// What an allowed word adds to a reading that is nothing else.
  static let wordsAlone: [String: Double] = [
    "cancel": -1.2926, "confirm": 1.8332, "draw": 1.4287, "first": 2.7524, "four": 3.5427,
    "fourth": 0.0575, "help": -0.4837, "hint": 0.6283, "knight": 1.1028, "neither": 2.0944,
    "no": 1.3838, "one": 2.6146, "queen": 2.0870, "repeat": 2.9460, "resign": -0.1598,
    "second": 0.3541, "status": -2.2858, "third": 2.5857, "three": 1.6552, "two": 1.2384,
    "undo": 0.8813, "yeah": -2.7689, "yes": -0.2429,
  ]
  /// The same, for a grammar without a background; printed by fit-intents.py. Hurry, drag, voice
  /// and movement weigh as above. The rest was fitted to commands in quiet and in noise, and to
  /// other speech; 0.2 was added to the constant.
  static let speechWithoutBackground: [Double] = [
    6.0396, 2.4465, 0, -0.2245, -0.6274, -0.0572, -7.5109, -6.6206,
    0, 0.4890, 0.5890,
  ]
  /// For `Confidence.readingFigures`: distance, distance in noise, weight here, weight elsewhere,
  /// allowed, preference, words, streamed, allowed in noise, words in noise, network distance,
  /// network distance in noise.
  static let reading: [Double] = [
    0.2587, 0.2434, 0.2706, 0.5725, -2.4611, 0.5021, -2.0846, 0.8075,
    2.2682, 0.3186, 0.6767, 0.1645,
  ]
  /// The same, for a grammar without a background, in which every reading is allowed; printed by
  /// fit-intents.py.
  static let readingWithoutBackground: [Double] = [
    0.3827, 0.2430, 0.1105, 0, 0, 0, -1.6434, 1.0356,
    0, 0.4505, 0.6567, 0.1375,
  ]
  /// What a word of chess adds to a reading; below 0 if it is heard too often.
  static let words: [String: Double] = [
    "a": 0.9710, "b": 0.6415, "c": 1.1002, "d": 1.6928, "e": 2.2578,
    "f": 2.3379, "g": 1.2522, "h": 0.8689, "one": -1.1986, "two": 1.5476,
    "three": -0.2016, "four": -0.0849, "five": -0.4386, "six": 2.7279, "seven": 2.0110,
    "eight": 1.3742, "pawn": 1.2215, "knight": -0.0308, "bishop": 1.2363, "rook": 1.8474,
    "queen": 0.6964, "king": 1.2708, "to": 0.7265, "takes": 1.1239, "captures": 6.0538,
    "check": -0.2255, "mate": 1.3831, "castle": 2.8015, "move": 1.4434, "from": 2.5610,
  ]
  /// The same in noise, by tens of dB below 18 dB.
  static let wordsInNoise: [String: Double] = [
    "a": -0.9787, "b": 0.1333, "d": 0.1449, "e": -0.2838, "eight": 4.0752,
    "to": -0.1913,
  ]
}
