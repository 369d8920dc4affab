import Appliance
import ArgumentParser
import DeviceIO
import Glibc
import Localization
import Program

/// Learns a player's voice.
struct Enroll: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Learn a player's voice from 20 moves, to recognize it better.",
    discussion: """
      It shows one move after another: press Enter or the button, say the move, and press again. At the end it compares \
      how well it recognizes you with and without your voice, and keeps the voice only if it helps. It keeps no recording.

      To use it, set recognition.player in the configuration, or pass --player to the other commands. To undo it: \
      spokenmove enroll --forget NAME.

      If the service uses the same button, stop it first: sudo systemctl stop spokenmove.

      With --from, it reports a wrong line or an unreadable recording with its number, and learns from the others; then \
      the exit status is 1.

      Exit status: 0 success, 1 failure, 2 wrong usage, 3 nothing worth keeping was learnt.
      """)

  @Option(
    help: ArgumentHelp(
      "Learn from recordings instead of the microphone: a manifest like that of \"evaluate\".",
      valueName: "manifest"), completion: .file())
  var from: String?

  @Flag(help: "List the players whose voices are known.")
  var list = false

  @Option(help: ArgumentHelp("Forget a player's voice.", valueName: "name"))
  var forget: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Listen to this ALSA device instead of the configured one.", valueName: "device"))
  var microphone: String?

  @Option(
    help: ArgumentHelp(
      "Say this many moves, from \(Enrolment.minimumCount) to 20; the more, the better.",
      valueName: "count"))
  var moves = 20

  @Flag(help: "Keep the result even if it does not help.")
  var keep = false

  @Flag(
    help: "Keep the result without measuring whether it helps, which takes a minute or two.")
  var atOnce = false

  @OptionGroup var options: RecognitionOptions

  func validate() throws {
    guard [from != nil, list, forget != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give one of --from, --list and --forget.")
    }
    guard (Enrolment.minimumCount...20).contains(moves) else {
      throw ValidationError("--moves is from \(Enrolment.minimumCount) to 20, not \(moves).")
    }
    guard microphone == nil || from == nil else {
      throw ValidationError("Give either --microphone or --from.")
    }
  }

  func run() async throws {
    let configuration = try options.configuration()
    let translation = try Installation.translation(for: configuration.recognition.locale)
    let say: @Sendable (Message) -> Void = { StandardOutput.write($0.text(in: translation)) }
    if list { return try show(configuration.players, in: translation, say: say) }
    if let forget {
      try configuration.players.forget(forget)
      return say(Message("\(forget) is forgotten."))
    }
    // Report a mistake in the name before recording anything.
    let player = try PlayerStore.checkedName(
      (configuration.recognition.player ?? PlayerStore.namelessPlayer).lowercased())
    let model = try configuration.recognition.acousticModel()
    let language = try configuration.recognition.chessLanguage(with: model)
    let enrolment = try Enrolment(configuration, model: model, language: language)
    let recordings: [Enrolment.Take]
    var failures = 0
    if let from {
      (recordings, failures) = try await read(from, enrolment)
    } else {
      recordings = try await listen(enrolment, language, configuration, say: say)
    }
    let isTerminal = isatty(STDERR_FILENO) == 1
    let voice = try await enrolment.voice(
      in: recordings, of: player, isMeasured: !atOnce
    ) { left in
      guard isTerminal else { return }
      StandardError.rewrite(Message("Comparing: \(left) to go").text(in: translation))
    }
    if isTerminal { StandardError.rewrite("") }
    say(voice.table)
    guard keep || voice.isWorthKeeping else {
      say(Message("It does not help, so nothing was kept."))
      throw ExitCode(3)
    }
    try configuration.players.keep(voice, of: player)
    say(
      Message(
        "Kept as \(player). To use it, set recognition.player: \(player); to undo it, \"spokenmove enroll --forget \(player)\"."
      ))
    if failures > 0 { throw ExitCode(1) }
  }

  private func show(
    _ players: PlayerStore, in translation: Translation, say: (Message) -> Void
  ) throws {
    let names = players.names
    if names.isEmpty { say(Message("Nobody has enrolled.")) }
    var isDamaged = false
    for name in names {
      do {
        say(.joined([.verbatim("\(name):"), try players.voice(of: name).summary]))
      } catch {
        isDamaged = true
        let problem = Message.joined([.verbatim("\(name):"), Message(error)])
        StandardError.write(problem.text(in: translation))
      }
    }
    if isDamaged { throw ExitCode(1) }
  }

  // MARK: Recordings

  /// The manifest's recordings of moves, and how many of its lines are wrong.
  private func read(
    _ manifest: String, _ enrolment: Enrolment
  ) async throws -> (recordings: [Enrolment.Take], failures: Int) {
    let list = EvaluationManifest(try InputFile.bytes(of: manifest), file: manifest)
    for problem in list.foldedProblems { StandardError.write("spokenmove: \(problem)") }
    guard !list.cases.isEmpty else { throw PlainError.noRecording(in: manifest) }
    var recordings: [Enrolment.Take] = []
    var failures = list.problems.count
    for test in list.cases {
      do {
        switch try await enrolment.take(test) {
        case .success(let recording): recordings.append(recording)
        case .failure(let flaw):
          StandardError.write("spokenmove: \(manifest):\(test.line): \(flaw.advice)")
        case nil:
          StandardError.write(
            "spokenmove: \(manifest):\(test.line): "
              + "only a line with a move as its \"uci\" teaches anything.")
        }
      } catch {
        failures += 1
        StandardError.write("spokenmove: \(manifest):\(test.line): \(error)")
      }
    }
    return (recordings, failures)
  }
}
