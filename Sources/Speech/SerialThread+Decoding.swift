import DeviceIO
import Localization

extension SerialThread {
  /// Starts a thread for decoding, whose pieces of work take tenths of a second: after a minute it
  /// has hung.
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
