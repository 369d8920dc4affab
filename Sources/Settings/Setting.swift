import ApplianceCore

/// One setting of the configuration file: its place there, and how to read its value.
package struct Setting<Root>: Sendable {
  /// Section and key, as in "button.mode".
  package let path: String
  /// Puts a written value into the configuration, or returns its mistake.
  package let read: @Sendable (_ text: String, _ isQuoted: Bool, inout Root) -> String?
  /// The configuration's value, as in the file.
  package let written: @Sendable (Root) -> String

  /// A setting with custom reading and writing.
  package init(
    path: String, read: @escaping @Sendable (String, Bool, inout Root) -> String?,
    written: @escaping @Sendable (Root) -> String
  ) {
    self.path = path
    self.read = read
    self.written = written
  }

  package typealias Path<Value> = WritableKeyPath<Root, Value> & Sendable

  /// A setting whose value `value` computes from the text; nil means that it is not as `expected`.
  package init<Value>(
    _ path: String, _ key: any Path<Value>, expected: String,
    written: @escaping @Sendable (Value) -> String = { "\($0)" },
    value: @escaping @Sendable (_ text: String, _ isQuoted: Bool) -> Value?
  ) {
    self.init(path: path) { text, isQuoted, configuration in
      guard let value = value(text, isQuoted) else {
        return "\(path) is \(expected), not “\(text)”"
      }
      configuration[keyPath: key] = value
      return nil
    } written: {
      written($0[keyPath: key])
    }
  }

  /// Any text that is not empty.
  package static func text(_ path: String, _ key: any Path<String>) -> Setting {
    Setting(path: path) { text, _, configuration in
      guard !text.isEmpty else { return "\(path) may not be empty" }
      configuration[keyPath: key] = text
      return nil
    } written: {
      $0[keyPath: key]
    }
  }

  /// Any text; `absent` stands for nil.
  package static func text(_ path: String, orElse absent: String, _ key: any Path<String?>)
    -> Setting
  {
    Setting(path: path) { text, isQuoted, configuration in
      guard !text.isEmpty else { return "\(path) may not be empty; write \(absent)" }
      configuration[keyPath: key] = text == absent && !isQuoted ? nil : text
      return nil
    } written: {
      $0[keyPath: key] ?? absent
    }
  }

  /// One of the values' names.
  package static func choice<Value: Sendable & Equatable>(
    _ path: String, _ values: [(name: String, value: Value)], _ key: any Path<Value>
  ) -> Setting {
    Setting(path: path) { text, _, configuration in
      guard let value = values.first(where: { $0.name == text })?.value else {
        let names = values.map(\.name)
        let hint = closest(to: text, among: names).map { "; did you mean \($0)?" } ?? ""
        return "\(path) is \(names.joined(separator: ", ")), not “\(text)”\(hint)"
      }
      configuration[keyPath: key] = value
      return nil
    } written: { configuration in
      values.first { $0.value == configuration[keyPath: key] }?.name ?? ""
    }
  }

  /// A case of an enumeration, by its raw value.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable & Equatable>(
    _ path: String, _ key: any Path<Value>
  ) -> Setting {
    choice(path, Value.allCases.map { ($0.rawValue, $0) }, key)
  }

  package static func flag(_ path: String, _ key: any Path<Bool>) -> Setting {
    Setting(path, key, expected: "on, off, true or false") { text, isQuoted in
      switch (text, isQuoted) {
      case ("true", false), ("yes", false), ("on", false): true
      case ("false", false), ("no", false), ("off", false): false
      default: nil
      }
    }
  }

  /// A whole number.
  package static func count(
    _ path: String, in range: ClosedRange<Int>, _ key: any Path<Int>
  ) -> Setting {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Setting(path, key, expected: expected) { text, _ in
      number(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A whole number; `absent` stands for nil.
  package static func count(
    _ path: String, in range: ClosedRange<Int>, orElse absent: String, _ key: any Path<Int?>
  ) -> Setting {
    let expected = "\(absent) or a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Setting(path, key, expected: expected) {
      $0.map { String($0) } ?? absent
    } value: { text, _ in
      let value = number(text)
      return text == absent || value.map(range.contains) == true ? .some(value) : nil
    }
  }

  /// A whole number without a plus sign.
  private static func number(_ text: String) -> Int? { text.hasPrefix("+") ? nil : Int(text) }

  /// A number from 0 to 1.
  package static func share(_ path: String, _ key: any Path<Double>) -> Setting {
    Setting(path, key, expected: "a number from 0 to 1, such as 0.5") { text, _ in
      Double(decimal: text).flatMap { (0...1).contains($0) ? $0 : nil }
    }
  }

  /// A number and its unit.
  package static func duration(
    _ path: String, in range: ClosedRange<Duration>, _ key: any Path<Duration>
  ) -> Setting {
    Setting(path: path) { text, _, configuration in
      guard let value = Duration(written: text) else {
        return "\(path) is a time with its unit, such as 150 ms or 60 s, not “\(text)”"
      }
      guard range.contains(value) else {
        return "\(path) is from \(range.lowerBound.written) to \(range.upperBound.written), "
          + "not \(text)"
      }
      configuration[keyPath: key] = value
      return nil
    } written: {
      $0[keyPath: key].written
    }
  }

  /// The one of `names` that `word` most likely means, if any is similar enough.
  static func closest(to word: String, among names: [String]) -> String? {
    let word = word.lowercased()
    let near = names.map { ($0, editDistance(word, $0.lowercased())) }.min { $0.1 < $1.1 }
    guard let (name, distance) = near, distance <= max(1, name.count / 3) else { return nil }
    return name
  }

  /// How many letters must be inserted, deleted, replaced or swapped with a neighbor to turn one
  /// word into the other.
  ///
  /// Source: the optimal string alignment distance (Boytsov, 2011).
  static func editDistance(_ one: String, _ other: String) -> Int {
    let a = Array(one.utf8.prefix(64))
    let b = Array(other.utf8.prefix(64))
    var table = Array(repeating: Array(0...b.count), count: a.count + 1)
    for i in 0..<a.count {
      table[i + 1][0] = i + 1
      for j in 0..<b.count {
        var best = min(table[i][j + 1], table[i + 1][j]) + 1
        best = min(best, table[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, table[i - 1][j - 1] + 1)
        }
        table[i + 1][j + 1] = best
      }
    }
    return table[a.count][b.count]
  }
}
