import ApplianceCore

extension ConsoleMessage {
  /// The words of a result.
  var words: String? {
    if case .result(let utterance) = self { return utterance.text }
    return nil
  }

  /// The speaker's wait for the result, in seconds.
  var latency: Double? {
    if case .result(let utterance) = self { return utterance.latency }
    return nil
  }

  var isError: Bool {
    if case .error = self { return true }
    return false
  }
}
