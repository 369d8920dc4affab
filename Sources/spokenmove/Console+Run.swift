import Appliance
import ApplianceCore
import DeviceIO
import Localization

extension Console {
  /// Runs an appliance with this console, until it ends or `end` finishes.
  ///
  /// Returns whether to run another one.
  ///
  /// - Parameters:
  ///   - problem: Why the previous appliance could not run in its language, to be shown.
  ///   - tellsErrors: Whether to also show a thrown error.
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
      // Weakly: another appliance may follow, and needs the memory.
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
