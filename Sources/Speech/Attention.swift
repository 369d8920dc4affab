import Acoustics
import Localization

/// An endless request: it listens for a name, and for the words after it.
///
/// It reports nothing about utterances without the name, and keeps no sound longer than one
/// utterance. The first utterance that is accepted ends the task.
package struct Attention: Sendable {
  /// How an utterance was addressed.
  package enum Address: Sendable, Hashable {
    /// Its first words may be the name.
    ///
    /// `odds`: the logarithm of the odds that they are the name rather than other speech, 0 or more.
    case byName(odds: Double)
    /// It has no name, and needs none.
    case without

    /// Whether its first words are surely the name. In the recordings of `PART=tune`, half of the
    /// moves that are said by name have a sure one, and two utterances in two hours of talk do.
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

  /// What happens before there is a result. Comes on the decoder's thread.
  package enum Notice: Sendable, Hashable {
    /// The present utterance counts: it has the name for sure, or its words are accepted.
    case taken(Address)
    /// The name was said, and then nothing.
    case nameAlone
  }

  /// The name's pronunciations, each a list of the acoustic model's phones.
  package var pronunciations: [[String]]
  /// When speech is over, and how long it waits for speech after the name alone.
  package var endpointing: Endpointing
  /// Whether what has no name may be accepted now; asked when somebody begins to speak.
  package var needsNoName: @Sendable () -> Bool
  /// Whether an utterance is understood surely enough. One with a sure name that is not has a result
  /// without words; any other is passed over in silence.
  package var accepts: @Sendable (RecognitionResult, Address, Moment) -> Bool
  /// Takes notices; must not block.
  package var hear: @Sendable (Notice) -> Void
  /// Takes whether somebody may be speaking, when that changes; must not block.
  package var noteSpeech: @Sendable (Bool) -> Void
  /// Takes the figures of every utterance, for measurements; must not block.
  package var inspect: @Sendable (Inspection) -> Void

  /// What was found out about an utterance.
  package struct Inspection: Sendable {
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
    needsNoName: @escaping @Sendable () -> Bool = { false },
    accepts: @escaping @Sendable (RecognitionResult, Address, Moment) -> Bool,
    hear: @escaping @Sendable (Notice) -> Void = { _ in },
    noteSpeech: @escaping @Sendable (Bool) -> Void = { _ in },
    inspect: @escaping @Sendable (Inspection) -> Void = { _ in }
  ) {
    self.pronunciations = pronunciations
    self.endpointing = endpointing
    self.needsNoName = needsNoName
    self.accepts = accepts
    self.hear = hear
    self.noteSpeech = noteSpeech
    self.inspect = inspect
  }
}
