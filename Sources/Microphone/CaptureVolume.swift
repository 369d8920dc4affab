import CALSA

/// A sound card's own capture volume control.
public struct CaptureVolume: Sendable, Hashable {
  /// The control's name for amixer: "Mic".
  public let name: String
  /// From 0 to 100; nil if it cannot be changed.
  public let percent: Int?
  /// Whether it is switched on; nil if it has no switch.
  public let isOn: Bool?

  /// The controls of the card with this id; empty if it has none, or cannot be opened.
  ///
  /// Blocks briefly. The corresponding C functions are `snd_mixer_selem_register` and others.
  public static func controls(ofCard card: String) -> [CaptureVolume] {
    ALSA.opening {
      var opened: OpaquePointer?
      guard snd_mixer_open(&opened, 0) >= 0, let mixer = opened else { return [] }
      defer { snd_mixer_close(mixer) }
      guard snd_mixer_attach(mixer, "hw:CARD=\(card)") >= 0,
        snd_mixer_selem_register(mixer, nil, nil) >= 0, snd_mixer_load(mixer) >= 0
      else { return [] }
      var controls: [CaptureVolume] = []
      var element = snd_mixer_first_elem(mixer)
      while let current = element {
        element = snd_mixer_elem_next(current)
        if let control = CaptureVolume(current) { controls.append(control) }
      }
      return controls
    }
  }

  private init?(_ element: OpaquePointer) {
    let hasVolume = snd_mixer_selem_has_capture_volume(element) == 1
    let hasSwitch = snd_mixer_selem_has_capture_switch(element) == 1
    guard hasVolume || hasSwitch, let name = snd_mixer_selem_get_name(element) else { return nil }
    self.name = String(cString: name)
    var least = 0
    var most = 0
    var value = 0
    if hasVolume,
      snd_mixer_selem_get_capture_volume_range(element, &least, &most) >= 0, least < most,
      snd_mixer_selem_get_capture_volume(element, SND_MIXER_SCHN_MONO, &value) >= 0
    {
      let share = (Double(value) - Double(least)) / (Double(most) - Double(least))
      percent = Int((max(0, min(1, share)) * 100).rounded())
    } else {
      percent = nil
    }
    var state: Int32 = 0
    isOn =
      hasSwitch && snd_mixer_selem_get_capture_switch(element, SND_MIXER_SCHN_MONO, &state) >= 0
      ? state != 0 : nil
  }

  /// A volume from another source, as in tests.
  public init(name: String, percent: Int?, isOn: Bool?) {
    self.name = name
    self.percent = percent
    self.isOn = isOn
  }
}
