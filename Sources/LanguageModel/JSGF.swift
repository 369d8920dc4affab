extension CustomLanguageModelData {
  /// The phrases, templates and classes in the Java Speech Grammar Format, for people to read: one
  /// rule per class, normalized words, and the compiler's probabilities as weights.
  ///
  /// - Parameters:
  ///   - name: The grammar's name; letters and digits.
  ///   - dictionary: Decides about hyphens, periods and apostrophes, as in compiling.
  /// - Throws: The compiler's errors.
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

/// A weight, without an exponent if that is exact: some JSGF readers accept no exponents.
private func jsgfWeight(_ weight: Double) -> String {
  weight == weight.rounded() && weight < 1e15 ? "\(Int(weight))" : "\(weight)"
}
