import ApplianceCore
import ArgumentParser
import DeviceIO
import Program
import Relay

/// The command line of the relay.
///
/// Nothing is asynchronous: the concurrency runtime's threads would wake up every second.
@main
struct RelayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spokenmove-relay",
    abstract: "Publish a board's moves at an MQTT broker.",
    discussion: """
      Reads the JSON lines of the appliance's Unix socket and publishes them below spokenmove/BOARD. Messages that cannot \
      be sent wait on disk. deploy/CLUB.md explains topics, broker and certificates; the sample configuration, \
      deploy/relay.yaml, explains the settings.

      Exit status: 0 success, 1 failure, 2 wrong usage.
      """,
    version: Version.text,
    subcommands: [Relaying.self, RelayDoctor.self], defaultSubcommand: Relaying.self)

  /// Runs the command in the arguments, and exits with its status.
  static func main() { runAsSimpleProgram() }
}

/// The location of the configuration.
struct RelayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file; without it, \(RelayConfiguration.defaultPath).", valueName: "file"))
  var config = RelayConfiguration.defaultPath

  func read() throws -> RelayConfiguration { try RelayConfiguration(contentsOf: config) }
}

/// Runs the relay.
struct Relaying: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Publish what the board does, until SIGTERM, SIGINT or SIGHUP.")

  @OptionGroup var options: RelayOptions

  @Option(
    help: ArgumentHelp(
      """
      Publish nothing; maintain a PGN file with the latest game of each board at the broker, for broadcasting programs.
      """, valueName: "file"))
  var pgn: String?

  func run() throws {
    let end = try WakeSignal()
    try TerminationSignals.onFirst { end.raise() }
    let configuration = try options.read()
    let log = Log(level: configuration.logLevel)
    if let pgn {
      var broadcast = Broadcast(configuration, file: pgn, log: log)
      return try broadcast.run(until: end)
    }
    let queue = try KeptQueue(of: configuration)
    var loop = RelayLoop(configuration, queue, log: log)
    loop.run(until: end)
  }
}

/// Finds out what keeps the relay from working.
struct RelayDoctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out what keeps the relay from working, and how to fix it.",
    discussion: """
      Checks the configuration, the board's socket, the queue's disk, and the connection to the broker with its \
      certificates and password. It changes and publishes nothing. Only root can read the service's secrets:

        sudo spokenmove-relay doctor

      Exit status: 0 it should work, 1 something keeps it from working, 2 wrong usage.
      """)

  @OptionGroup var options: RelayOptions

  func run() throws {
    let findings = RelayExamination(file: options.config).run()
    for finding in findings { StandardOutput.write(finding.description) }
    if findings.contains(where: \.isFailure) { throw ExitCode(1) }
  }
}
