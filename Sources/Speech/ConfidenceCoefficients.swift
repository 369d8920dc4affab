/// Written by Tests/Accuracy/fit.py; Recognition.md describes the recordings it was fitted to.
enum ConfidenceCoefficients {
  /// For `Confidence.speechFigures`: constant, fit, worst fit, uncovered, hurry, drag, no voice, no
  /// movement, signal to noise, words, worst phones, streamed.
  static let speech: [Double] = [
    16.6300, 5.0709, 0.3231, -0.2159, -0.6274, -0.0572, -7.5109, -6.6206,
    -2.2993, 1.0587, 0.6370, 0,
  ]
  /// For `Confidence.speechFigures` if the best reading is a single word, such as an answer.
  /// Printed by fit-words.py, like the next two.
  static let speechOfOneWord: [Double] = [
    15.2154, 3.1075, 0.0531, -0.0500, -0.1526, -0.0520,
    -11.2537, -6.7572, -2.8271, 0.9665, 0.9680, 0,
  ]
  /// What an allowed word adds to that if it is the whole best reading.
  static let speechOfWord: [String: Double] = [
    "bishop": 0.7023, "cancel": -0.8140, "confirm": 1.1170, "draw": 1.8769, "first": 2.4134,
    "four": 2.0272, "fourth": 1.5882, "help": 1.0860, "hint": -0.3544, "knight": 0.6954,
    "neither": 0.9503, "no": -0.6041, "one": 0.9709, "queen": 0.0979, "repeat": 0.9098,
    "resign": 0.1839, "rook": 0.1148, "second": 1.7218, "status": -1.8936, "third": 1.0891,
    "three": 3.8570, "two": 1.3527, "undo": 0.5166, "yeah": -2.9044, "yes": 0.7725,
  ]
  /// What an allowed word adds to a reading if it is the whole reading. "Castle" was chosen by hand.
  static let wordsAlone: [String: Double] = [
    "bishop": 2.1972, "cancel": -2.6685, "castle": -2.5000, "confirm": 0.4661, "draw": 4.0850,
    "first": 2.4846, "four": 2.4528, "fourth": 0.2941, "help": 0.6427, "hint": 2.5028,
    "knight": 1.5343, "neither": 2.7564, "no": -0.3731, "one": 1.6067, "queen": 2.7366,
    "repeat": 4.6413, "resign": 0.1398, "rook": 5.1659, "second": -0.8748, "status": 0.5432,
    "third": 0.8046, "three": 1.8716, "two": 1.9804, "undo": 2.5729, "yeah": -3.4457,
    "yes": -2.9523,
  ]
  /// The same, for a grammar without a background; printed by fit-intents.py. Hurry, drag, voice
  /// and movement have the same coefficients as above. The rest was fitted to commands and to other
  /// speech, both in quiet and noise; then the constant was raised by 0.2.
  static let speechWithoutBackground: [Double] = [
    4.4116, 3.1816, 0, -0.0718, -0.6274, -0.0572, -7.5109, -6.6206,
    0, 0.9430, 0.7302, 1.3619,
  ]
  /// For `Confidence.readingFigures`: distance, distance in noise, weight here, weight elsewhere,
  /// allowed, preference, words, streamed, allowed in noise, words in noise, network distance,
  /// network distance in noise. "Allowed" was raised by 0.8: players make fewer illegal moves than
  /// the recordings have.
  static let reading: [Double] = [
    0.2965, 0.2269, 0.8240, 0.7505, -1.2535, 0.7080, -2.0846, 0.1938,
    1.5146, -0.2267, 0.8700, -0.0975,
  ]
  /// The same, for a grammar without a background, in which every reading is allowed; printed by
  /// fit-intents.py.
  static let readingWithoutBackground: [Double] = [
    0.2277, 0.1446, 0.0658, 0, 0, 0, -0.9778, 0.6162,
    0, 0.2681, 0.3907, 0.0819,
  ]
  /// Each chess word's addition to a reading; negative if the recognizer hears it too often.
  static let words: [String: Double] = [
    "a": 1.0317, "b": -1.1168, "c": 0.3538, "d": 0.0768, "e": 2.2806,
    "f": 3.1726, "g": -0.7601, "h": -0.5442, "one": -1.1897, "two": 1.5476,
    "three": 0.5747, "four": 0.8647, "five": -1.0848, "six": 1.1687, "seven": 1.4105,
    "eight": -0.1063, "pawn": -0.8860, "knight": -1.2750, "bishop": 0.3866, "rook": 2.3349,
    "queen": -0.3609, "king": 0.4645, "to": 0.7265, "takes": -1.1405, "captures": 5.0274,
    "check": 0.6366, "mate": -0.6081, "castle": 7.0464, "move": 5.2347, "from": 1.3684,
  ]
  /// The addition of each of `commandWords` to a reading. It was chosen with other voices than
  /// those of Tests/accuracy.sh. Moves have none of these words.
  static let commandWord = 2.0
  /// The words of commands, such as "take back", that are not answers on their own. The recognizer
  /// too often hears letters and digits instead. Words such as "say" and "board" are missing: it
  /// hears them in other speech.
  static let commandWords: Set<String> = [
    "again", "against", "as", "back", "black", "call", "claim", "computer", "dutch", "fifteen",
    "french", "game", "german", "give", "hour", "italian", "level", "minute", "minutes", "new",
    "offer", "over", "play", "players", "sixty", "spanish", "speak", "start", "take", "ten",
    "thirty", "turn", "twenty", "up", "white", "whose", "with", "without",
  ]
  /// The same as `words` in noise, by tens of dB below 18 dB.
  static let wordsInNoise: [String: Double] = [
    "a": 0.3551, "b": 0.5024, "d": 0.5766, "e": -0.7445, "eight": 0.8579,
    "to": -0.1913,
  ]
}
