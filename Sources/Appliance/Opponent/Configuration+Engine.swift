import ApplianceCore

extension Configuration {
  /// The engine with a name or a path, with a folder of its own beside the game's record; nil if
  /// there is none.
  package func engine(named name: String) throws -> UCIEngine? {
    try UCIEngine.program(named: name).map {
      try UCIEngine(path: $0, directory: "\(record.directory)/opponent")
    }
  }
}
