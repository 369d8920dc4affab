import Appliance
import ApplianceCore
import ArgumentParser
import ChessLanguage
import DeviceIO
import Dialogue
import Glibc
import Localization
import Microphone
import Panel
import PanelGPIO
import Program
import Speech

/// Runs the appliance.
struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the appliance: button, lights, microphone and console as configured.",
    discussion: """
      Runs until SIGTERM, SIGINT or SIGHUP; then turns off the lights and exits with status 0. The sample \
      configuration, deploy/config.yaml, explains the settings.

      On the console you can type start, stop, status and help; moves such as e4, Nf3 or e2e4; and anything that you \
      can say.
      """)

  @OptionGroup var options: RecognitionOptions

  func run() async throws {
    // First of all: a service manager may stop the program while it is still loading.
    let end = Completion()
    try TerminationSignals.onFirst { end.finish() }
    try await options.configuration().whileLanguagesChange { settings, problem in
      try await run(settings, problem, until: end)
    }
  }

  /// Runs until a player chooses another language (returns true), or until the end.
  private func run(
    _ settings: ChosenConfiguration, _ problem: (any Error)?, until end: Completion
  ) async throws -> Bool {
    let configuration = settings.chosen
    // If both are one terminal, don't log what the console shows.
    let isAllShown =
      configuration.console.device == nil && configuration.logLevel <= .notice
      && StandardDescriptors.areOneTerminal
    let log = Log(level: configuration.logLevel, descriptor: isAllShown ? -1 : STDERR_FILENO)
    let introduction = Introduction(
      version: Version.number, locale: configuration.recognition.locale,
      player: configuration.recognition.expectedPlayer,
      keptGame: configuration.game
        ? GameRecord.glance(
          into: configuration.record.directory,
          showsPlayers: settings.configured.opponent.engine != nil
            || configuration.names != PlayerNames())
        : nil)
    let translation = try Installation.translation(for: configuration.recognition.locale)
    let terminal = try TerminalConsole(
      configuration.console, translation: translation, introduction: introduction, log: log)
    let announcer = configuration.announcer(log: log)
    let shown = withSocket(terminal, configuration, introduction, log)
    let console = configuration.sounding(shown, in: translation, by: announcer)
    // Nobody may be looking at standard error, so the console also shows the error.
    return try await console.run(problem, until: end, log: log, tellsErrors: !isAllShown) {
      try assemble(settings, translation, announcer, console: console, log: log)
    }
  }

  /// The terminal, with a socket if one is configured; if the socket fails, reports that and uses
  /// the terminal alone.
  private func withSocket(
    _ terminal: TerminalConsole, _ configuration: Configuration, _ introduction: Introduction,
    _ log: Log
  ) -> any Console {
    guard let path = configuration.console.socket else { return terminal }
    do {
      return try SocketConsole(
        at: path, beside: terminal, showsPartials: configuration.console.partials,
        introduction: introduction, log: log)
    } catch {
      log.error("\(error)")
      terminal.show(.error(code: "socket", message: Message(error)))
      return terminal
    }
  }

  private func assemble(
    _ settings: ChosenConfiguration, _ translation: Translation, _ announcer: Announcer?,
    console: any Console, log: Log
  ) throws -> Appliance {
    let configuration = settings.chosen
    // The lights first, so that they show the preparation.
    var lights: [ApplianceStateMachine.Light: any Indicator] = [:]
    for (light, place) in [
      (ApplianceStateMachine.Light.available, configuration.lights.available),
      (.recording, configuration.lights.recording),
    ] {
      guard let line = place.line else { continue }
      let tell = teller(.light, "leds.\(light.rawValue).line", console: console, log: log)
      lights[light] = AwaitedIndicator(tell: tell) { () throws(PanelError) in
        try SwitchedIndicator(line, isActiveLow: place.activeLow)
      }
    }
    let press = configuration.button
    let button = press.line.map { line in
      AwaitedButton(tell: teller(.button, "button.line", console: console, log: log)) {
        hear throws(PanelError) in
        try GPIOButton(
          line, isActiveLow: press.activeLow, bias: press.bias, debounce: press.debounce,
          hear: hear)
      }
    }
    // An unusable voice must not prevent others from playing.
    let model = try configuration.acousticModel { problem in
      log.error("\(problem)")
      console.show(.error(code: "player", message: Message(problem)))
    }
    tellVoice(configuration, model, console: console, log: log)
    let device = configuration.microphone
    let engine = try engine(settings.configured, console: console, log: log)
    let parts = Appliance.Parts(
      input: Microphone(device: device), microphone: try MicrophoneMonitor(device: device),
      button: button, lights: lights, console: console,
      listener: try MoveListener(configuration, model: model),
      conversation: try conversation(settings, translation, model, engine, log: log),
      log: log, announcer: announcer, settings: configuration.values,
      handsFree: configuration.recording.start == .button
        ? nil : try configuration.handsFree(with: model))
    return Appliance(
      parts, mode: configuration.button.mode, limits: configuration.limits,
      starter: configuration.recording.start)
  }

  /// A game; without one, the notation of moves, or the words of phrases without moves.
  private func conversation(
    _ settings: ChosenConfiguration, _ translation: Translation, _ model: AcousticModel,
    _ engine: UCIEngine?, log: Log
  ) throws -> any Conversation {
    let configuration = settings.chosen
    var language: ChessLanguage?
    if !configuration.game {
      let read = try configuration.chessLanguage(with: model)
      guard read.hasMoves else { return try configuration.recognition.dictation(with: model) }
      language = read
    }
    return try GameConversation(
      settings, voice: configuration.sessionVoice(with: model, log: log), engine: engine,
      translation: translation
    ) { [language] in
      try language ?? configuration.chessLanguage(with: model)
    }
  }

  /// The engine to play against. If the configured one is missing, reports that; two people can
  /// still play.
  private func engine(
    _ configuration: Configuration, console: any Console, log: Log
  ) throws -> UCIEngine? {
    guard configuration.game, let name = configuration.opponent.engine else { return nil }
    if let engine = try configuration.engine(named: name) { return engine }
    let message = Message(
      "There is no engine \(name), so two people can play. Install it (Debian: sudo apt install stockfish), or correct opponent.engine in the configuration."
    )
    log.error("\(message)")
    console.show(.error(code: "opponent", message: message))
    return nil
  }

  /// Reports to whose voice the model is adapted.
  private func tellVoice(
    _ configuration: Configuration, _ model: AcousticModel, console: any Console, log: Log
  ) {
    guard model.speaker != nil, let player = configuration.recognition.expectedPlayer,
      let voice = try? configuration.players.voice(of: player)
    else { return }
    let message = ConsoleMessage.voice(
      player: player, enrolled: voice.recordings, learnt: voice.learntInUse)
    console.show(message)
    if let text = message.text { log.notice(text) }
  }

  /// A part of the panel; the raw value is the code of its errors.
  private enum PanelPart: String {
    case button
    case light

    /// The message that it is present.
    func presence(_ setting: String) -> Message {
      switch self {
      case .button: Message("The button is there (\(setting)).")
      case .light: Message("The light is there (\(setting)).")
      }
    }
  }

  /// Reports, on the console and in the log, when a part of the panel is missing, and when it is
  /// back.
  private func teller(
    _ part: PanelPart, _ setting: String, console: any Console, log: Log
  ) -> @Sendable (PanelError?) -> Void {
    { error in
      guard let error else {
        console.show(.note(part.presence(setting)))
        return log.notice("\(part.presence(setting))")
      }
      let message = Message(
        "\(Message(error)) The appliance uses it as soon as it appears. To do without it, set \(setting): none."
      )
      console.show(.error(code: part.rawValue, message: message))
      log.error("\(message)")
    }
  }
}
