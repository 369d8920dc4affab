/// A phone's transition probabilities between its states: a model's `transition_matrices`.
package struct TransitionMatrices {
  package let count: Int
  package let stateCount: Int
  private let numbers: [Float]

  /// Reads the file.
  ///
  /// Format: `tmat_init` in pocketsphinx/tmat.c: the counts of matrices, source states, target
  /// states, and numbers; the numbers.
  ///
  /// - Throws: `ModelFileError`, also if a transition leads back or skips more than one state.
  package init(contentsOf path: String) throws(ModelFileError) {
    var bytes = try ModelBytes(contentsOf: path)
    try bytes.skipHeader()
    count = try bytes.count(in: 1...0xFFFF)
    stateCount = try bytes.count(in: 1...32)
    let targetCount = try bytes.count(in: stateCount + 1...stateCount + 1)
    let size = count * stateCount * targetCount
    numbers = try bytes.floats(try bytes.count(in: size...size))
    try bytes.checkEnd()
    for (place, number) in numbers.enumerated() {
      let (from, to) = (place / targetCount % stateCount, place % targetCount)
      guard number.isFinite, number >= 0, number == 0 || (from...from + 2).contains(to) else {
        throw bytes.damaged
      }
    }
  }

  /// The number of a transition in a phone's matrix.
  subscript(matrix: Int, from: Int, to: Int) -> Float {
    numbers[(matrix * stateCount + from) * (stateCount + 1) + to]
  }
}
