import Localization

/// The words for the ranks.
package enum SpokenRank {
  private static let messages = [
    Message("one"), Message("two"), Message("three"), Message("four"), Message("five"),
    Message("six"), Message("seven"), Message("eight"),
  ]

  /// In English, from "one" on.
  static let all = messages.map(\.description)

  /// The word for a rank, 0…7 for 1…8.
  package static func message(_ rank: Int) -> Message { messages[rank & 7] }
}
