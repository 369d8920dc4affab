import ArgumentParser
import Program

/// The command line, with a subcommand for each function of the program.
@main
struct SpokenMoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spokenmove",
    abstract: "Speak a chess move at the press of a button; read it on the console.",
    discussion: """
      Everything runs on this machine. Sound comes from an ALSA microphone. PocketSphinx recognizes the words, with a \
      grammar of what you can say.

      Try it without any hardware:      spokenmove demo
      Play on this terminal:            spokenmove play
      Run the appliance:                spokenmove run
      Recognize recordings:             spokenmove recognize --json move.wav
      See what can be said:             spokenmove say
      Measure how well it hears you:    spokenmove evaluate manifest.jsonl
      Let it learn your voice:          spokenmove enroll
      Find the microphone's name:       spokenmove devices
      See how loud it is:               spokenmove level
      Find out why it does not work:    spokenmove doctor

      Exit status: 0 success, 1 failure, 2 wrong usage.
      """,
    version: Version.text,
    subcommands: [
      Run.self, Play.self, Demo.self, Recognize.self, Evaluate.self, Enroll.self, Say.self,
      Devices.self,
      LevelCommand.self, DoctorCommand.self,
    ])

  /// Runs the command in the arguments, and exits with its status.
  static func main() async { await runAsProgram() }
}
