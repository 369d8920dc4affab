import ApplianceCore
import Panel
import Sound
import Speech

extension Appliance {
  /// What the appliance is put together from.
  public struct Parts: Sendable {
    /// What is recorded from.
    public var input: any AudioInput
    /// Tells whether `input` may be recorded from; nil if it always may.
    public var microphone: (any MicrophoneStates)?
    /// What starts and stops recordings; nil if only typing does.
    public var button: (any Button)?
    /// The lights there are, by what they tell.
    public var lights: [ApplianceStateMachine.Light: any Indicator]
    /// Where everything is shown, and lines are typed.
    public var console: any Console
    /// What understands; the appliance prepares it with what the conversation says can be said.
    public var listener: MoveListener
    /// What decides what is done about what was understood.
    public var conversation: any Conversation
    /// Where whoever looks after it is told what goes wrong.
    public var log: Log
    /// What sounds, silent while the microphone is open; nil if nothing does.
    public var announcer: Announcer?
    /// Learns the player's voice while nobody speaks; nil if nothing is learnt.
    public var learner: VoiceLearner?

    /// Puts the parts together; the appliance closes them all when it ends.
    public init(
      input: any AudioInput, microphone: (any MicrophoneStates)?,
      button: (any Button)?, lights: [ApplianceStateMachine.Light: any Indicator],
      console: any Console, listener: MoveListener, conversation: any Conversation, log: Log,
      learner: VoiceLearner? = nil, announcer: Announcer? = nil
    ) {
      self.input = input
      self.microphone = microphone
      self.button = button
      self.lights = lights
      self.console = console
      self.listener = listener
      self.conversation = conversation
      self.log = log
      self.learner = learner
      self.announcer = announcer
    }
  }
}
