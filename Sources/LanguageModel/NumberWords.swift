/// English number words.
enum NumberWords {
  /// A number in words, as in "twelve"; digit by digit if it has a leading zero or is at least a
  /// billion.
  static func cardinal(_ digits: String) -> [String] {
    guard let number = Int(digits), number < 1_000_000_000, digits == "0" || !digits.hasPrefix("0")
    else { return digits.compactMap(\.wholeNumberValue).flatMap(words) }
    return words(number)
  }

  /// An ordinal number in words, as in "twelfth".
  static func ordinal(_ digits: String) -> [String] {
    var words = cardinal(digits)
    guard let last = words.popLast() else { return [] }
    if let irregular = irregularOrdinals[last] {
      words.append(irregular)
    } else if last.hasSuffix("y") {
      words.append(last.dropLast() + "ieth")
    } else {
      words.append(last + "th")
    }
    return words
  }

  private static func words(_ number: Int) -> [String] {
    for (size, name) in [(1_000_000, "million"), (1000, "thousand"), (100, "hundred")]
    where number >= size {
      let rest = number % size
      return words(number / size) + [name] + (rest == 0 ? [] : words(rest))
    }
    if number < 20 { return [small[number]] }
    return [tens[number / 10 - 2]] + (number % 10 == 0 ? [] : [small[number % 10]])
  }

  private static let small = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]
  private static let tens = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]
  private static let irregularOrdinals = [
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
  ]
}
