import Appliance
import ApplianceCore
import ArgumentParser
import DeviceIO
import Doctor
import Glibc
import Localization
import Program

/// Reports what prevents the appliance from working.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out what keeps the appliance from working, and how to fix it.",
    discussion: """
      Checks the configuration, the service and its user, the microphone (it listens for two seconds), the GPIO lines of \
      button and lights, the serial port, the phrases, the disk and the power supply. If the appliance listens for its \
      name (recording.start), the doctor also listens to the room for 30 s and counts how often that would wake it. Each \
      problem comes with the command that fixes it. The doctor changes nothing. Apart from the room, it takes some \
      seconds. You can run it while the service runs; as root it sees more.

      Exit status: 0 it should work, 1 something keeps it from working, 2 wrong usage.
      """)

  @Flag(
    help: "Test the button and the lights with your help. Stop the service first.")
  var panel = false

  @Flag(help: "Say a move and see what is understood.")
  var speak = false

  @Flag(help: "Print one JSON object; instructions go to standard error.")
  var json = false

  @OptionGroup var options: RecognitionOptions

  func run() async throws {
    var configuration = Configuration()
    var problem: Message?
    var translation = Translation.english
    do {
      configuration = try options.configuration()
      translation = try Installation.translation(for: configuration.recognition.locale)
    } catch {
      problem = Message(error)
    }
    let examination = Examination(
      configuration: configuration, file: options.file.file, problem: problem,
      needsPlayer: options.player != nil)
    let json = json
    let tell: @Sendable ([Check]) -> Void = { [translation] checks in
      if !json {
        for line in checks.flatMap({ $0.lines(in: translation) }) { StandardOutput.write(line) }
      }
    }
    let say: @Sendable (Message) -> Void = { [translation] message in
      let text = message.text(in: translation)
      if json { StandardError.write(text) } else { StandardOutput.write(text) }
    }
    var report = await examination.run(say: say, tell)
    if panel {
      let checks = await examination.panelTest(in: translation, say: say) {
        // The test of the panel waits longer: a reading that outlasts it would take the answer to
        // the next question.
        let line = try? await BlockingThread.run(name: "typed") {
          try InputLines.next(within: .seconds(19))
        }
        return line?.text
      }
      tell(checks)
      report.checks += checks
    }
    if speak {
      let checks = await examination.speechTest(say: say)
      tell(checks)
      report.checks += checks
    }
    StandardOutput.write(json ? report.object.line : report.summary.text(in: translation))
    if !report.isOK { throw ExitCode(1) }
  }
}
