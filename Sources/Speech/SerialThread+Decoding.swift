import DeviceIO
import Localization

extension SerialThread {
  /// Starts a thread for decoding. Its work items take tenths of a second, so after a minute it
  /// counts as hung.
  static func decoding(name: String) throws(SpeechError) -> SerialThread {
    do throws(BlockingThread.Unavailable) {
      return try SerialThread(name: name, limit: .seconds(60))
    } catch {
      throw SpeechError(
        .decoderFailed, Message("start the decoder's thread"), status: error.status,
        advice: error.message)
    }
  }
}
