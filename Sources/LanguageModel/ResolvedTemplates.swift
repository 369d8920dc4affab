/// A group of templates with all references resolved and checked.
struct ResolvedTemplates: Sendable {
  enum Element: Sendable, Hashable {
    case text(String, column: Int)
    /// Index into `classes`.
    case reference(Int)
  }

  struct Class: Sendable {
    var name: String
    var values: [[Element]]
  }

  var classes: [Class] = []
  var templates: [[Element]] = []
  /// The classes, each after the classes that it refers to.
  var dependencyOrder: [Int] = []

  /// Refuses deeper nesting, so that no file can exhaust the stack.
  private static let deepestNesting = 64

  /// Resolves every reference and appends errors to the issues. Do not use the result if there are
  /// any.
  init(_ group: CustomLanguageModelData.TemplateGroup, issues: inout [LanguageModelError.Issue]) {
    var indices: [String: Int] = [:]
    for (index, definition) in group.classes.enumerated()
    where indices.updateValue(index, forKey: definition.name) != nil {
      issues.report(
        .duplicateClass, "the class is defined twice: keep one of them", definition.name)
    }
    func resolve(_ body: String) -> [Element] {
      let parsed = TemplateElement.parse(body)
      issues += parsed.issues
      return parsed.elements.compactMap { element in
        switch element {
        case .text(let text, let column): return .text(text, column: column)
        case .reference(let name, let column):
          if let index = indices[name] { return .reference(index) }
          issues.report(
            .undefinedClass, "no class \"\(name)\" is defined here: define it or correct its name",
            body, column: column)
          return nil
        }
      }
    }

    for definition in group.classes {
      if definition.values.isEmpty {
        issues.report(.emptyClass, "the class has no values: give it at least one", definition.name)
      }
      classes.append(Class(name: definition.name, values: definition.values.map(resolve)))
    }
    templates = group.templates.map { resolve($0.body) }
    findOrder(&issues)
    guard dependencyOrder.count == classes.count else { return }
    let silent = silentClasses()
    for (template, elements) in zip(group.templates, templates) {
      if template.count <= 0 {
        issues.report(
          .badCount, "the count is \(template.count): it must be 1 or more", template.body)
      }
      // Unknown references in a template were already reported.
      let isParsed = TemplateElement.parse(template.body).elements.count == elements.count
      if isParsed && Self.isSilent(elements, silent) {
        issues.report(
          .emptyTemplate, "every part of the template may be empty: add a word", template.body)
      }
    }
  }

  /// Finds the dependency order depth first, and reports cycles and excessive nesting.
  private mutating func findOrder(_ issues: inout [LanguageModelError.Issue]) {
    enum Mark {
      case new
      case open
      case done
    }
    var marks = Array(repeating: Mark.new, count: classes.count)
    var path: [Int] = []
    func visit(_ index: Int) {
      marks[index] = .open
      path.append(index)
      defer { path.removeLast() }
      if path.count > Self.deepestNesting {
        issues.report(
          .tooLarge, "classes refer to classes more than \(Self.deepestNesting) deep",
          classes[index].name)
        marks[index] = .done
        return
      }
      for case .reference(let inner) in classes[index].values.joined() {
        switch marks[inner] {
        case .done: continue
        case .new: visit(inner)
        case .open:
          let cycle = path.drop { $0 != inner }.map { classes[$0].name } + [classes[inner].name]
          issues.report(
            .classCycle,
            "the class refers to itself: \(cycle.joined(separator: " → ")); remove one reference",
            classes[index].name)
        }
      }
      marks[index] = .done
      dependencyOrder.append(index)
    }
    for index in classes.indices where marks[index] == .new {
      visit(index)
    }
    // Without a valid order, the code that depends on it must not run.
    if issues.contains(where: { $0.kind == .classCycle || $0.kind == .tooLarge }) {
      dependencyOrder = []
    }
  }

  /// Whether each class has a value without words, or no value.
  private func silentClasses() -> [Bool] {
    var silent = Array(repeating: false, count: classes.count)
    for index in dependencyOrder {
      let values = classes[index].values
      silent[index] = values.isEmpty || values.contains { Self.isSilent($0, silent) }
    }
    return silent
  }

  /// Whether the elements can be said without a word.
  private static func isSilent(_ elements: [Element], _ silent: [Bool]) -> Bool {
    elements.allSatisfy { element in
      switch element {
      case .text(let text, _): SpokenText.words(in: text).isEmpty
      case .reference(let index): silent[index]
      }
    }
  }
}
