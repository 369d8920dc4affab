extension CustomLanguageModelData {
  /// Example phrases: one of each template, then the single phrases.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of phrases.
  ///   - turn: A call counter; below 0 counts as 0. Each turn takes other values of the classes,
  ///     and other templates if there are more than `limit`.
  public func examples(limit: Int, turn: Int) -> [String] {
    let (content, turn) = (content, max(0, turn))
    let all =
      content.templateGroups.flatMap { $0.examples(turn: turn) }
      + content.phraseCounts.map(\.phrase)
    guard limit > 0, !all.isEmpty else { return [] }
    let begin = (turn % all.count) * (limit % all.count) % all.count
    return Array((all[begin...] + all[..<begin]).prefix(limit))
  }
}

extension CustomLanguageModelData.TemplateGroup {
  /// One phrase of each template; none if the group has an error.
  fileprivate func examples(turn: Int) -> [String] {
    var issues: [LanguageModelError.Issue] = []
    let resolved = ResolvedTemplates(self, issues: &issues)
    guard issues.isEmpty else { return [] }
    var values = Array(repeating: "", count: resolved.classes.count)
    func text(of elements: [ResolvedTemplates.Element]) -> String {
      elements.map { element in
        switch element {
        case .text(let text, _): text
        case .reference(let index): values[index]
        }
      }.filter { !$0.isEmpty }.joined(separator: " ")
    }
    for index in resolved.dependencyOrder {
      let choices = resolved.classes[index].values
      values[index] = text(of: choices[turn % choices.count])
    }
    return resolved.templates.map(text)
  }
}
