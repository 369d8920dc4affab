/// Why an acoustic model file cannot be used.
package struct ModelFileError: Error, Sendable, Hashable {
  /// The file's path.
  package var path: String
  /// What is wrong with it, as a clause: "its counts are wrong".
  package var problem: String

  package init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }
}
