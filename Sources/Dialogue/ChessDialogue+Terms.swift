import Chess
import ChessLanguage
import LanguageModel
import Localization

/// The players, their time, and the voice.
extension ChessDialogue {
  /// Clears the question and the opponent's state; starts a new game unless this one is untouched.
  mutating func beginAnew() {
    question = nil
    request = nil
    namesInGame = PlayerNames()
    opponent?.isOut = false
    opponent?.lostMoves = 0
    guard !isUntouched else { return }
    game = Game()
    gameNumber += 1
    (unwanted, dropped) = ([:], [])
  }

  /// Begins a new game with this set-up.
  mutating func beginAnew(_ setUp: GameSetUp) {
    beginAnew()
    if let rival = setUp.rival { play(against: rival) }
    if let side = setUp.side { take(side) }
    if let level = setUp.level { opponent?.strength = .level(level) }
    let control = setUp.minutes.flatMap {
      TimeControl(minutes: $0, increment: setUp.increment ?? 0)
    }
    if let control { timeControl = control }
  }

  /// Makes the engine or a second person the rival.
  private mutating func play(against rival: GameSetUp.Rival) {
    switch rival {
    case .engine: (opponent, idle) = (opponent ?? idle, nil)
    case .person: (opponent, idle) = (nil, opponent ?? idle)
    }
  }

  /// The installed locale of a language, preferably the current one.
  func locale(of language: String) -> LanguageModel.Locale? {
    ([locale] + locales).first { $0.language == language }
  }

  /// Gives the player a side against the engine; the player's name moves along.
  mutating func take(_ side: Color) {
    guard opponent?.side == side else { return }
    opponent?.side = side.opponent
    (names.white, names.black) = (names.black, names.white)
  }

  /// The terms of the game: side, level, time; `isForTwo` if two people asked to play.
  func terms(isForTwo: Bool = false) -> [Message] {
    var terms: [Message] = []
    if let opponent {
      terms.append(player == .white ? Message("You play white.") : Message("You play black."))
      if case .level(let level) = opponent.strength { terms.append(Message("Level \(level).")) }
    } else if idle != nil || isForTwo {
      terms.append(Message("Two people play."))
    }
    if let timeControl, timeControl.increment > .zero {
      terms.append(Message("Clock: \(timeControl.description)."))
    } else if let timeControl {
      let minutes = timeControl.minutes
      terms.append(minutes == 1 ? Message("One minute each.") : Message("\(minutes) minutes each."))
    }
    return terms
  }

  /// Notes the name of the player of a side.
  mutating func introduce(_ name: String, as side: Color) {
    if side == .white {
      (names.white, namesInGame.white) = (name, nil)
    } else {
      (names.black, namesInGame.black) = (name, nil)
    }
  }

  /// Why this change of the voice is impossible; nil if it is possible.
  func obstacle(to change: VoiceChange, _ meaning: Meaning) -> Refusal? {
    guard let voice else {
      return meaning.refusal(
        .noVoice,
        Message(
          "Nothing is spoken. Set sounds: speech in the configuration, or --sounds speech for play."
        ))
    }
    guard voice.changed(change) == voice else { return nil }
    return meaning.refusal(.voiceLimit, Message("The voice is already at its limit."))
  }

  /// Changes the voice, which answers in its new way.
  mutating func adjust(_ change: VoiceChange, _ report: inout CommandReport) {
    voice = voice?.changed(change)
    report.voice = voice
    guard let voice else { return }
    report.lines = [
      [.slower, .faster].contains(change)
        ? Message("\(voice.rate) words per minute.") : Message("Volume: \(voice.volume) percent.")
    ]
  }
}
