import CPocketSphinx
import DeviceIO
import Glibc
import Localization

/// A file in memory, for libraries that read settings only from files; gone with this value.
struct TemporaryFile: ~Copyable {
  private let descriptor: Int32

  /// The path under which this process can open it.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// - Parameter name: Its name in `/proc`, for debugging.
  init(name: String, text: String) throws(SpeechError) {
    descriptor = sphinx_memory_file(name)
    let bytes = Array(text.utf8)
    guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
      let status = errno
      throw SpeechError(
        .decoderFailed, Message("make a file of settings"), name, status: status,
        advice: .verbatim(SystemStatus.text(status)))
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
