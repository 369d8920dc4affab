import DeviceIO

/// An error of a microphone or an audio file: which one, and what to do about it.
public typealias AudioError = DeviceError<AudioFailure>

/// Why a microphone or an audio file fails, for programs.
public enum AudioFailure: String, Sendable, Hashable, CaseIterable {
  /// The device does not exist: it is not plugged in, or the name is wrong.
  case deviceMissing
  /// Another program holds the device.
  case deviceBusy
  /// The device exists, but this user may not open it.
  case deviceForbidden
  /// The device exists, but the service's sandbox hides it.
  case deviceHidden
  /// The device disappeared or stopped delivering sound during a recording.
  case deviceLost
  /// The device has no usable sample format, rate or channel count.
  case deviceUnsuitable
  /// A recording from it is already running.
  case alreadyRecording
  /// The file does not exist, or cannot be opened or read.
  case unreadable
  /// A directory, a pipe or anything else that is not a regular file.
  case notAFile
  /// A file that is empty or has no samples.
  case empty
  /// A file without audio in a known format.
  case notAudio
  /// A file that is shorter than its header says.
  case truncated
  /// Audio with an impossible rate or channel count.
  case unsupported
  /// A file that cannot be written.
  case unwritable
  /// The process has run out of threads, descriptors or memory.
  case noResources
}
