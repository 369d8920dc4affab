import FoundationEssentials
import Sound
import Speech

/// The generator of `SpokenWord`'s data, with the builder.
enum SpokenWordData {
  static func export(to asset: URL) async throws {
    let data = SFCustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "org.example.SpokenWord", version: "1.0"
    ) {
      SFCustomLanguageModelData.PhraseCount(phrase: "Play the Albin counter gambit", count: 10)
      SFCustomLanguageModelData.PhraseCountsFromTemplates(classes: [
        "piece": ["pawn", "rook", "knight", "bishop", "queen", "king"],
        "royal": ["queen", "king"],
        "rank": Array(1...8).map { String($0) },
      ]) {
        SFCustomLanguageModelData.TemplatePhraseCountGenerator.Template(
          "<piece> to <royal> <piece> <rank>", count: 10_000)
      }
      SFCustomLanguageModelData.CustomPronunciation(grapheme: "Albin", phonemes: ["{ l b I n"])
    }
    try await data.export(to: asset)
  }

  /// The same, imperatively.
  static func exportImperatively(to asset: URL) async throws {
    let data = SFCustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "org.example.SpokenWord", version: "1.0")
    data.insert(phraseCount: .init(phrase: "Play the Albin counter gambit", count: 10))
    let generator = SFCustomLanguageModelData.TemplatePhraseCountGenerator()
    generator.define(className: "piece", values: ["pawn", "rook", "knight", "bishop", "queen"])
    generator.define(className: "royal", values: ["queen", "king"])
    generator.define(className: "rank", values: ["1", "2", "3", "4", "5", "6", "7", "8"])
    generator.insert(template: "<piece> to <royal> <piece> <rank>", count: 10_000)
    data.insert(phraseCountGenerator: generator)
    let symbols = SFCustomLanguageModelData.supportedPhonemes(locale: Locale(identifier: "en_US"))
    print("phonemes: \(symbols.count)")
    data.insert(term: .init(grapheme: "Albin", phonemes: ["{ l b I n"]))
    try await data.export(to: asset)
  }
}

/// Apple's `SpokenWord`: live recognition with a custom language model.
@MainActor final class SpokenWord: SFSpeechRecognizerDelegate {
  private let speechRecognizer = SFSpeechRecognizer(locale: Locale(identifier: "en_US"))
  private var recognitionRequest: SFSpeechAudioBufferRecognitionRequest?
  private var recognitionTask: SFSpeechRecognitionTask?
  private let audioEngine: AudioEngine
  private let assetURL: URL
  private let lmConfiguration: SFSpeechLanguageModel.Configuration
  let recordButton = Button("Start Recording")

  init(_ input: any AudioInput, asset: URL, folder: URL) {
    audioEngine = AudioEngine(input)
    assetURL = asset
    lmConfiguration = SFSpeechLanguageModel.Configuration(
      languageModel: folder.appendingPathComponent("LM"),
      vocabulary: folder.appendingPathComponent("Vocab"))
  }

  func viewDidAppear() {
    guard let speechRecognizer else { return print("no recognizer") }
    speechRecognizer.delegate = self
    SFSpeechRecognizer.requestAuthorization { status in
      switch status {
      case .authorized:
        Task.detached {
          do {
            try await SFSpeechLanguageModel.prepareCustomLanguageModel(
              for: self.assetURL, clientIdentifier: "org.example.SpokenWord",
              configuration: self.lmConfiguration)
          } catch {
            print("Failed to prepare the custom language model: \(error.localizedText)")
          }
          await MainActor.run { self.recordButton.isEnabled = true }
        }
      case .denied: self.recordButton.title = "User denied access to speech recognition"
      case .restricted: self.recordButton.title = "Speech recognition restricted on this device"
      case .notDetermined: self.recordButton.title = "Speech recognition not yet authorized"
      @unknown default: self.recordButton.isEnabled = false
      }
    }
  }

  private func startRecording() async throws {
    recognitionTask?.cancel()
    recognitionTask = nil
    let recordingFormat = audioEngine.outputFormat
    let recognitionRequest = SFSpeechAudioBufferRecognitionRequest()
    self.recognitionRequest = recognitionRequest
    recognitionRequest.shouldReportPartialResults = true
    recognitionRequest.requiresOnDeviceRecognition = true
    recognitionRequest.customizedLanguageModel = lmConfiguration
    recognitionTask = speechRecognizer?.recognitionTask(with: recognitionRequest) {
      result, error in
      var isFinal = false
      if let result {
        print("text: \(result.bestTranscription.formattedString)")
        isFinal = result.isFinal
      }
      if error != nil || isFinal {
        self.audioEngine.stop()
        self.audioEngine.removeTap()
        self.recognitionRequest = nil
        self.recognitionTask = nil
        self.recordButton.isEnabled = true
        self.recordButton.title = "Start Recording"
      }
    }
    audioEngine.installTap(format: recordingFormat) { buffer, when in
      self.recognitionRequest?.append(buffer)
    }
    try await audioEngine.start()
    print("(Go ahead, I'm listening)")
  }

  func speechRecognizer(
    _ speechRecognizer: SFSpeechRecognizer, availabilityDidChange available: Bool
  ) {
    print("available: \(available)")
    if !available {
      recordButton.isEnabled = false
      recordButton.title = "Recognition Not Available"
    }
  }

  func recordButtonTapped() async {
    if audioEngine.isRunning {
      audioEngine.stop()
      recognitionRequest?.endAudio()
      recordButton.isEnabled = false
      recordButton.title = "Stopping"
    } else {
      do {
        try await startRecording()
        recordButton.title = "Stop Recording"
      } catch {
        recordButton.title = "Recording Not Available"
      }
    }
  }
}

extension Error {
  /// Foundation's `localizedDescription`, without Foundation.
  fileprivate var localizedText: String {
    (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
