import Acoustics
import Localization

/// An endless request: it listens for a name and for the words after it.
///
/// It reports nothing about utterances without the name, and keeps at most one utterance of sound.
/// The first accepted utterance ends the task.
package struct Attention: Sendable {
  /// How an utterance was addressed.
  package enum Address: Sendable, Hashable {
    /// It seems to begin with the name.
    ///
    /// `odds`: the log-odds of the name against other speech, 0 or more.
    case byName(odds: Double)
    /// It has no name and needs none.
    case without

    /// Whether it surely begins with the name. In the recordings of `PART=tune`, this holds for
    /// half of the moves that are said with the name, and for two utterances in two hours of talk.
    package var isSure: Bool {
      if case .byName(let odds) = self { odds >= 5.2 } else { false }
    }
  }

  /// When an utterance is judged.
  package enum Moment: Sendable, Hashable {
    /// After a short pause; it may go on.
    case pausing
    /// After a long one.
    case over
  }

  /// An event before the result. Sent on the decoder's thread.
  package enum Notice: Sendable, Hashable {
    /// The current utterance counts: its name is sure, or its words are accepted.
    case taken(Address)
    /// Somebody said the name, then nothing.
    case nameAlone
    /// Somebody starts to speak (true) or has stopped, without being understood.
    case speech(Bool)
    /// The figures of an utterance, for evaluation.
    case inspected(Inspection)
  }

  /// The name's pronunciations, each a list of the acoustic model's phones.
  package var pronunciations: [[String]]
  /// When speech is over, and how long it waits for speech after the name alone.
  package var endpointing: Endpointing
  /// Whether the name can be left out now; called when somebody begins to speak.
  package var needsNoName: @Sendable () -> Bool
  /// Whether the result is confident enough to accept. If not, an utterance with a sure name gets a
  /// result without words; any other is ignored.
  package var accepts: @Sendable (RecognitionResult, Address, Moment) -> Bool
  /// Receives notices; must not block.
  package var hear: @Sendable (Notice) -> Void

  /// The figures of an utterance.
  package struct Inspection: Sendable, Hashable {
    /// When it began and ended, in seconds of sound.
    package var time: Double
    package var end = 0.0
    /// Where the name fits best; nil if there was too little sound for it.
    package var sighting: NameFinder.Sighting?
    /// The address; nil if it has no name and needs one.
    package var address: Address?
    /// The result; nil if it was not recognized.
    package var result: RecognitionResult?
  }

  package init(
    pronunciations: [[String]], endpointing: Endpointing,
    needsNoName: @escaping @Sendable () -> Bool,
    accepts: @escaping @Sendable (RecognitionResult, Address, Moment) -> Bool,
    hear: @escaping @Sendable (Notice) -> Void
  ) {
    self.pronunciations = pronunciations
    self.endpointing = endpointing
    self.needsNoName = needsNoName
    self.accepts = accepts
    self.hear = hear
  }
}
