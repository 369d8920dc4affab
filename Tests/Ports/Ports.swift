import Foundation
import Sound
import Speech

/// Runs one of the programs ported from a phone: `ports NAME FILE…`.
@main struct Ports {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      print("Usage: ports spokenword|walkthrough|file|livespeech|swiftui|cancel FILE…")
      exit(64)
    }
    let input = ClipPlayer(clips: Array(arguments[2...].prefix(1)))
    switch arguments[1] {
    case "spokenword": await spokenWord(input, folder: URL(fileURLWithPath: arguments[3]))
    case "walkthrough": await walkthrough(input)
    case "file": await file(URL(fileURLWithPath: arguments[2]))
    case "livespeech": await liveSpeech(input)
    case "swiftui": await controller(input, language: arguments[3], cancels: false)
    case "cancel": await controller(input, language: arguments[3], cancels: true)
    default: exit(64)
    }
  }

  /// Longer than any clip of the tests.
  private static func listen() async {
    try? await Task.sleep(for: .seconds(4))
  }

  @MainActor private static func spokenWord(_ input: any AudioInput, folder: URL) async {
    let asset = folder.appendingPathComponent("CustomLMData.bin")
    do {
      try await SpokenWordData.exportImperatively(to: asset)
      try await SpokenWordData.export(to: asset)
    } catch {
      return print("export: \(error)")
    }
    let program = SpokenWord(input, asset: asset, folder: folder)
    program.viewDidAppear()
    await program.recordButton.wait { $0.isEnabled }
    await program.recordButtonTapped()
    await listen()
    await program.recordButtonTapped()
    await program.recordButton.wait { $0.title == "Start Recording" }
  }

  @MainActor private static func walkthrough(_ input: any AudioInput) async {
    let program = Walkthrough(input)
    program.askPermission()
    await program.button.wait { $0.isEnabled }
    do { try await program.startLive() } catch { return print("\(error)") }
    await listen()
    program.stopLive()
    await program.button.wait { $0.title == "Dictate" }
  }

  @MainActor private static func file(_ url: URL) async {
    let program = Walkthrough(ClipPlayer(clips: []))
    program.transcribe(url)
    await program.fileButton.wait { $0.title == "Transcribe" }
  }

  @MainActor private static func liveSpeech(_ input: any AudioInput) async {
    let program = LiveSpeech(input)
    program.viewDidLoad()
    await program.startButton.wait { $0.isEnabled }
    await program.startTapped()
    await listen()
    program.stopTapped()
    await program.startButton.wait { $0.isEnabled }
  }

  @MainActor private static func controller(
    _ input: any AudioInput, language: String, cancels: Bool
  ) async {
    guard let program = SpeechController(input, language: language) else {
      return print("no recognizer for \(language)")
    }
    await program.button.wait { $0.isEnabled }
    await program.start()
    if cancels {
      program.cancel()
      return await program.button.wait { $0.title == "Failed" }
    }
    await listen()
    program.stop()
    await program.button.wait { $0.title == "Start" }
  }
}
