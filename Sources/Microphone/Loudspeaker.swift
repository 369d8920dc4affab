import DeviceIO
import Glibc
import Localization
import Sound

/// A playback device.
public protocol AudioOutput: Sendable {
  /// Plays mono samples at `rate`, in Hz. Returns when they have been played, or soon after its
  /// task is cancelled.
  func play(_ samples: [Int16], rate: Int) async throws
}

/// A playback device with an ALSA name, open only while it plays.
public final class Loudspeaker: AudioOutput {
  /// How much longer than the sound playback may take.
  private static let grace = Duration.seconds(3)

  /// The device's ALSA name, such as "default".
  public let device: String

  /// A device that `play(_:rate:)` opens.
  public init(device: String = "default") { self.device = device }

  /// Throws `AudioError` if the rate is impossible, or if the device cannot be opened or hangs.
  public func play(_ samples: [Int16], rate: Int) async throws {
    let end = Completion()
    try await withTaskCancellationHandler {
      try await BlockingThread.run(name: "loudspeaker") { [self] in
        try sound(samples, rate: rate) { end.isDone }
      }
    } onCancel: {
      end.finish()
    }
  }

  /// Why the device cannot play; nil if it can. Opens it briefly: call it on a thread that may
  /// block.
  public func problem() -> AudioError? {
    do throws(AudioError) {
      _ = try open(rate: 22_050)
      return nil
    } catch {
      return error
    }
  }

  private func open(rate: Int) throws(AudioError) -> PlaybackPCM {
    let device = device
    do throws(CapturePCM.Failure) {
      return try ALSA.opening { () throws(CapturePCM.Failure) in
        try PlaybackPCM(device: device, rate: rate)
      }
    } catch {
      throw AudioError(
        Self.code(of: error.status), Message("play on"), device, status: error.status,
        advice: Message(
          "\(ALSA.text(error.status)). Choose another device; aplay -L lists them."))
    }
  }

  /// What ALSA's negative status says of a device that cannot be opened.
  static func code(of status: Int32) -> AudioError.Code {
    switch status {
    case -EBUSY: .deviceBusy
    case -EACCES, -EPERM: .deviceForbidden
    default: .deviceMissing
    }
  }

  private func sound(
    _ samples: [Int16], rate: Int, isStopped: () -> Bool
  ) throws(AudioError) {
    guard rate > 0 else {
      throw AudioError(
        .unsupported, Message("play on"), device, advice: .verbatim("\(rate) Hz is no rate."))
    }
    let pcm = try open(rate: rate)
    let deadline =
      ContinuousClock.now + Self.grace + .seconds(Double(samples.count) / Double(rate))
    var rest = samples[...]
    while !rest.isEmpty || !pcm.isDrained() {
      guard !isStopped() else { return pcm.drop() }
      guard ContinuousClock.now < deadline else {
        pcm.drop()
        throw AudioError(
          .deviceLost, Message("play on"), device,
          advice: Message("The loudspeaker has stopped playing. Plug it in again."))
      }
      guard !rest.isEmpty else {
        usleep(10_000)
        continue
      }
      let written = pcm.write(rest.prefix(max(1, rate / 10)))
      guard written >= 0 else {
        throw AudioError(
          .deviceLost, Message("play on"), device, status: Int32(clamping: written),
          advice: Message("\(ALSA.text(Int32(clamping: written))). Plug it in again."))
      }
      rest = rest.dropFirst(written)
      if written == 0 { pcm.wait(milliseconds: 50) }
    }
  }
}
