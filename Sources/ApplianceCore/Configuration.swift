import Chess
import Dialogue
import Panel

/// The appliance's settings, with their defaults.
///
/// Read from YAML by `init(contentsOf:)`, which names every mistake in the file with its line and
/// column. Each setting is documented in the sample, `deploy/config.yaml`.
package struct Configuration: Sendable, Hashable {
  /// The recording device.
  package struct MicrophoneSettings: Sendable, Hashable {
    /// ALSA's name of the device.
    package var device = "default"
  }

  /// The push button.
  package struct ButtonSettings: Sendable, Hashable {
    /// The GPIO line; nil if there is no button.
    package var line: GPIOLineName? = .named("GPIO17")
    /// How it records.
    package var mode = ApplianceStateMachine.ButtonMode.toggle
    /// Whether a press pulls the line low, as a button to ground does.
    package var activeLow = true
    /// What holds the line while nobody presses.
    package var bias = GPIOBias.pullUp
    /// How long a press must last to count.
    package var debounce = Duration.milliseconds(20)
  }

  /// A light.
  package struct LightSettings: Sendable, Hashable {
    /// The GPIO line; nil if there is no light.
    package var line: GPIOLineName?
    /// Whether it is lit while the line is low.
    package var activeLow = false
  }

  /// The lights of the panel.
  package struct LightsSettings: Sendable, Hashable {
    /// Lit when a recording can begin.
    package var available = LightSettings(line: .named("GPIO27"))
    /// Lit while it listens.
    package var recording = LightSettings(line: .named("GPIO22"))
  }

  /// How messages are written.
  package enum ConsoleFormat: String, Sendable, Hashable, CaseIterable {
    /// For people.
    case text
    /// For programs: one JSON object a line.
    case jsonl
  }

  /// Which letters the terminal shows.
  package enum Letters: String, Sendable, Hashable, CaseIterable {
    /// On standard output those that its locale has; on another terminal ASCII.
    case auto
    /// Accents are left out.
    case ascii
    /// In UTF-8.
    case unicode
  }

  /// Where messages are shown.
  package struct ConsoleSettings: Sendable, Hashable {
    /// The terminal's path; nil stands for standard output.
    package var device: String?
    /// Bits per second, if the device has a bit rate.
    package var baud = 115_200
    /// How they are written.
    package var format = ConsoleFormat.text
    /// Which letters are shown, for people.
    package var letters = Letters.auto
    /// Whether results are shown as they form.
    package var partials = true
    /// How the board is drawn after each move, if at all, for people.
    package var board = BoardDrawing(style: .off)
    /// The path of the Unix socket for programs; nil: none.
    package var socket: String?
    /// The terminal's width in columns; nil takes what the terminal reports, or 80.
    package var columns: Int?
  }

  /// Speech recognition.
  package struct Recognition: Sendable, Hashable {
    /// The language and region of speech, which choose the model and the phrases.
    package var locale = "en_US"
    /// The phrases' data file; nil stands for the one that is installed.
    package var grammar: String?
    /// The acoustic model's directory; nil stands for the one that is installed.
    package var model: String?
    /// How sure the appliance must be before it plays a move: 0, a guess will do, to 1.
    package var caution = 0.5
    /// The enrolled player whose voice is expected; nil stands for anybody's.
    package var player: String?
    /// Whether the voice is learnt from moves that play confirms.
    package var learn = false
    /// Whether the voice of a session is learnt in memory.
    package var adapt = true
  }

  /// What starts and bounds a recording.
  package struct RecordingSettings: Sendable, Hashable {
    /// What starts it.
    package var start = ApplianceStateMachine.Starter.button
    /// The name that starts it.
    package var name = "chessboard"
    /// The name's sounds in X-SAMPA; nil: those of the dictionary.
    package var nameSounds: String?

    /// A recording ends by itself after this.
    package var maximum = Duration.seconds(60)
    /// How long the microphone stays open after Stop.
    package var tail = Duration.milliseconds(150)
    /// With `button.mode: once`, how long nothing is said after speech until the recording ends.
    package var pause = Duration.milliseconds(600)
    /// With `button.mode: once`, how long nothing is said at all until it ends.
    package var patience = Duration.seconds(5)
  }

  /// Where games are kept, and how much disk space they may take.
  package struct Record: Sendable, Hashable {
    /// Where the game is kept.
    package var directory = "/var/lib/spokenmove"
    /// How many finished games are kept.
    package var games = 1_000
    /// How much they may take together, in MiB.
    package var megabytes = 16
  }

  /// Which sounds accompany what is shown.
  package enum Sounds: String, Sendable, Hashable, CaseIterable {
    case off
    /// A short signal for each event.
    case tones
    /// The console's words, by espeak-ng.
    case speech
  }

  /// The voice that reads, with `sounds: speech`.
  package struct Speech: Sendable, Hashable {
    /// espeak-ng, or a program with its options: a path, or a name.
    package var program = "espeak-ng"
    /// One of the program's voices; nil stands for the one of `recognition.locale`.
    package var voice: String?
    /// Words a minute.
    package var rate = 160
    /// In percent of the voice's usual volume.
    package var volume = 100
    /// How the letters of files are said.
    package var letters = Alphabet.plain

    /// How the letters of files are said.
    package enum Alphabet: String, Sendable, Hashable, CaseIterable {
      /// As letters.
      case plain
      /// By words, which are confused less: alpha, bravo, …, or those of the language.
      case nato
    }
  }

  /// The engine to play against.
  package struct OpponentSettings: Sendable, Hashable {
    /// The engine's path or name; nil: two people play.
    package var engine: String?
    /// The side that it plays.
    package var side = Color.black
    /// How strong it plays, in `EngineStrength.levels`.
    package var level = 5
    /// Its rating, instead of a level.
    package var elo: Int?
    /// How long it thinks.
    package var time = Duration.seconds(1)

    /// How strong it plays.
    package var strength: EngineStrength { elo.map { .elo($0) } ?? .level(level) }
  }

  /// Whether a game is followed: only legal moves can be said, and they are played.
  package var game = true
  /// Whether each move is repeated, and played only after a "yes".
  package var confirm = false
  /// How long a question waits for its answer.
  package var patience = Duration.seconds(20)
  /// The engine to play against.
  package var opponent = OpponentSettings()
  /// How much time a game gives; nil: no clock.
  package var clock: TimeControl?
  /// Whether the game ends when time is up.
  package var flag = true
  /// Where games are kept.
  package var record = Record()
  /// The recording device.
  package var microphone = MicrophoneSettings()
  /// The push button.
  package var button = ButtonSettings()
  /// The lights of the panel.
  package var lights = LightsSettings()
  /// Where messages are shown.
  package var console = ConsoleSettings()
  /// Speech recognition.
  package var recognition = Recognition()
  /// What bounds a recording.
  package var recording = RecordingSettings()
  /// Which sounds accompany what is shown.
  package var sounds = Sounds.off
  /// ALSA's name of the playback device.
  package var loudspeaker = "default"
  /// The voice that reads.
  package var speech = Speech()
  /// Less severe messages are not logged.
  package var logLevel = Log.Level.notice

  /// Who plays, for the record.
  package var names = PlayerNames()

  /// The defaults.
  package init() {}

  /// The voice that reads: by default espeak-ng's for the locale, as "de-de" for "de_DE".
  package var voice: String {
    speech.voice ?? recognition.locale.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
  }

  /// How its voice says letters.
  package var spokenLetters: SpokenLetters {
    speech.letters == .nato ? .words : .sounds(ofVoice: voice)
  }

  /// The times that bound a recording.
  package var limits: ApplianceStateMachine.Limits {
    var limits = ApplianceStateMachine.Limits(
      maximumRecordingTime: recording.maximum, tail: recording.tail)
    limits.pause = recording.pause
    limits.patience = recording.patience
    return limits
  }
}
