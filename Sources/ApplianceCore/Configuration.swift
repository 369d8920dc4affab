import Chess
import Dialogue
import Panel

/// The appliance's settings, with their defaults.
///
/// Read from YAML by `init(contentsOf:)`, which names every mistake in the file with its line and
/// column. Each setting is documented in the sample, `deploy/config.yaml`.
public struct Configuration: Sendable, Hashable {
  /// The recording device.
  public struct MicrophoneSettings: Sendable, Hashable {
    /// ALSA's name of the device.
    public var device = "default"
  }

  /// The push button.
  public struct ButtonSettings: Sendable, Hashable {
    /// The GPIO line; nil if there is no button.
    public var line: GPIOLineName? = .named("GPIO17")
    /// How it records.
    public var mode = ApplianceStateMachine.ButtonMode.toggle
    /// Whether a press pulls the line low, as a button to ground does.
    public var activeLow = true
    /// What holds the line while nobody presses.
    public var bias = GPIOBias.pullUp
    /// How long a press must last to count.
    public var debounce = Duration.milliseconds(20)
  }

  /// A light.
  public struct LightSettings: Sendable, Hashable {
    /// The GPIO line; nil if there is no light.
    public var line: GPIOLineName?
    /// Whether it is lit while the line is low.
    public var activeLow = false
  }

  /// The lights of the panel.
  public struct LightsSettings: Sendable, Hashable {
    /// Lit when a recording can begin.
    public var available = LightSettings(line: .named("GPIO27"))
    /// Lit while it listens.
    public var recording = LightSettings(line: .named("GPIO22"))
  }

  /// How messages are written.
  public enum ConsoleFormat: String, Sendable, Hashable, CaseIterable {
    /// For people.
    case text
    /// For programs: one JSON object a line.
    case jsonl
  }

  /// Which letters the terminal shows.
  public enum Letters: String, Sendable, Hashable, CaseIterable {
    /// On standard output those that its locale has; on another terminal ASCII.
    case auto
    /// Accents are left out.
    case ascii
    /// In UTF-8.
    case unicode
  }

  /// Where messages are shown.
  public struct ConsoleSettings: Sendable, Hashable {
    /// The terminal's path; nil stands for standard output.
    public var device: String?
    /// Bits per second, if the device has a bit rate.
    public var baud = 115_200
    /// How they are written.
    public var format = ConsoleFormat.text
    /// Which letters are shown, for people.
    public var letters = Letters.auto
    /// Whether results are shown as they form.
    public var partials = true
    /// How the board is drawn after each move, if at all, for people.
    public var board = BoardDrawing(style: .off)
    /// The path of the Unix socket for programs; nil: none.
    public var socket: String?
    /// The terminal's width in columns; nil takes what the terminal reports, or 80.
    public var columns: Int?
  }

  /// Speech recognition.
  public struct Recognition: Sendable, Hashable {
    /// The language and region of speech, which choose the model and the phrases.
    public var locale = "en_US"
    /// The phrases' data file; nil stands for the one that is installed.
    public var grammar: String?
    /// The acoustic model's directory; nil stands for the one that is installed.
    public var model: String?
    /// How sure the appliance must be before it plays a move: 0, a guess will do, to 1.
    public var caution = 0.5
    /// The enrolled player whose voice is expected; nil stands for anybody's.
    public var player: String?
    /// Whether the voice is learnt from moves that play confirms.
    public var learn = false
    /// Whether the voice of a session is learnt in memory.
    public var adapt = true
  }

  /// What starts and bounds a recording.
  public struct RecordingSettings: Sendable, Hashable {
    /// What starts it.
    public var start = ApplianceStateMachine.Starter.button
    /// The name that starts it.
    public var name = "chessboard"
    /// The name's sounds in X-SAMPA; nil: those of the dictionary.
    public var nameSounds: String?

