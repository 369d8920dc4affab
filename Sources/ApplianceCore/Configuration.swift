import Chess
import Dialogue
import Panel

/// The appliance's settings, with their defaults.
///
/// `init(contentsOf:)` reads them from YAML, and reports every mistake in the file with its line
/// and column. The sample, `deploy/config.yaml`, documents each setting.
package struct Configuration: Sendable, Hashable {
  /// The push button.
  package struct ButtonSettings: Sendable, Hashable {
    /// The GPIO line; nil if there is no button.
    package var line: GPIOLineName? = .named("GPIO17")
    /// The recording mode.
    package var mode = ApplianceStateMachine.ButtonMode.toggle
    /// Whether a press pulls the line low, as a button to ground does.
    package var activeLow = true
    /// The bias of the line while nobody presses.
    package var bias = GPIOBias.pullUp
    /// How long a level must last to count.
    package var debounce = Duration.milliseconds(20)
  }

  /// A light.
  package struct LightSettings: Sendable, Hashable {
    /// The GPIO line; nil if there is no light.
    package var line: GPIOLineName?
    /// Whether the light is on while the line is low.
    package var activeLow = false
  }

  /// The lights of the panel.
  package struct LightsSettings: Sendable, Hashable {
    /// Lit when a recording can begin.
    package var available = LightSettings(line: .named("GPIO27"))
    /// Lit while it listens.
    package var recording = LightSettings(line: .named("GPIO22"))
  }

  /// The format of messages.
  package enum ConsoleFormat: String, Sendable, Hashable, CaseIterable {
    /// For people.
    case text
    /// For programs: one JSON object per line.
    case jsonl
  }

  /// The letters that the terminal can show.
  package enum Letters: String, Sendable, Hashable, CaseIterable {
    /// On standard output those of its locale; on another terminal ASCII.
    case auto
    /// Without accents.
    case ascii
    /// In UTF-8.
    case unicode
  }

  /// The console.
  package struct ConsoleSettings: Sendable, Hashable {
    /// The terminal's path; nil stands for standard output.
    package var device: String?
    /// Bits per second, if the device has a bit rate.
    package var baud = 115_200
    /// The format of messages.
    package var format = ConsoleFormat.text
    /// The letters to show, for people.
    package var letters = Letters.auto
    /// Whether to show partial results.
    package var partials = true
    /// How to draw the board after each move, if at all, for people.
    package var board = BoardDrawing(style: .off)
    /// The path of the Unix socket for programs; nil: none.
    package var socket: String?
    /// The terminal's width in columns; nil: the width that the terminal reports, or 80.
    package var columns: Int?
  }

  /// Speech recognition.
  package struct Recognition: Sendable, Hashable {
    /// The language and region of speech, which select the model and the phrases.
    package var locale = "en_US"
    /// The phrases' data file; nil for the installed one.
    package var grammar: String?
    /// The acoustic model's directory; nil for the installed one.
    package var model: String?
    /// How confident the appliance must be to play a move: from 0 (a guess will do) to 1.
    package var caution = 0.5
    /// The enrolled player whose voice is expected; nil: anybody's.
    package var player: String?
    /// Whether to learn the voice from moves that play confirms, and save it.
    package var learn = false
    /// Whether to learn the voice of a session, in memory.
    package var adapt = true
  }

  /// What starts a recording.
  package struct RecordingSettings: Sendable, Hashable {
    /// What starts it.
    package var start = ApplianceStateMachine.Starter.button
    /// The name that starts it.
    package var name = "chessboard"
    /// The name's sounds in X-SAMPA; nil: from the dictionary.
    package var nameSounds: String?
  }

  /// Where to save games, and how much disk space they may take.
  package struct Record: Sendable, Hashable {
    /// The directory for games.
    package var directory = "/var/lib/spokenmove"
    /// The maximum number of finished games.
    package var games = 1_000
    /// The maximum size of all games together, in MiB.
    package var megabytes = 16
  }

  /// The sounds that accompany messages.
  package enum Sounds: String, Sendable, Hashable, CaseIterable {
    case off
    /// A short tone for each event.
    case tones
    /// The console's text, spoken by espeak-ng.
    case speech
  }

  /// The voice, with `sounds: speech`.
  package struct Speech: Sendable, Hashable {
    /// espeak-ng, or a program with the same options: a path, or a name.
    package var program = "espeak-ng"
    /// One of the program's voices; nil for the one of `recognition.locale`.
    package var voice: String?
    /// Its rate and volume.
    package var manner = SpokenVoice()
    /// How to say the letters of files.
    package var letters = Alphabet.plain

    /// How to say the letters of files.
    package enum Alphabet: String, Sendable, Hashable, CaseIterable {
      /// As letters.
      case plain
      /// As words, which are harder to confuse: alpha, bravo, …, or the language's own.
      case nato
    }
  }

  /// The engine to play against.
  package struct OpponentSettings: Sendable, Hashable {
    /// The engine's path or name; nil: two people play.
    package var engine: String?
    /// The side that it plays.
    package var side = Color.black
    /// Its level, in `EngineStrength.levels`.
    package var level = 5
    /// Its rating, instead of a level.
    package var elo: Int?
    /// How long it thinks per move.
    package var time = Duration.seconds(1)

    /// Its strength.
    package var strength: EngineStrength {
      get { elo.map { .elo($0) } ?? .level(level) }
      set {
        switch newValue {
        case .level(let new): (level, elo) = (new, nil)
        case .elo(let new): elo = new
        }
      }
    }
  }

  /// Whether to follow a game, and play the legal moves that are said.
  package var game = true
  /// Whether to repeat each move, and play it only after a "yes".
  package var confirm = false
  /// How long a question waits for its answer.
  package var patience = Duration.seconds(20)
  /// The engine to play against.
  package var opponent = OpponentSettings()
  /// The time control; nil: no clock.
  package var clock: TimeControl?
  /// Whether the game ends when time is up.
  package var flag = true
  /// Where to save games.
  package var record = Record()
  /// The recording device's ALSA name.
  package var microphone = "default"
  /// The push button.
  package var button = ButtonSettings()
  /// The lights of the panel.
  package var lights = LightsSettings()
  /// The console.
  package var console = ConsoleSettings()
  /// Speech recognition.
  package var recognition = Recognition()
  /// What starts a recording.
  package var recording = RecordingSettings()
  /// The time limits of a recording.
  package var limits = ApplianceStateMachine.Limits()
  /// The sounds that accompany messages.
  package var sounds = Sounds.off
  /// The playback device's ALSA name.
  package var loudspeaker = "default"
  /// The voice.
  package var speech = Speech()
  /// Less severe messages are not logged.
  package var logLevel = Log.Level.notice

  /// The players' names, for the record.
  package var names = PlayerNames()

  /// The defaults.
  package init() {}

  /// The voice: by default espeak-ng's for the locale, such as "de-de" for "de_DE".
  package var voice: String {
    speech.voice ?? recognition.locale.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
  }

  /// How the voice says letters.
  package var spokenLetters: SpokenLetters {
    speech.letters == .nato ? .words : .sounds(ofVoice: voice)
  }
}
