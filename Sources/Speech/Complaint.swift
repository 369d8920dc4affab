import CPocketSphinx
import Synchronization

/// The library's last error message, one for the whole process.
enum Complaint {
  private struct State {
    var text = ""
    var isSilent = false
  }

  private static let state = Mutex(State())

  /// Keeps the library's messages off the console; call it before anything else in the library.
  static func silence() {
    state.withLock { state in
      guard !state.isSilent else { return }
      sphinx_silence { text in
        guard let complaint = text.map({ String(cString: $0) }) else { return }
        Complaint.state.withLock { $0.text = complaint }
      }
      state.isSilent = true
    }
  }

  /// The last error message, without its line end, or a note that there was none.
  static var last: String {
    let message = state.withLock { $0.text }.split(separator: "\n").joined(separator: " ")
    return message.isEmpty ? "it gave no reason" : message
  }
}
