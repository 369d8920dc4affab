/// A device that can be recorded from, as far as it can be told without opening it.
public struct AudioDevice: Sendable, Hashable {
  /// Which USB device a sound card is.
  public struct USBIdentity: Sendable, Hashable {
    /// Vendor and product, such as "0d8c:0014".
    public let id: String
    /// What tells two of the same kind apart; nil if the maker gave none.
    public let serial: String?
    /// Where it is plugged in: bus, and port of each hub on the way, such as "1-1.3"; nil if the
    /// kernel does not tell.
    public let port: String?
  }

  /// What to put into the configuration: "usb:0d8c:0014", which stays the same when the device is
  /// plugged in again or elsewhere; a card that is not on USB by its id, as in
  /// "hw:CARD=Microphone,DEV=0"; or a name from a configuration file of ALSA's, such as "default".
  public let name: String
  /// ALSA's own name, for other programs: "hw:CARD=Device,DEV=0".
  public let alsaName: String
  /// For people: the names of card and device.
  public let title: String
  /// Rates that the hardware has, in Hz; empty if that is not known.
  public let sampleRates: [ClosedRange<Int>]
  /// Channel counts that the hardware has; empty if that is not known.
  public let channelCounts: [Int]
  /// nil if it is not a USB device.
  public let usb: USBIdentity?
}
