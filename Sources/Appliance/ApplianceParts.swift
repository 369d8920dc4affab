import ApplianceCore
import Localization
import Panel
import Sound
import Speech

extension Appliance {
  /// The parts of an appliance.
  package struct Parts: Sendable {
    /// The recording device.
    package var input: any AudioInput
    /// Says whether `input` can be recorded from; nil if it always can.
    package var microphone: (any MicrophoneStates)?
    /// The button that starts and stops recordings; nil if only typing does.
    package var button: (any Button)?
    /// The lights, by what they show.
    package var lights: [ApplianceStateMachine.Light: any Indicator]
    /// Where messages are shown and lines are typed.
    package var console: any Console
    /// The listener; the appliance prepares it for what can be said next.
    package var listener: MoveListener
    /// Decides what to do about what was understood.
    package var conversation: any Conversation
    /// Where problems are logged for the administrator.
    package var log: Log
    /// Plays sounds, but is silent while the microphone is open; nil: no sounds.
    package var announcer: Announcer?
    /// How recordings start without the button; nil: they don't.
    package var handsFree: HandsFree?
    /// The settings, for who asks; they only are told.
    package var settings: [ConsoleMessage.SettingValue]

    /// Puts the parts together; the appliance closes them all when it ends.
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
