/// Written by Tests/Accuracy/fit.py; Recognition.md describes the recordings it was fitted to.
enum ConfidenceCoefficients {
  /// For `Confidence.speechFigures`: constant, fit, worst fit, uncovered, hurry, drag, no voice, no
  /// movement, signal to noise, words, worst phones.
  static let speech: [Double] = [
    16.6300, 5.0709, 0.3231, -0.2159, -0.6274, -0.0572, -7.5109, -6.6206,
    -2.2993, 1.0587, 0.6370,
  ]
  /// For `Confidence.speechFigures` if the best reading is a single word, such as an answer.
  /// Printed by fit-words.py, like the next two.
  static let speechOfOneWord: [Double] = [
    15.3206, 3.0855, 0.0511, -0.0500, -0.1773, -0.0500,
    -11.2226, -6.7540, -2.8144, 0.9769, 1.0097,
  ]
  /// What an allowed word adds to that if it is the whole best reading.
  static let speechOfWord: [String: Double] = [
    "cancel": -0.0784, "confirm": 0.7103, "draw": 1.5324, "first": 1.1645, "four": 1.3793,
    "fourth": 1.5323, "help": 0.5309, "hint": -0.1200, "knight": 0.6711, "neither": 0.4990,
    "no": -0.8278, "one": 0.6221, "queen": 0.0843, "repeat": 0.4712, "resign": 0.1596,
    "rook": 0.0933, "second": 0.7464, "status": -1.2670, "third": 0.1319, "three": 2.2536,
    "two": 0.8047, "undo": 0.4939, "yeah": -2.7037, "yes": 0.0523,
  ]
  /// What an allowed word adds to a reading if it is the whole reading.
  static let wordsAlone: [String: Double] = [
    "cancel": -1.8239, "confirm": -0.0033, "draw": 3.7129, "first": 1.3348, "four": 1.9617,
    "fourth": 0.0431, "help": 1.2181, "hint": 3.3250, "knight": 2.8609, "neither": 2.5380,
    "no": -0.4933, "one": 1.2904, "queen": 2.2076, "repeat": 4.6880, "resign": 0.1346,
    "rook": 4.3403, "second": 0.8953, "status": 1.5697, "third": 0.6953, "three": 1.1046,
    "two": 1.5165, "undo": 2.0533, "yeah": -2.1675, "yes": -1.4542,
  ]
  /// The same, for a grammar without a background; printed by fit-intents.py. Hurry, drag, voice
  /// and movement have the same coefficients as above. The rest was fitted to commands in quiet and
  /// noise, and to other speech; then the constant was raised by 0.2.
  static let speechWithoutBackground: [Double] = [
    6.0396, 2.4465, 0, -0.2245, -0.6274, -0.0572, -7.5109, -6.6206,
    0, 0.4890, 0.5890,
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
    0.3827, 0.2430, 0.1105, 0, 0, 0, -1.6434, 1.0356,
    0, 0.4505, 0.6567, 0.1375,
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
  /// The words of commands, such as "take back", that are no answers by themselves. The recognizer
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
