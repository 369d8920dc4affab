#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Grammar {
  /// The grammar in the Java Speech Grammar Format: one rule per state, with chances as weights.
  ///
  /// Meant for reading. A program that copies a rule to each place of use, as PocketSphinx does,
  /// makes it very large.
  /// - Parameter name: The grammar's name; letters and digits.
  public func jsgf(name: String) -> String {
    var bySource: [Int32: [Arc]] = [:]
    for arc in arcs { bySource[arc.source, default: []].append(arc) }
    var text = "#JSGF V1.0;\ngrammar \(name);\n\npublic <phrase> = <\(start)>;\n"
    for state in 0..<Int32(stateCount) {
      var choices = (bySource[state] ?? []).map { arc in
        let word = words.indices.contains(Int(arc.word)) ? words[Int(arc.word)] + " " : ""
        let isLast = Int(arc.target) == final && bySource[arc.target] == nil
        let rest = isLast ? (word.isEmpty ? "<NULL>" : "") : "<\(arc.target)>"
        return "/\(jsgfWeight(exp(Double(arc.weight))))/ \(word)\(rest)"
      }
      if Int(state) == final && !choices.isEmpty { choices.append("/1/ <NULL>") }
      if choices.isEmpty { continue }
      text += "<\(state)> = \(choices.joined(separator: " | "));\n"
    }
    return text
  }
}

extension CustomLanguageModelData {
  /// The phrases, templates and classes in the Java Speech Grammar Format, for people to read: one
  /// rule per class, words normalized, and the compiler's chances as weights.
  ///
  /// - Parameters:
  ///   - name: The grammar's name; letters and digits.
  ///   - dictionary: Decides about hyphens, periods and apostrophes, as in compiling.
  /// - Throws: The same as compiling.
  public func jsgf(
    name: String, dictionary: PronunciationDictionary
  ) throws(LanguageModelError) -> String {
    let compiler = LanguageModelCompiler(content: content, dictionary: dictionary)
    try compiler.check()
    var choices = compiler.phrases.map { phrase in
      "/\(phrase.count)/ " + phrase.words.map { compiler.words[Int($0)] }.joined(separator: " ")
    }
    var rules = ""
    for (number, group) in compiler.groups.enumerated() {
      let prefix = compiler.groups.count == 1 ? "" : "\(number + 1)-"
      func text(_ elements: [LanguageModelCompiler.Element]) -> String {
        let pieces = elements.map { element in
          switch element {
          case .word(let word): compiler.words[Int(word)]
          case .reference(let index): "<\(prefix)\(group.classes[index].name)>"
          }
        }
        return pieces.isEmpty ? "<NULL>" : pieces.joined(separator: " ")
      }
      let counts = group.expansionCounts()
      for (definition, counts) in zip(group.classes, counts) {
        // Without weights all alternatives are equally likely.
        let isEven = Set(counts).count <= 1
        let values = zip(definition.values, counts).map { value, count in
          (isEven ? "" : "/\(jsgfWeight(count))/ ") + text(value)
        }
        rules += "<\(prefix)\(definition.name)> = \(values.joined(separator: " | "));\n"
      }
      choices += zip(group.templates, group.counts).map { "/\($1)/ \(text($0))" }
    }
    return """
      #JSGF V1.0;
      grammar \(name);

      public <phrase> =
          \(choices.joined(separator: "\n  | "));

      \(rules)
      """
  }
}

/// A weight, without an exponent if that is exact, since not every JSGF reader accepts exponents.
private func jsgfWeight(_ weight: Double) -> String {
  weight == weight.rounded() && weight < 1e15 ? "\(Int(weight))" : "\(weight)"
}
