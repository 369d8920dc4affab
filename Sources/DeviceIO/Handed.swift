/// A program's value for use on its own queue, such as a handler of the main actor.
///
/// Unchecked: the program says on which queue (the recognizer's `queue`), and it is used nowhere
/// else.
package struct Handed<Value>: @unchecked Sendable {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
