import Appliance
import ApplianceCore
import DeviceIO
import Localization

extension Console {
  /// Runs an appliance that shows its messages here, until it ends or `end` comes.
  ///
  /// Returns whether another one is to follow.
  ///
  /// - Parameters:
  ///   - problem: Why the appliance before could not run in its language, which is shown.
  ///   - tellsErrors: Whether an error that is thrown is also shown.
  ///   - make: Makes the appliance.
  func run(
    _ problem: (any Error)?, until end: Completion, log: Log, tellsErrors: Bool,
    _ make: () throws -> Appliance
  ) async throws -> Bool {
    do {
      let appliance = try make()
      if let problem {
        log.error("\(problem)")
        show(.error(code: "language", message: Message(problem)))
      }
      // Weakly: another appliance may follow, and needs the room.
      Task { [weak appliance] in
        await end.wait()
        appliance?.shutDown()
      }
      try await appliance.run()
      return appliance.isToStartAgain
    } catch {
      if tellsErrors { show(.error(code: "startup", message: Message(error))) }
      await close()
      throw error
    }
  }
}
