import ArgumentParser
import Chess

extension Position {
  /// The position given on the command line; a mistake in it is a usage error.
  init(option text: String) throws {
    do {
      try self.init(fen: text)
    } catch {
      throw ValidationError("--fen is no position: \(error)")
    }
  }
}
