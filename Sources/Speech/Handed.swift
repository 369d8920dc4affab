/// What a program hands over to be used on a queue that it has chosen itself, such as a handler that
/// belongs to the main actor.
///
/// Unchecked: the program says on which queue (`SpeechRecognizer.queue`), and it is used nowhere
/// else.
struct Handed<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
