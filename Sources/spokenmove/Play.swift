import Appliance
import ApplianceCore
import ArgumentParser
import Chess
import DeviceIO
import Dialogue
import Glibc
import Localization
import Microphone
import Program
import Sound

/// Plays a game on a terminal.
struct Play: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a game on this terminal, by voice and typed.",
    discussion: """
      Enter is the button: press it, say a move, press it again. You can also type moves, and anything that you can say; \
      "help" lists it, "quit" ends. The next game starts where you left off.

      Stockfish is your opponent if it is installed (Debian: sudo apt install stockfish). With --opponent none, two \
      people play.
      """)

  /// The player's side.
  enum SideOption: String, ExpressibleByArgument, CaseIterable {
    case white
    case black
  }

  @OptionGroup var options: RecognitionOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Listen to this microphone, as listed by \"spokenmove devices\"; none: moves are typed.",
      discussion: "Default: the first microphone found.", valueName: "device"))
  var microphone: String?

  @Option(
    help: ArgumentHelp(
      "Play against this engine, a name or a path; none: two people play.",
      valueName: "engine"))
  var opponent = "stockfish"

  @Option(help: "Your side against the engine: white or black.")
  var side: SideOption?

  @Option(help: ArgumentHelp("The engine's strength, from 1 to 8.", valueName: "level"))
  var level: Int?

  @Option(
    help: ArgumentHelp(
      "A chess clock: minutes for each side, and seconds added by each move, such as 15+10.",
      discussion: "15d10: the clock waits 10 seconds on each move.",
      valueName: "time"))
  var clock: String?

  @Option(
    help: ArgumentHelp("Begin with this position, instead of your last game.", valueName: "fen"))
  var fen: String?

  @Option(
    help: ArgumentHelp(
      "Continue the first game of this file, instead of your last game.", valueName: "file"),
    completion: .file(extensions: ["pgn"]))
  var pgn: String?

  @Flag(help: "End each recording automatically when you stop speaking.")
  var once = false

  @Option(help: "Play sounds: off, tones, or speech (espeak-ng reads the messages).")
  var sounds: Configuration.Sounds?

  @Option(help: "Draw the board after each move: off, ascii or unicode.")
  var board = BoardDrawing.Style.ascii

  @Option(
    help: ArgumentHelp(
      "The folder for the game.",
      discussion: "Default: spokenmove in $XDG_STATE_HOME or ~/.local/state.",
      valueName: "folder"), completion: .directory)
  var directory: String?

  func validate() throws {
    guard clock.map({ TimeControl($0) != nil }) ?? true else {
      throw ValidationError("--clock takes minutes and seconds per move, such as 15+10 or 15d10.")
    }
    guard level.map({ EngineStrength.levels.contains($0) }) ?? true else {
      throw ValidationError("--level is from 1 to 8.")
    }
    guard fen == nil || pgn == nil else { throw ValidationError("Give either --fen or --pgn.") }
    _ = try fen.map { try Position(option: $0) }
  }

  func run() async throws {
    let first = try firstLines()
    let end = Completion()
    try TerminationSignals.onFirst { end.finish() }
    var isFirst = true
    try await settings().whileLanguagesChange { settings, problem in
      defer { isFirst = false }
      return try await run(settings, first: isFirst ? first : [], problem, until: end)
    }
  }

  /// Plays until another language is chosen (returns true), or until the end.
  private func run(
    _ settings: ChosenConfiguration, first: [String], _ problem: (any Error)?,
    until end: Completion
  ) async throws -> Bool {
    let configuration = settings.chosen
    let quit = Completion()
    // Standard error is the same terminal, which already shows problems.
    let log = Log(level: .error, descriptor: -1, isJournal: false)
    let translation = try Installation.translation(for: configuration.recognition.locale)
    let terminal = try TerminalConsole(
      configuration.console, translation: translation, log: log)
    let announcer = configuration.announcer(log: log)
    let quitting = Message("quit").text(in: translation)
    let console = PlayersConsole(
      configuration.sounding(terminal, in: translation, by: announcer), first: first,
      quitting: quitting
    ) { quit.finish() }
    var latest: Appliance?
    let startsAgain = try await console.run(problem, until: end, log: log, tellsErrors: false) {
      let appliance = try assemble(settings, translation, announcer, console: console, log: log)
      Task { [weak appliance] in
        await quit.wait()
        appliance?.shutDownAfterLines()
      }
      latest = appliance
      return appliance
    }
    if !startsAgain, let trouble = await latest?.trouble {
      throw PlainError(trouble)
    }
    return startsAgain
  }

  /// The lines that set up the game at the start.
  private func firstLines() throws -> [String] {
    if let fen { return ["set up \(try Position(option: fen).fen)"] }
    guard let pgn else { return [] }
    let bytes = try InputFile.bytes(of: pgn)
    do throws(ChessError) {
      var reader = PGNReader(String(decoding: bytes, as: UTF8.self))
      guard let read = try reader.next() else {
        throw ChessError(
          .malformedPGN, Message("reading the PGN"), "", Message("there is no game in it"))
      }
      let players = read.tags.filter { ["White", "Black"].contains($0.name) }
      let text = PGN(read.game, tags: players).text
      guard text.utf8.count <= ChessDialogue.pasteLimit.bytes else {
        throw ChessError(
          .tooLarge, Message("reading the PGN"), "",
          Message("the game has more than \(ChessDialogue.pasteLimit.bytes) bytes"))
      }
      return text.split(separator: "\n").map(String.init)
    } catch {
      throw PlainError("Cannot take a game from \(pgn): \(error)")
    }
  }

  private func settings() throws -> Configuration {
    var configuration = try options.configuration()
    configuration.console.device = nil
    configuration.console.format = .text
    configuration.console.board = BoardDrawing(style: board, side: side == .black ? .black : .white)
    configuration.game = true
    if let sounds { configuration.sounds = sounds }
    if let clock { configuration.clock = TimeControl(clock) }
    if opponent != "none" { configuration.opponent.engine = opponent }
    if let microphone { configuration.microphone = microphone }
    if let side { configuration.opponent.side = side == .white ? .black : .white }
    if let level { configuration.opponent.strength = .level(level) }
    if let directory {
      configuration.record.directory = directory
    } else if options.file.file == nil {
      let state = environment("XDG_STATE_HOME") ?? (environment("HOME") ?? "/tmp") + "/.local/state"
      configuration.record.directory = "\(state)/spokenmove"
    }
    if clock == nil, ChosenConfiguration(configuration).chosen.clock == nil {
      // A resumed game keeps its clock.
      configuration.clock = GameRecord.timeControl(into: configuration.record.directory)
    }
    return configuration
  }

  private func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private func assemble(
    _ settings: ChosenConfiguration, _ translation: Translation, _ announcer: Announcer?,
    console: PlayersConsole, log: Log
  ) throws -> Appliance {
    let configuration = settings.chosen
    let model = try options.acousticModel(for: configuration)
    var engine: UCIEngine?
    if opponent != "none" {
      engine = try configuration.engine(named: opponent)
      if engine == nil {
        console.show(
          .note(
            Message(
              "There is no engine \(opponent), so two people can play. Install one (Debian: sudo apt install stockfish), or name one with --opponent."
            )))
      }
    }
    let isHeard = microphone.map { $0 != "none" } ?? !AudioDevice.captureDevices().isEmpty
    let device = microphone ?? configuration.microphone
    console.show(.note(introduction(isHeard: isHeard)))
    var parts = Appliance.Parts(
      input: isHeard ? Microphone(device: device) as any AudioInput : ClipPlayer(clips: []),
      microphone: isHeard ? try MicrophoneMonitor(device: device) : nil,
      button: console, lights: [:], console: console,
      listener: try MoveListener(configuration, model: model),
      conversation: try GameConversation(
        settings, voice: configuration.sessionVoice(with: model, log: log), engine: engine,
        translation: translation
      ) {
        try configuration.chessLanguage(with: model)
      }, log: log, announcer: announcer, settings: configuration.values)
    if !isHeard { parts.readiness = microphone == "none" ? .off : .unavailable(Self.noMicrophone) }
    return Appliance(parts, mode: once ? .once : .toggle, limits: configuration.limits)
  }

  /// Why moves are only typed if there is no microphone.
  private static let noMicrophone = AudioError(
    .deviceMissing, Message("open the microphone"), "",
    advice: Message("There is no microphone. Type your moves.")
  ).message

  private func introduction(isHeard: Bool) -> Message {
    isHeard
      ? Message(
        "Press Enter, say a move, press Enter again; or type. \"help\" lists what to type, \"quit\" ends."
      )
      : Message("Type your moves. \"help\" lists the rest, \"quit\" ends.")
  }
}

extension BoardDrawing.Style: ExpressibleByArgument {}
extension Configuration.Sounds: ExpressibleByArgument {}
