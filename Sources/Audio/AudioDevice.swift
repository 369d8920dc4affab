/// A device that can be recorded from, as far as it can be told without opening it.
public struct AudioDevice: Sendable, Hashable {
  /// Which USB device a sound card is.
  public struct USBIdentity: Sendable, Hashable {
    /// Vendor and product, such as "0d8c:0014".
    public let id: String
    /// What tells two of the same kind apart; nil where the maker gave none.
    public let serial: String?
  }

  /// ALSA's name, to be put into the configuration: "hw:CARD=Device,DEV=0", which stays the same when the device is
  /// plugged in elsewhere, or a name from a configuration file such as "default".
  public let name: String
  /// For people: the names of card and device.
  public let title: String
  /// Rates that the hardware has, in Hz; empty where that is not known.
  public let sampleRates: [ClosedRange<Int>]
  /// Channel counts that the hardware has; empty where that is not known.
  public let channelCounts: [Int]
  /// nil where it is not a USB device.
  public let usb: USBIdentity?
}
