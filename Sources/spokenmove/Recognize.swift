import Appliance
import ApplianceCore
import ArgumentParser
import Chess
import Dialogue
import FoundationEssentials
import Localization
import Program
import Speech

/// Prints the words in recordings.
struct Recognize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the words spoken in recordings.",
    discussion: """
      Reads WAV, FLAC, Ogg and MP3 files of any rate and channel count. If it cannot read a file, or understands nothing \
      in it, it still recognizes the others.

      Exit status: 0 a result for every file, 3 no result for some, 1 failure, 2 wrong usage.
      """)

  @Argument(help: "The recordings.", completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Interpret the words as a move in this position.",
      discussion: "Default: print the words, which may be any phrase of the data file.",
      valueName: "fen"))
  var fen: String?

  @OptionGroup var options: RecognitionOptions

  @Flag(
    help: ArgumentHelp(
      "Dictation: write down any words.",
      discussion: "Uses the acoustic model's n-gram; errors are frequent."))
  var dictate = false

  @Flag(help: "Print one JSON object per line, as the appliance's console does.")
  var json = false

  @Flag(help: "Print partial results, too.")
  var partials = false

  func validate() throws {
    if dictate, fen != nil || options.grammar != nil {
      throw ValidationError(
        "--dictate writes down any words; leave out --fen and --grammar, which say which words "
          + "there can be.")
    }
    _ = try fen.map { try Position(option: $0) }
  }

  func run() async throws {
    let position = try fen.map { try Position(option: $0) }
    let configuration = try options.configuration()
    let recognition = configuration.recognition
    let (listener, model) = try options.listener(for: configuration)
    var dialogue: ChessDialogue?
    if let position {
      let begun = listener.dialogue(
        in: try recognition.chessLanguage(with: model), about: Game(start: position))
      dialogue = begun
      try await listener.prepare(for: begun)
    } else if !dictate {
      let languageModel = try await recognition.dictation(with: model).languageModel
      try await listener.recognizer.prepare(languageModel)
    }

    var isComplete = true
    for file in files {
      let gaveResult = await recognize(
        file, with: listener.recognizer, in: dialogue,
        caution: dictate ? 0 : recognition.caution)
      isComplete = isComplete && gaveResult
    }
    if !isComplete { throw ExitCode(3) }
  }

  /// Prints the words of `file`, in the same position for each file; returns whether it had any.
  private func recognize(
    _ file: String, with recognizer: SpeechRecognizer, in dialogue: ChessDialogue?, caution: Double
  ) async -> Bool {
    let request = URLRecognitionRequest(url: URL(filePath: file))
    request.shouldReportPartialResults = partials
    for await event in recognizer.recognitionTask(with: request).events {
      switch event {
      case .hypothesized(let transcription):
        if partials { show(.partial(transcription.formattedString), of: file) }
      case .finished(let result):
        let heard = Heard(result)
        guard var dialogue else {
          let message = heard.message(caution: caution)
          show(message, of: file)
          if case .refused = message { return false }
          return true
        }
        if let refusal = heard.refusal {
          show(.refused(refusal), of: file)
          return false
        }
        let responses = dialogue.hear(heard)
        for response in responses { show(.response(response, heard.utterance), of: file) }
        if case .refused = responses.first { return false }
        return true
      case .failed(let error):
        show(.error(code: error.code.rawValue, message: Message(error)), of: file)
        return false
      case .detectedSpeech, .detectedEndOfSpeech, .detectedNoSpeech, .finishedReadingAudio,
        .cancelled:
        break
      }
    }
    return false
  }

  private func show(_ message: ConsoleMessage, of file: String) {
    if json {
      guard var line = message.json(at: .now) else { return }
      line.add("file", .string(file))
      return StandardOutput.write(line.line)
    }
    switch message {
    case .result(let utterance):
      for line in utterance.lines { StandardOutput.write("\(file): \(line)") }
    case .response(let response, _):
      for line in response.lines { StandardOutput.write("\(file): \(line)") }
    case .partial(let text): StandardOutput.write("\(file): \(text) ...")
    case .refused: StandardError.write("\(file): \(message.text ?? "")")
    case .error(_, let message): StandardError.write("spokenmove: \(message)")
    default: break
    }
  }
}
