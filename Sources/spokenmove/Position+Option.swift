import ArgumentParser
import Chess

extension Position {
  /// The position that is given on the command line, where a mistake in it is a wrong usage.
  init(option text: String) throws {
    do {
      try self.init(fen: text)
    } catch {
      throw ValidationError("--fen is no position: \(error)")
    }
  }
}
