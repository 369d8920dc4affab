/// A value handed to another queue, such as a result handler.
///
/// Unchecked: the program chooses the queue (the recognizer's `queue`), and only code there uses
/// the value.
package struct Handed<Value>: @unchecked Sendable {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
