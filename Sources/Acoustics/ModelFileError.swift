/// Why an acoustic model file cannot be used.
package struct ModelFileError: Error, Sendable, Hashable {
  /// The file's path.
  package var path: String
  /// The problem as a clause: "its counts are wrong".
  package var problem: String

  package init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }
  /// The error for a file that does not belong to the model's other files.
  ///
  /// With such files, PocketSphinx looks for another kind of weights, finds none, and exits the
  /// process.
  package static func disagreement(_ path: String) -> ModelFileError {
    ModelFileError(
      path: path, problem: "its counts differ from those of the model's other files")
  }
}
