import CSndFile
import Glibc

extension AudioFile {
  /// Writes `buffer` to a 16-bit WAV file, replacing an existing file.
  ///
  /// Blocks on the disk. If the file cannot be written completely, throws `AudioError` and leaves
  /// no file. The corresponding C function is `sf_writef_short`.
  public static func write(_ buffer: AudioBuffer, to path: String) throws(AudioError) {
    var existing = stat()
    guard stat(path, &existing) != 0 || existing.st_mode & S_IFMT == S_IFREG else {
      throw AudioError(.notAFile, "write", path, advice: "It is not a regular file: name another.")
    }
    guard let rate = Int32(exactly: buffer.format.sampleRate.rounded()), rate > 0 else {
      throw AudioError(
        .unsupported, "write", path,
        advice: "\(buffer.format.sampleRate) Hz is no sample rate: give one above 0.")
    }
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = Int32(clamping: buffer.format.channelCount)
    info.format = Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16)
    // Opening would empty an existing file first.
    guard sf_format_check(&info) != 0 else {
      throw AudioError(
        .unsupported, "write", path,
        advice: "A WAV file cannot have \(buffer.format.channelCount) channels.")
    }
    guard let handle = sf_open(path, Int32(SFM_WRITE), &info) else {
      let status = sf_error(nil)
      let text = sf_strerror(nil).map { String(cString: $0) } ?? "status \(status)"
      throw AudioError(
        .unwritable, "write", path, status: status, advice: "\(text) Check the directory.")
    }
    let count = sf_count_t(buffer.frameCount)
    let written = sf_writef_short(handle, buffer.samples, count)
    let status = sf_error(handle)
    let text = sf_strerror(handle).map { String(cString: $0) }
    let closed = sf_close(handle)
    guard written == count, closed == 0 else {
      unlink(path)
      throw AudioError(
        .unwritable, "write", path, status: status == 0 ? closed : status,
        advice: "\(text ?? "The disk may be full"): check the space that is left.")
    }
  }
}
