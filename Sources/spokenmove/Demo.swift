import Appliance
import ApplianceCore
import ArgumentParser
import DeviceIO
import Dialogue
import FoundationEssentials
import Glibc
import LanguageModel
import Localization
import Microphone
import Panel
import Program
import Sound
import Speech

/// Shows the appliance on a terminal.
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the appliance on this terminal, without any hardware.",
    discussion: """
      Plays a short game: the Enter key is the button, the lights are drawn, and recorded clips replace the microphone. \
      Some moves are typed for you. Without a keyboard the button presses itself. In a language other than English, \
      espeak-ng makes the clips.

      With --microphone it listens to you instead; "spokenmove devices" lists the names. With --microphone, --clip or \
      --grammar it shows the words, without a game.
      """)

  @OptionGroup var options: RecognitionOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Listen to this ALSA device, such as hw:CARD=Device, instead of the clips.",
      valueName: "device"))
  var microphone: String?

  @Option(
    help: ArgumentHelp(
      "A recording to use instead of the supplied clips; can be repeated.",
      valueName: "file"), completion: .file())
  var clip: [String] = []

  @Flag(help: "Show the JSON lines of an appliance's console.")
  var json = false

  func validate() throws {
    guard microphone == nil || isatty(STDIN_FILENO) == 1 else {
      throw ValidationError(
        "--microphone needs a terminal, where Enter is the button; leave it out to use the clips.")
    }
    guard microphone == nil || clip.isEmpty else {
      throw ValidationError("Give either --microphone or --clip.")
    }
  }

  func run() async throws {
    let configuration = try options.configuration()
    let log = Log(level: .warning)
    let translation = try Installation.translation(for: configuration.recognition.locale)
    let terminal = try TerminalConsole(
      .standard(readsLines: false),
      ConsoleFormatter(
        format: json ? .jsonl : .text, translation: translation,
        introduction: Introduction(
          version: Version.number, locale: configuration.recognition.locale)), log: log)
    let model = try options.acousticModel(for: configuration)
    guard microphone != nil || !clip.isEmpty || options.grammar != nil else {
      return try await playGame(configuration, translation, model, terminal, log)
    }
    let end = Completion()
    try TerminationSignals.onFirst { end.finish() }
    let presser =
      isatty(STDIN_FILENO) == 1
      ? nil
      : DemoScript(
        try clips().map { _ in .say }, console: terminal, pressesItself: true, pause: {},
        end: { end.finish() })
    let console: any Console = presser ?? terminal
    let input: any AudioInput =
      try microphone.map { Microphone(device: $0) }
      ?? ClipPlayer(clips: clips()) { event in
        switch (event, presser) {
        case (.began(let path, _), _): console.show(Self.playing(path))
        case (.ended, let presser?): presser.clipEnded()
        case (.ended, nil): console.show(.note(Message("Press Enter to stop.")))
        }
      }
    let parts = Appliance.Parts(
      input: input, microphone: try microphone.map { try MicrophoneMonitor(device: $0) },
      button: try presser ?? TerminalButton() as any Button,
      lights: lights(on: console, in: translation),
      console: console,
      listener: try MoveListener(configuration, model: model),
      conversation: try configuration.recognition.dictation(with: model), log: log)
    console.show(.note(introduction(pressesItself: presser != nil)))
    _ = try await console.run(nil, until: end, log: log, tellsErrors: false) {
      Appliance(parts, mode: .toggle, limits: configuration.limits)
    }
  }

  /// Plays the script's short game, which is not saved.
  private func playGame(
    _ configuration: Configuration, _ translation: Translation, _ model: AcousticModel,
    _ terminal: TerminalConsole, _ log: Log
  ) async throws {
    var configuration = configuration
    configuration.game = true
    configuration.console.format = json ? .jsonl : .text
    configuration.console.board = BoardDrawing()
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "spokenmove-demo-\(UUID().uuidString)")
    configuration.record.directory = folder.path(percentEncoded: false)
    @Sendable func cleanUp() { try? FileManager.default.removeItem(at: folder) }
    defer { cleanUp() }

    let isAlone = isatty(STDIN_FILENO) != 1
    let end = Completion()
    try TerminationSignals.onFirst(cleanUp: cleanUp) { end.finish() }
    let listener = try MoveListener(configuration, model: model)
    let (steps, clips): ([DemoScript.Step], [String])
    do {
      (steps, clips) = try await game(
        configuration, model, listener, in: folder, terminal, until: end)
    } catch {
      guard end.isDone else { throw error }
      return await terminal.close()
    }
    let script = DemoScript(
      steps, console: terminal, pressesItself: isAlone,
      pause: { try? await QuietClock().sleep(for: .milliseconds(800)) }, end: { end.finish() })
    let keyboard = isAlone ? nil : try TerminalButton()
    let presses = Task {
      guard let keyboard else { return }
      for await event in keyboard.events where event == .pressed { script.press() }
    }
    let input = ClipPlayer(clips: clips) { event in
      switch event {
      case .began(let path, _): script.show(Self.playing(path))
      case .ended: script.clipEnded()
      }
    }
    let parts = Appliance.Parts(
      input: input, microphone: nil, button: script, lights: lights(on: script, in: translation),
      console: script,
      listener: listener,
      conversation: try GameConversation(
        ChosenConfiguration(configuration), translation: translation
      ) { [configuration] in
        try configuration.recognition.chessLanguage(with: model)
      }, log: log)
    script.show(
      .note(
        isAlone
          ? Message("No keyboard: the button presses itself. Control-C ends.")
          : Message("Enter is the button: it starts and stops a recording. Control-C ends.")))
    _ = try await script.run(nil, until: end, log: log, tellsErrors: false) {
      Appliance(parts, mode: .toggle, limits: configuration.limits)
    }
    await keyboard?.close()
    await presses.value
  }

  /// The script and the clips: the supplied ones in English, otherwise made in `folder`.
  private func game(
    _ configuration: Configuration, _ model: AcousticModel, _ listener: MoveListener,
    in folder: URL, _ terminal: TerminalConsole, until end: Completion
  ) async throws -> (steps: [DemoScript.Step], clips: [String]) {
    let locale = LanguageModel.Locale(identifier: configuration.recognition.locale)
    guard locale.language != "en" else {
      let all = try clips()
      let clips = DemoScript.Step.clips.compactMap { name in
        all.first { $0.split(separator: "/").last?.hasPrefix(name) == true }
      }
      return (DemoScript.Step.game, clips)
    }
    terminal.show(.note(Message("espeak-ng makes the clips in \(locale.identifier).")))
    let clips = folder.appending(path: "clips")
    try FileManager.default.createDirectory(at: clips, withIntermediateDirectories: true)
    let language = try configuration.recognition.chessLanguage(with: model)
    let demo = try await SpokenDemo(
      language, locale: locale, listener: listener,
      in: clips.path(percentEncoded: false), until: end)
    return (demo.steps, demo.clips)
  }

  private static func playing(_ path: String) -> ConsoleMessage {
    .note(Message("Playing \(URL(filePath: path).lastPathComponent)."))
  }

  private func lights(
    on console: any Console, in translation: Translation
  ) -> [ApplianceStateMachine.Light: any Indicator] {
    let panel = TerminalPanel { console.show(.lights($0)) }
    return Dictionary(
      uniqueKeysWithValues: ApplianceStateMachine.Light.allCases.map { light in
        let name =
          switch light {
          case .available: Message("available")
          case .recording: Message("recording")
          }
        return (light, panel.indicator(named: name.text(in: translation)) as any Indicator)
      })
  }

  private func introduction(pressesItself: Bool) -> Message {
    if pressesItself {
      return Message("No keyboard: the button presses itself, once for each clip.")
    }
    let microphone = microphone.map { .verbatim($0) } ?? Message("a recorded clip")
    return Message(
      "Enter is the button: it starts and stops recording \(microphone). Control-C ends.")
  }

  /// The clips to play; checks each of them.
  private func clips() throws -> [String] {
    var clips = clip
    if clips.isEmpty {
      let folder = try Installation.clips()
      clips = SmallFile.names(in: folder).filter { $0.hasSuffix(".flac") }
        .map { "\(folder)/\($0)" }
      guard !clips.isEmpty else { throw Installation.noClips }
    }
    for clip in clips { _ = try AudioFile(path: clip) }
    return clips
  }
}
