/// Finds the n-th phrase of a template without generating those before it.
struct TemplateExpansion: Sendable {
  private let templates: ResolvedTemplates
  /// How many phrases each value of each class yields.
  private let valueCounts: [[UInt64]]
  private let classCounts: [UInt64]
  /// How many phrases each template yields; identical phrases count separately.
  let counts: [UInt64]

  /// Prepares a group, or throws its errors.
  init(_ group: CustomLanguageModelData.TemplateGroup) throws(LanguageModelError) {
    var issues: [LanguageModelError.Issue] = []
    let templates = ResolvedTemplates(group, issues: &issues)
    guard issues.isEmpty else { throw Self.error(issues) }
    var classCounts = Array(repeating: UInt64(0), count: templates.classes.count)
    var valueCounts = Array(repeating: [UInt64](), count: templates.classes.count)
    var overflows = false
    func count(_ elements: [ResolvedTemplates.Element]) -> UInt64 {
      elements.reduce(1) { product, element in
        guard case .reference(let index) = element else { return product }
        let (value, overflow) = product.multipliedReportingOverflow(by: classCounts[index])
        overflows = overflows || overflow
        return value
      }
    }
    for index in templates.dependencyOrder {
      valueCounts[index] = templates.classes[index].values.map(count)
      for value in valueCounts[index] {
        let (sum, overflow) = classCounts[index].addingReportingOverflow(value)
        overflows = overflows || overflow
        classCounts[index] = sum
      }
    }
    counts = templates.templates.map(count)
    if overflows {
      issues.report(
        .tooLarge, "a template gives more phrases than can be counted",
        group.templates.first?.body ?? "")
      throw Self.error(issues)
    }
    self.templates = templates
    self.classCounts = classCounts
    self.valueCounts = valueCounts
  }

  private static func error(_ issues: [LanguageModelError.Issue]) -> LanguageModelError {
    LanguageModelError(.invalidModel, operation: "expand templates", issues: issues)
  }

  /// The phrase at `index`, below `counts[template]`; words are separated by one space.
  func phrase(_ index: UInt64, ofTemplate template: Int) -> String {
    var pieces: [String] = []
    append(templates.templates[template], index, to: &pieces)
    return pieces.reversed().joined(separator: " ")
  }

  /// Reads the index as mixed-radix digits from the end, so it appends the pieces backwards.
  private func append(
    _ elements: [ResolvedTemplates.Element], _ index: UInt64, to pieces: inout [String]
  ) {
    var rest = index
    for element in elements.reversed() {
      switch element {
      case .text(let text, _): pieces.append(text)
      case .reference(let index):
        var digit = rest % classCounts[index]
        rest /= classCounts[index]
        for (value, count) in valueCounts[index].enumerated() {
          if digit < count {
            append(templates.classes[index].values[value], digit, to: &pieces)
            break
          }
          digit -= count
        }
      }
    }
  }
}
