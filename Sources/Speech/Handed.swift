/// A program's value for use on its own queue, such as a handler of the main actor.
///
/// Unchecked: the program says on which queue (`SpeechRecognizer.queue`), and it is used nowhere
/// else.
struct Handed<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
