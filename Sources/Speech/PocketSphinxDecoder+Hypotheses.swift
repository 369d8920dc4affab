import CPocketSphinx

/// The readings so far.
extension PocketSphinxDecoder {
  /// The best reading so far; after `endUtterance` the best that reaches the end of the grammar.
  /// Nil if there is none.
  ///
  /// The corresponding C functions are `ps_get_hyp` and `ps_seg_iter`.
  func hypothesis() -> Hypothesis? {
    var score: Int32 = 0
    guard ps_get_hyp(decoder, &score) != nil else { return nil }
    let segments = segments(from: ps_seg_iter(decoder))
    return segments.contains { !$0.isFiller }
      ? Hypothesis(segments: segments, score: Int(score)) : nil
  }

  /// The utterance's n-best readings, all with different words, the best first.
  ///
  /// Builds a lattice, whose cost grows with the square of the utterance's length; beyond
  /// `latticeFrameLimit`, returns only the best reading. The corresponding C functions are
  /// `ps_nbest` and its relatives.
  func hypotheses(limit: Int) -> [Hypothesis] {
    guard let best = hypothesis() else { return [] }
    var readings = [best]
    guard limit > 1, frameCount <= Self.latticeFrameLimit else { return readings }
    var seen: Set = [best.words]
    var iterator = ps_nbest(decoder)
    var steps = 0
    while let current = iterator {
      var score: Int32 = 0
      if ps_nbest_hyp(current, &score) != nil {
        let reading = Hypothesis(segments: segments(from: ps_nbest_seg(current)), score: Int(score))
        let words = reading.words
        if words == best.words, readings[0].score == best.score {
          // The lattice's scores differ from the search's; compare like with like.
          readings[0].score = reading.score
        }
        if !words.isEmpty, seen.insert(words).inserted { readings.append(reading) }
      }
      steps += 1
      if readings.count >= limit || steps >= Self.nBestStepLimit {
        ps_nbest_free(current)
        break
      }
      iterator = ps_nbest_next(current)
    }
    return readings
  }

  /// The length of the utterance so far, in frames.
  ///
  /// The corresponding C function is `ps_get_n_frames`.
  var frameCount: Int { max(0, Int(ps_get_n_frames(decoder))) }

  /// The longest utterance with n-best readings, in frames.
  static let latticeFrameLimit = 1_000
  /// How many paths to try for readings with other words.
  static let nBestStepLimit = 100

  private func segments(from first: OpaquePointer?) -> [DecodedSegment] {
    var segments: [DecodedSegment] = []
    var iterator = first
    while let current = iterator {
      // The decoder owns the string and frees it with the next call. Epsilon transitions are called
      // "(NULL)".
      let name = ps_seg_word(current).map { String(cString: $0) } ?? "(NULL)"
      if name != "(NULL)" {
        var first: Int32 = 0
        var last: Int32 = 0
        var acoustic: Int32 = 0
        ps_seg_frames(current, &first, &last)
        _ = ps_seg_prob(current, &acoustic, nil, nil)
        let word = isForDictation ? Self.dictionaryWord(of: name) : lexicon.word(of: name)
        segments.append(
          DecodedSegment(
            word: word ?? name, isFiller: word == nil, firstFrame: Int(first), lastFrame: Int(last),
            acousticScore: Int(acoustic)))
      }
      iterator = ps_seg_next(current)
    }
    return segments
  }

  /// The word for a name in the model's dictionary, which may be a variant's ("the(2)"); nil for a
  /// filler such as "<sil>" or "[NOISE]".
  private static func dictionaryWord(of name: String) -> String? {
    guard let first = name.first, !"<[+".contains(first) else { return nil }
    guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "("), bracket > name.startIndex
    else { return name }
    return String(name[..<bracket])
  }
}
