/// Written by Tests/Accuracy/fit.py; Recognition.md says what it was fitted to.
enum ConfidenceCoefficients {
  /// For `Confidence.speechFigures`: constant, fit, worst fit, uncovered, hurry, drag, no voice, no
  /// movement, signal to noise, words, worst phones.
  static let speech: [Double] = [
    13.5650, 5.2760, 0.2607, -0.0500, -0.6274, -0.0572, -7.5109, -6.6206,
    -1.5412, 1.1708, 0.6370,
  ]
  /// For `Confidence.speechFigures` where the best reading is one word, such as an answer; printed by
  /// fit-words.py, as is what follows.
  static let speechOfOneWord: [Double] = [
    12.5200, 2.9109, 0.0500, -0.0500, -0.3421, -0.0500,
    -10.3887, -6.8025, -1.8565, 1.1057, 0.9953,
  ]
  /// What an allowed word adds to that if it is the whole of the best reading.
  static let speechOfWord: [String: Double] = [
    "cancel": -0.8422, "confirm": 1.0510, "draw": 2.2313, "first": 0.6997, "four": 0.8776,
    "fourth": 1.5885, "help": 0.3544, "hint": -0.5542, "knight": 0.1841, "neither": 0.2626,
    "no": -0.4587, "one": 0.2469, "queen": 0.0593, "repeat": 0.5448, "resign": 0.4420,
    "rook": 0.2305, "second": 0.3277, "status": -1.9131, "third": 2.2986, "three": 0.1301,
    "two": 0.6359, "undo": -0.0657, "yeah": -3.7069, "yes": 0.2871,
  ]
  /// What an allowed word adds to a reading that is nothing else.
  static let wordsAlone: [String: Double] = [
    "cancel": -2.2229, "confirm": 0.0033, "draw": 3.8599, "first": 1.4407, "four": 1.8707,
    "fourth": 0.0931, "help": 0.8983, "hint": 2.4461, "knight": 1.8016, "neither": 2.3349,
    "no": -0.4186, "one": 1.6262, "queen": 2.1614, "repeat": 4.1758, "resign": 0.4969,
    "rook": 4.1185, "second": 1.1806, "status": 0.8950, "third": 0.8977, "three": 1.0044,
    "two": 2.1987, "undo": 2.3075, "yeah": -2.4922, "yes": -2.0034,
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
    0.2621, 0.2486, 0.7084, 0.6914, -2.1720, 0.6503, -2.0846, 0.3111,
    1.5235, -0.0788, 0.8292, -0.1112,
  ]
  /// The same, for a grammar without a background, in which every reading is allowed; printed by
  /// fit-intents.py.
  static let readingWithoutBackground: [Double] = [
    0.3827, 0.2430, 0.1105, 0, 0, 0, -1.6434, 1.0356,
    0, 0.4505, 0.6567, 0.1375,
  ]
  /// Each chess word's addition to a reading; below 0 if the recognizer hears it too often.
  static let words: [String: Double] = [
    "a": 1.1710, "b": -0.4351, "c": 0.6107, "d": 0.6122, "e": 2.4045,
    "f": 3.1017, "g": -0.2456, "h": -0.1584, "one": -1.2285, "two": 1.5476,
    "three": 0.2525, "four": 0.5968, "five": -0.7226, "six": 1.7742, "seven": 1.7703,
    "eight": 0.5668, "pawn": -0.2334, "knight": -0.7651, "bishop": 0.4140, "rook": 1.0506,
    "queen": -0.0341, "king": 0.5991, "to": 0.7265, "takes": -0.1553, "captures": 4.8355,
    "check": 0.5099, "mate": -0.0271, "castle": 5.9761, "move": 3.0234, "from": 1.5221,
  ]
  /// The same in noise, by tens of dB below 18 dB.
  static let wordsInNoise: [String: Double] = [
    "a": -0.0461, "b": 0.2654, "d": 0.4244, "e": -0.8223, "eight": 1.6215,
    "to": -0.1913,
  ]
}
