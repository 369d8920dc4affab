/// The Viterbi search of a ``PhraseAligner``: phone by phone, each over all frames, so that a phrase
/// only needs the phones after those that it shares with the phrase before.
struct AlignmentSearch {
  /// A phone of a phrase; the first is number 1.
  struct Node: Equatable {
    /// Its number in the model.
    var number: Int
    /// The word's index in the phrase; -1 for a pause.
    var word: Int
    /// Each state's columns of the scores, of which the best counts.
    var states: [[Int]]
    /// The phones that it may follow, or the start.
    var before: [Int]
    /// A natural logarithm.
    var penalty: Float
  }

  /// The beginning of the recording.
  static let start = 0

  /// How the best paths came to a phone's states in a frame.
  private struct Backpointers {
    /// The place in ``Node/before`` of the phone before the first state; -1 if it stayed.
    var entry: Int32 = -1
    var isSecondNew = false
    var isThirdNew = false
  }

  private let scores: [Float]
  private let width: Int
  private let frameCount: Int
  private let model: PhoneModel
  /// By a state's columns, its score in each frame.
  private var emissions: [[Int]: [Float]] = [:]
  private var phones: [Node] = []
  /// By phone: the scores of the best paths to its last state, before each frame and at the end,
  /// and of leaving it.
  private var last: [(scores: [Float], leave: Float)]
  /// By phone and frame.
  private var steps: [[Backpointers]] = []

  /// - Parameter scores: Natural logarithms, `width` for each frame.
  init(_ scores: [Float], width: Int, _ model: PhoneModel) {
    self.scores = scores
    self.width = width
    self.model = model
    frameCount = scores.count / max(1, width)
    last = [([0] + [Float](repeating: -.infinity, count: frameCount), 0)]
  }

  /// Aligns a phrase; nil if the recording is too short.
  ///
  /// - Parameter ends: The phones that may be its last.
  mutating func align(_ phrase: [Node], ends: [Int]) -> PhraseAligner.Alignment? {
    let shared = zip(phones, phrase).prefix { $0 == $1 }.count
    phones = phrase
    last.removeLast(last.count - shared - 1)
    steps.removeLast(steps.count - shared)
    for phone in phrase[shared...] { search(phone) }
    let scores = ends.map { last[$0].scores[frameCount] }
    guard let score = scores.max(), score > -.infinity, let place = scores.firstIndex(of: score)
    else { return nil }
    return PhraseAligner.Alignment(score: score, phones: trace(from: ends[place]))
  }

  /// Goes on by one phone.
  private mutating func search(_ phone: Node) {
    let (first, second, third) = (
      emission(phone.states[0]), emission(phone.states[1]), emission(phone.states[2])
    )
    let transitions = model.transitions[phone.number]
    let before = phone.before.map { last[$0] }
    var ends = [-Float.infinity]
    ends.reserveCapacity(frameCount + 1)
    var best = (first: -Float.infinity, second: -Float.infinity, third: -Float.infinity)
    steps.append(
      (0..<frameCount).map { frame in
        var step = Backpointers()
        var entering = best.first + transitions[0].stay
        for (place, before) in before.enumerated() {
          let score = before.scores[frame] + before.leave + phone.penalty
          if score > entering { (entering, step.entry) = (score, Int32(place)) }
        }
        let stays = (best.second + transitions[1].stay, best.third + transitions[2].stay)
        let moves = (best.first + transitions[0].leave, best.second + transitions[1].leave)
        step.isSecondNew = moves.0 > stays.0
        step.isThirdNew = moves.1 > stays.1
        best.third = (step.isThirdNew ? moves.1 : stays.1) + third[frame]
        best.second = (step.isSecondNew ? moves.0 : stays.0) + second[frame]
        best.first = entering + first[frame]
        ends.append(best.third)
        return step
      })
    last.append((ends, transitions[2].leave))
  }

  private mutating func emission(_ columns: [Int]) -> [Float] {
    if let known = emissions[columns] { return known }
    let emission = (0..<frameCount).map { score(of: columns, in: $0) }
    emissions[columns] = emission
    return emission
  }

  private func score(of columns: [Int], in frame: Int) -> Float {
    columns.reduce(-Float.infinity) { max($0, scores[frame * width + $1]) }
  }

  private func trace(from end: Int) -> [PhraseAligner.Phone] {
    var traced: [PhraseAligner.Phone] = []
    var (number, state) = (end, 2)
    var isNew = true
    for frame in (0..<frameCount).reversed() {
      let phone = phones[number - 1]
      if isNew {
        traced.append(
          PhraseAligner.Phone(
            number: phone.number, word: phone.word, first: frame, end: frame + 1, score: 0))
      }
      traced[traced.count - 1].first = frame
      traced[traced.count - 1].score += score(of: phone.states[state], in: frame)
      traced[traced.count - 1].lengths[state] += 1
      let step = steps[number - 1][frame]
      isNew = state == 0 && step.entry >= 0
      switch state {
      case 0 where isNew: (number, state) = (phone.before[Int(step.entry)], 2)
      case 1 where step.isSecondNew, 2 where step.isThirdNew: state -= 1
      default: break
      }
    }
    return traced.reversed()
  }
}
