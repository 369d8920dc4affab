import Appliance
import ArgumentParser
import Audio
import FoundationEssentials
import Glibc
import Panel
import Speech

/// Shows the appliance on a terminal.
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the appliance on this terminal, without any hardware.",
    discussion: """
      The Enter key is the button, the lights are drawn, and recorded clips are the microphone, played in real time. \
      With a sound card, --microphone hears you instead: "spokenmove devices" lists the names.

      Without a keyboard the button presses itself, once for each clip, and the demonstration ends after the last.
      """)

  @OptionGroup var options: RecognitionOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Hear this ALSA device, such as hw:CARD=Device, instead of the clips.", valueName: "device"))
  var microphone: String?

  @Option(
    help: ArgumentHelp(
      "A recording, instead of the clips that came with the program; may be given again.",
      valueName: "file"), completion: .file())
  var clip: [String] = []

  @Flag(help: "Show what the console of an appliance shows to programs.")
  var json = false

  func validate() throws {
    guard microphone == nil || isatty(STDIN_FILENO) == 1 else {
      throw ValidationError(
        "--microphone needs a terminal, whose Enter key is the button; leave it out to hear clips.")
    }
    guard microphone == nil || clip.isEmpty else {
      throw ValidationError("Give either --microphone or --clip.")
    }
  }

  func run() async throws {
    let configuration = try options.configuration()
    let log = Log(level: .warning)
    let terminal = try TerminalConsole(
      .standard(readsLines: false), format: json ? .jsonl : .text, showsPartials: true, log: log)
    let model = try options.acousticModel(for: configuration)
    let conversation = try configuration.recognition.dictation(with: model)
    let presser =
      isatty(STDIN_FILENO) == 1 ? nil : SelfPressingButton(presses: try clips().count)
    let console = ObservedConsole(terminal) { presser?.observe($0) }
    let input: any AudioInput =
      try microphone.map { Microphone(device: $0) }
      ?? ClipPlayer(clips: clips()) { event in
        switch event {
        case .began(let path, _):
          console.show(.note("Playing \(URL(filePath: path).lastPathComponent)."))
        case .ended:
          if let presser {
            presser.clipEnded()
          } else {
            console.show(.note("Press Enter to stop."))
          }
        }
      }
    let panel = TerminalPanel { console.show(.note($0)) }
    let lights = Dictionary(
      uniqueKeysWithValues: ApplianceStateMachine.Light.allCases.map {
        ($0, panel.indicator(named: $0.rawValue) as any Indicator)
      })
    let parts = Appliance.Parts(
      input: input, microphone: try microphone.map { try MicrophoneMonitor(device: $0) },
      button: try presser ?? TerminalButton() as any Button, lights: lights, console: console,
      recognizer: try SpeechRecognizer(model: model, configuration: configuration.decoder),
      conversation: conversation, log: log)
    let appliance = Appliance(parts, mode: .toggle, limits: configuration.limits)
    presser?.atEnd { appliance.shutDown() }
    try TerminationSignals.onFirst { appliance.shutDown() }
    console.show(.note(introduction(pressesItself: presser != nil)))
    try await appliance.run()
  }

  private func introduction(pressesItself: Bool) -> String {
    if pressesItself { return "No keyboard: the button presses itself, once for each clip." }
    let microphone = microphone ?? "a recorded clip"
    return "Enter is the button: it starts and stops recording \(microphone). Control-C ends."
  }

  /// The clips to be played, each of which can be.
  private func clips() throws -> [String] {
    var clips = clip
    if clips.isEmpty {
      let folder = try Installation.clips()
      clips = try FileError.telling("read", folder) {
        try FileManager.default.contentsOfDirectory(atPath: folder)
      }
      .filter { $0.hasSuffix(".flac") }.sorted().map { "\(folder)/\($0)" }
      guard !clips.isEmpty else { throw Installation.noClips }
    }
    for clip in clips { _ = try AudioFile(path: clip) }
    return clips
  }
}
