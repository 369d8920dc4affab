/// A capture device, as far as it can be known without opening it.
public struct AudioDevice: Sendable, Hashable {
  /// The USB device of a sound card.
  public struct USBIdentity: Sendable, Hashable {
    /// Vendor and product, such as "0d8c:0014".
    public let id: String
    /// Distinguishes devices of the same model; nil if the manufacturer gave none.
    public let serial: String?
    /// Where it is plugged in: the bus and each hub's port, such as "1-1.3"; nil if the kernel does
    /// not report it.
    public let port: String?
  }

  /// The name for the configuration. "usb:0d8c:0014" names a USB device in any port. Other cards
  /// have their id, such as "hw:CARD=Microphone,DEV=0". A name from an ALSA configuration file,
  /// such as "default", stays unchanged.
  public let name: String
  /// ALSA's own name, for other programs: "hw:CARD=Device,DEV=0".
  public let alsaName: String
  /// For people: the card's and device's names.
  public let title: String
  /// The hardware's rates, in Hz; empty if unknown.
  public let sampleRates: [ClosedRange<Int>]
  /// The hardware's channel counts; empty if unknown.
  public let channelCounts: [Int]
  /// Nil if it is not a USB device.
  public let usb: USBIdentity?

  /// Its rates, for people: "16000, 44100-48000".
  package var rates: String {
    sampleRates.map {
      $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }.joined(separator: ", ")
  }
}
