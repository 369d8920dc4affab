import ApplianceCore
import Panel
import Sound

extension Appliance {
  /// The parts of an appliance.
  package struct Parts: Sendable {
    /// The recording device.
    package var input: any AudioInput
    /// Reports whether the program can record from `input`; nil if that never changes.
    package var microphone: (any MicrophoneStates)?
    /// Whether it can record from `input`, if nothing reports that.
    package var readiness = ApplianceStateMachine.Readiness.ready
    /// The button for starting and stopping recordings; nil without one.
    package var button: (any Button)?
    /// The lights, by their function.
    package var lights: [ApplianceStateMachine.Light: any Indicator]
    /// Shows messages and takes typed lines.
    package var console: any Console
    /// The listener; the appliance prepares it for the phrases of each turn.
    package var listener: MoveListener
    /// Decides about the answers.
    package var conversation: any Conversation
    /// The administrator's log.
    package var log: Log
    /// Plays sounds, but never while the microphone is open; nil: no sounds.
    package var announcer: Announcer?
    /// How recordings start without the button; nil: they don't.
    package var handsFree: HandsFree?
    /// The settings, for reports only.
    package var settings: [ConsoleMessage.SettingValue]

    /// Puts the parts together; the appliance closes them when it ends.
    package init(
      input: any AudioInput, microphone: (any MicrophoneStates)?,
      button: (any Button)?, lights: [ApplianceStateMachine.Light: any Indicator],
      console: any Console, listener: MoveListener, conversation: any Conversation, log: Log,
      announcer: Announcer? = nil,
      settings: [ConsoleMessage.SettingValue] = [], handsFree: HandsFree? = nil
    ) {
      self.handsFree = handsFree
      self.settings = settings
      self.input = input
      self.microphone = microphone
      self.button = button
      self.lights = lights
      self.console = console
      self.listener = listener
      self.conversation = conversation
      self.log = log
      self.announcer = announcer
    }
  }
}