    /// A recording ends by itself after this.
    public var maximum = Duration.seconds(60)
    /// How long the microphone stays open after Stop.
    public var tail = Duration.milliseconds(150)
    /// With `button.mode: once`, how long nothing is said after speech until the recording ends.
    public var pause = Duration.milliseconds(600)
    /// With `button.mode: once`, how long nothing is said at all until it ends.
    public var patience = Duration.seconds(5)
  }

  /// Where games are kept, and how much disk space they may take.
  public struct Record: Sendable, Hashable {
    /// Where the game is kept.
    public var directory = "/var/lib/spokenmove"
    /// How many finished games are kept.
    public var games = 1_000
    /// How much they may take together, in MiB.
    public var megabytes = 16
  }

  /// Which sounds accompany what is shown.
  public enum Sounds: String, Sendable, Hashable, CaseIterable {
    case off
    /// A short signal for each event.
    case tones
    /// The console's words, by espeak-ng.
    case speech
  }

  /// The voice that reads, with `sounds: speech`.
  public struct Speech: Sendable, Hashable {
    /// espeak-ng, or a program with its options: a path, or a name.
    public var program = "espeak-ng"
    /// One of the program's voices; nil stands for the one of `recognition.locale`.
    public var voice: String?
    /// Words a minute.
    public var rate = 160
    /// In percent of the voice's usual volume.
    public var volume = 100
    /// How the letters of files are said.
    public var letters = Alphabet.plain

    /// How the letters of files are said.
    public enum Alphabet: String, Sendable, Hashable, CaseIterable {
      /// As letters.
      case plain
      /// By words, which are confused less: alpha, bravo, …, or those of the language.
      case nato
    }
  }

  /// The engine to play against.
  public struct OpponentSettings: Sendable, Hashable {
    /// The engine's path or name; nil: two people play.
    public var engine: String?
    /// The side that it plays.
    public var side = Color.black
    /// How strong it plays, in `EngineStrength.levels`.
    public var level = 5
    /// Its rating, instead of a level.
    public var elo: Int?
    /// How long it thinks.
    public var time = Duration.seconds(1)

    /// How strong it plays.
    public var strength: EngineStrength { elo.map { .elo($0) } ?? .level(level) }
  }

  /// Whether a game is followed: only legal moves can be said, and they are played.
  public var game = true
  /// Whether each move is repeated, and played only after a "yes".
  public var confirm = false
  /// How long a question waits for its answer.
  public var patience = Duration.seconds(20)
  /// The engine to play against.
  public var opponent = OpponentSettings()
  /// How much time a game gives; nil: no clock.
  public var clock: TimeControl?
  /// Whether the game ends when time is up.
  public var flag = true
  /// Where games are kept.
  public var record = Record()
  /// The recording device.
  public var microphone = MicrophoneSettings()
  /// The push button.
  public var button = ButtonSettings()
  /// The lights of the panel.
  public var lights = LightsSettings()
  /// Where messages are shown.
  public var console = ConsoleSettings()
  /// Speech recognition.
  public var recognition = Recognition()
  /// What bounds a recording.
  public var recording = RecordingSettings()
  /// Which sounds accompany what is shown.
  public var sounds = Sounds.off
  /// ALSA's name of the playback device.
  public var loudspeaker = "default"
  /// The voice that reads.
  public var speech = Speech()
  /// Less severe messages are not logged.
  public var logLevel = Log.Level.notice

  /// Who plays, for the record.
  public var names = PlayerNames()

  /// The defaults.
  public init() {}

  /// The voice that reads: by default espeak-ng's for the locale, as "de-de" for "de_DE".
  public var voice: String {
    speech.voice ?? recognition.locale.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
  }

  /// How its voice says letters.
  package var spokenLetters: SpokenLetters {
    speech.letters == .nato ? .words : .sounds(ofVoice: voice)
  }

  /// The times that bound a recording.
  public var limits: ApplianceStateMachine.Limits {
    var limits = ApplianceStateMachine.Limits(
      maximumRecordingTime: recording.maximum, tail: recording.tail)
    limits.pause = recording.pause
    limits.patience = recording.patience
    return limits
  }
}
