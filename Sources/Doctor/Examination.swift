import ApplianceCore
import DeviceIO
import Glibc
import Localization
import Microphone
import Panel
import PanelGPIO

/// All checks of `spokenmove doctor`, one after another, each with a time limit.
package struct Examination: Sendable {
  /// The settings to examine.
  let configuration: Configuration
  /// The configuration file; nil without one, when the defaults apply.
  let configurationFile: String?
  /// The mistake in the configuration file; nil if there is none.
  let configurationProblem: Message?
  /// Whether the player was named on the command line: then an unusable voice is an error.
  let needsPlayer: Bool
  let machine: Machine

  /// How long to listen to the microphone.
  static let listening = Duration.seconds(2)
  /// How long to listen for a name in the room.
  static let roomListening = Duration.seconds(30)

  /// An examination of this machine.
  package init(
    configuration: Configuration, file: String?, problem: Message?, needsPlayer: Bool
  ) {
    self.configuration = configuration
    configurationFile = file
    configurationProblem = problem
    self.needsPlayer = needsPlayer
    machine = Machine()
  }

  /// Runs every check that needs no help, and passes each result to `tell`; `say` announces slow
  /// ones.
  package func run(
    say: @Sendable (Message) -> Void = { _ in }, _ tell: @Sendable ([Check]) -> Void
  ) async -> CheckReport {
    var report = CheckReport()
    func add(_ checks: [Check]) {
      tell(checks)
      report.checks += checks
    }
    let machine = machine
    let configuration = configuration
    add([configurationCheck])
    let service = await service
    let caller = machine.caller
    let account = service.user.flatMap { machine.account(named: $0) } ?? caller
    let stale = configurationFile.flatMap { service.staleConfiguration($0, on: machine) }
    add([stale, service.check].compactMap { $0 })
    add(
      await look("user") {
        UserCheck(
          machine: machine, configuration: configuration, account: account, caller: caller,
          service: service
        ).checks
      })
    let isAskedByAnother = caller.id != account.id
    add(await sound(isAskedByAnother))
    add(
      await look("panel") { Self.panel(configuration, machine, service, isAskedByAnother).checks })
    add(
      await look("console") {
        ConsoleCheck(
          machine: machine, console: configuration.console, service: service
        ).checks
      })
    // This takes some seconds on a small board.
    add(
      await look("grammar", limit: .seconds(60)) {
        LanguageCheck(configuration: configuration).checks
      })
    let isHeard = report.checks.contains { $0.name == SoundCheck.sound }
    add(await name(isHeard: isHeard, say))
    add(
      await look("disk") {
        [
          DiskCheck(
            machine: machine, configuration: configuration, account: account, service: service
          ).check
        ]
      })
    add(
      await look("opponent", limit: .seconds(40)) {
        OpponentCheck(settings: configuration.opponent).checks
      })
    add(
      await look("loudspeaker", limit: .seconds(20)) {
        LoudspeakerCheck(configuration: configuration).checks
      })
    add(await look("power") { PowerCheck(machine: machine).checks })
    return report
  }

  private var configurationCheck: Check {
    if let configurationProblem {
      return .failure(
        "configuration", configurationProblem,
        Message(
          "Fix the file; deploy/config.yaml explains each setting. The checks below ignore it."))
    }
    return .ok(
      "configuration",
      configurationFile.map { Message("\($0) can be read.") }
        ?? Message("There is none; the defaults apply."))
  }

  /// The state of the service, with a time limit.
  var service: ServiceState {
    get async {
      let machine = machine
      let state = await within(.seconds(10)) {
        try? await BlockingThread.run(name: "service") { ServiceState(of: machine) }
      }
      return (state ?? nil) ?? ServiceState(hasSystemd: machine.exists("/run/systemd/system"))
    }
  }

  static func panel(
    _ configuration: Configuration, _ machine: Machine, _ service: ServiceState,
    _ isAskedByAnother: Bool
  ) -> PanelCheck {
    let process =
      service.processID.map(Int.init)
      ?? machine.processes.first { $0.name == "spokenmove" && $0.id != getpid() }
      .map { Int($0.id) }
    return PanelCheck(
      lines: configuration.panelLines.map { line in
        (
          line,
          Result { () throws(PanelError) in try GPIOLineState(of: line.line) }
        )
      },
      appliance: process.map { Message("the running appliance (process \($0))") },
      isAskedByAnother: isAskedByAnother)
  }

  /// The results of `work`, on a separate thread; a failure if it takes too long.
  private func look(
    _ name: String, limit: Duration = .seconds(15), _ work: @escaping @Sendable () -> [Check]
  ) async -> [Check] {
    let checks = await within(limit) {
      try? await BlockingThread.run(name: "doctor") { work() }
    }
    return (checks ?? nil) ?? [Self.tooLong(name, limit)]
  }

  static func tooLong(_ name: String, _ limit: Duration) -> Check {
    .failure(
      name, Message("This check did not finish within \(limit.components.seconds) s."),
      Message(
        "Something in the system hangs: dmesg | tail shows what the kernel says. Start the board again."
      ))
  }

  private func sound(_ isAskedByAnother: Bool) async -> [Check] {
    let device = configuration.microphone
    let limit = Self.listening + .seconds(8)
    let hearing = await within(limit) {
      await Hearing.recording(from: device) {
        $0 >= Int(Self.listening / .seconds(1)) * 16_000
      }.hearing
    }
    guard let hearing else { return [Self.tooLong("microphone", limit)] }
    return await look("sound") {
      Self.sound(device, hearing, isAskedByAnother: isAskedByAnother)
    }
  }

  /// Whether the room wakes it; `isHeard` tells whether the microphone works.
  private func name(isHeard: Bool, _ say: (Message) -> Void) async -> [Check] {
    let name = NameCheck.subject
    guard configuration.recording.start != .button else {
      return [.ok(name, Message("It does not listen for its name (recording.start is button)."))]
    }
    let check = NameCheck(configuration: configuration, needsPlayer: needsPlayer)
    let problems = await look(name) { [check.problem].compactMap(\.self) }
    guard problems.isEmpty else { return problems }
    let notMeasured = Check.ok(
      name,
      Message(
        "How often the room wakes it was not measured: the microphone was not heard (see above)."))
    guard isHeard else { return [notMeasured] }
    let seconds = Int(Self.roomListening / .seconds(1))
    say(Message("It listens to the room for \(seconds) s. Nobody needs to speak."))
    let device = configuration.microphone
    // Then it computes, which is slow on a small board.
    let limit = Self.roomListening + .seconds(60)
    let found = await within(limit) {
      let room = await Hearing.recording(from: device) { $0 >= seconds * 16_000 }
      guard case .heard = room.hearing else { return notMeasured }
      return await check.check(room.samples)
    }
    return [found ?? Self.tooLong(name, limit)]
  }

  static func sound(
    _ device: String, _ hearing: Hearing, isAskedByAnother: Bool = false, isSpeech: Bool = false
  ) -> [Check] {
    var volumes: [CaptureVolume] = []
    if case .heard(let negotiated, _, _) = hearing {
      volumes = SoundCheck.card(negotiated.device).map(CaptureVolume.controls) ?? []
    }
    return SoundCheck(
      device: device, devices: AudioDevice.captureDevices(), hearing: hearing, volumes: volumes,
      isAskedByAnother: isAskedByAnother, isSpeech: isSpeech
    ).checks
  }
}
