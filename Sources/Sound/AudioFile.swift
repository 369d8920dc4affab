import CSndFile
import DeviceIO
import Glibc

/// A WAV, FLAC, Ogg, Opus or MP3 file of any rate and channel count, read in pieces as 16 kHz mono.
///
/// Reading blocks on the disk. The corresponding C type is `SNDFILE`.
public final class AudioFile {
  /// The file's path, as given.
  public let path: String
  /// The file's rate and channel count before conversion.
  public let sourceFormat: AudioFormat
  /// The number of frames at the file's own rate, according to its header; huge if that does not
  /// give it, as in a FLAC file from a pipe.
  public let frameCount: Int

  private let handle: OpaquePointer
  private var converter: AudioBufferConverter
  private let isCountReliable: Bool
  private var framesRead = 0
  private var isFinished = false

  /// Frames per read, at the file's rate.
  private static let chunk = 4_096

  /// Opens the file and reads its header; throws `AudioError` unless it is a complete audio file.
  ///
  /// Rejects a WAV file that is shorter than its header says. The corresponding C function is
  /// `sf_open_fd`.
  public init(path: String) throws(AudioError) {
    self.path = path
    let descriptor = try Self.open(path)
    var info = SF_INFO()
    // libsndfile closes the descriptor with the file, even if it cannot read it.
    guard let opened = sf_open_fd(descriptor, Int32(SFM_READ), &info, 1) else {
      throw Self.refusal(path)
    }
    sourceFormat = AudioFormat(
      sampleRate: Double(info.samplerate), channelCount: Int(info.channels))
    frameCount = max(0, Int(info.frames))
    // An MP3 file's count is an estimate, and a stream's is unknown.
    let kind = UInt32(bitPattern: info.format) & UInt32(SF_FORMAT_TYPEMASK)
    isCountReliable =
      info.frames != .max && (kind == UInt32(SF_FORMAT_FLAC) || kind == UInt32(SF_FORMAT_WAV))
    do {
      converter = try AudioBufferConverter(from: sourceFormat)
    } catch {
      sf_close(opened)
      throw AudioError(.unsupported, "read", path, advice: error.description)
    }
    handle = opened
    guard frameCount > 0 else {
      throw AudioError(.empty, "read", path, advice: "It holds no sound at all.")
    }
  }

  deinit {
    sf_close(handle)
  }

  /// The duration in seconds, according to its header.
  public var duration: Double { Double(frameCount) / sourceFormat.sampleRate }

  /// The next piece, about 4,096 frames of the file, as 16 kHz mono; nil after the last one.
  ///
  /// Throws `AudioError` if the file is shorter than its header says. The corresponding C function
  /// is `sf_readf_float`.
  public func read() throws(AudioError) -> AudioBuffer? {
    while !isFinished {
      let channels = sourceFormat.channelCount
      var count = 0
      let samples = [Float](unsafeUninitializedCapacity: Self.chunk * channels) { buffer, made in
        count = Int(sf_readf_float(handle, buffer.baseAddress, sf_count_t(Self.chunk)))
        made = max(0, min(count, Self.chunk)) * channels
      }
      framesRead += max(0, count)
      var converted = converter.convert(samples)
      if count <= 0 {
        isFinished = true
        if isCountReliable, framesRead < frameCount { throw truncated }
        converted += converter.finish()
      }
      if !converted.isEmpty { return AudioBuffer(format: .speech, samples: converted) }
    }
    return nil
  }

  private var truncated: AudioError {
    Self.truncation(
      path, promised: frameCount, held: framesRead, unit: "frames",
      status: sf_error(handle))
  }

  /// A descriptor for a regular, non-empty file.
  private static func open(_ path: String) throws(AudioError) -> CInt {
    // Non-blocking, so that a pipe without a writer does not block.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    do throws(AudioError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw unreadable(path, errno) }
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFREG else {
        let what = kind == S_IFDIR ? "a directory" : "a device or a pipe"
        throw AudioError(.notAFile, "read", path, advice: "It is \(what): give an audio file.")
      }
      guard status.st_size > 0 else {
        throw AudioError(.empty, "read", path, advice: "It is an empty file, of 0 bytes.")
      }
      if let extent = WAVHeader.dataExtent(descriptor), extent.promised > extent.held {
        throw truncation(
          path, promised: extent.promised, held: extent.held, unit: "bytes of sound")
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func truncation(
    _ path: String, promised: Int, held: Int, unit: String, status: Int32 = 0
  ) -> AudioError {
    AudioError(
      .truncated, "read", path, status: status,
      advice:
        "Its header promises \(promised) \(unit), but it holds \(held): copy or record it again.")
  }

  private static func unreadable(_ path: String, _ status: Int32) -> AudioError {
    AudioError(
      .unreadable, "read", path, status: status,
      advice: "\(SystemStatus.text(status)). Check the path and its permissions.")
  }

  private static func refusal(_ path: String) -> AudioError {
    let status = sf_error(nil)
    let text = sf_strerror(nil).map { String(cString: $0) } ?? "status \(status)"
    return AudioError(
      .notAudio, "read", path, status: status,
      advice: "It is not audio that can be read (\(text)): give a WAV, FLAC, Ogg or MP3 file.")
  }
}
