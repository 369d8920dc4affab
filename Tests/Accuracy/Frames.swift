import Acoustics
import Appliance
import ChessLanguage
import Foundation
import LanguageModel
import Sound
import Speech

/// Writes training data for the phone network: the spectra of recordings, and their phones.
struct FrameDump {
  let extractor: FeatureExtractor
  let model: PhoneModel
  let scorer: RecordingScorer

  init?(_ acoustics: AcousticModel) throws {
    guard let extractor = FeatureExtractor.shared(for: acoustics.directory) else { return nil }
    self.extractor = extractor
    model = extractor.phones
    scorer = RecordingScorer(
      model, SenoneScorer(model, senones: 0..<model.definition.senoneCount))
  }

  private struct Case: Decodable {
    var audio: String
    var phrase: String?
  }

  private struct Alignment: Encodable {
    var audio: String
    var locale = "en_US"
    var phrase: String
    /// In natural logarithms per frame.
    var score: Float
    /// Each phone's number, its word's index, its first frame, and the duration of each state.
    var phones: [[Int]]
  }

  /// Prints a JSON line per recording: the positions of its words and phones, in frames.
  func align(_ manifest: URL, _ known: Lexicon, _ dictionary: PronunciationDictionary) throws {
    let cases = try cases(manifest)
    let words = Set(
      cases.flatMap { ($0.0.phrase ?? "").lowercased().split(separator: " ").map(String.init) })
    var lexicon = known
    lexicon.pronunciations.merge(dictionary.pronunciations(of: words)) { known, _ in known }
    let aligner = PhraseAligner(
      PhoneLexicon(lexicon, model.definition), model, scorer.senones)
    for (test, samples) in cases {
      guard let phrase = test.phrase else { continue }
      let features = extractor.features(of: samples)
      let words = phrase.lowercased().split(separator: " ").map(String.init)
      guard features.frameCount > 0 else { continue }
      let cepstra = extractor.cepstra(of: features.spectrum, warpedBy: 1)
      let scores = scorer.scores(of: cepstra, features)
      guard let alignment = aligner.align(words, scores) else { continue }
      let line = Alignment(
        audio: test.audio, phrase: phrase.lowercased(),
        score: alignment.score / Float(features.frameCount),
        phones: alignment.phones.map { phone in
          [phone.number, phone.word, phone.first + features.firstFrame]
            + (0..<ModelDefinition.stateCount).map { Int(phone.lengths[$0]) }
        })
      print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
    }
  }

  /// Writes for each recording: first frame, number of frames and bands; then each frame's recorded
  /// and denoised bands and presence; all as 32-bit floats.
  func write(_ manifest: URL, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    for (_, samples) in try cases(manifest) {
      let features = extractor.features(of: samples)
      var numbers: [Float] = [
        Float(features.firstFrame), Float(features.frameCount), Float(extractor.bandCount),
      ]
      for frame in 0..<features.frameCount {
        for band in 0..<extractor.bandCount { numbers.append(features.recorded[frame][band]) }
        for band in 0..<extractor.bandCount { numbers.append(features.spectrum[frame][band]) }
        numbers.append(features.presence[frame])
        numbers.append(features.isSpeech[frame] ? 1 : 0)
      }
      try file.write(contentsOf: numbers.withUnsafeBytes { Data($0) })
    }
  }

  private func cases(_ manifest: URL) throws -> [(Case, [Int16])] {
    let folder = manifest.deletingLastPathComponent()
    return try String(contentsOf: manifest, encoding: .utf8).split(separator: "\n").map { line in
      let test = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      return (test, try AudioFile.speech(in: folder.appending(path: test.audio).path))
    }
  }
}
