import LanguageModel

/// Words before and after a move or a command that do not change its meaning.
extension CustomLanguageModelData {
  private typealias Template = TemplatePhraseCountGenerator.Template

  /// How many moves in a hundred begin with an opener, and how many commands.
  private static let openedMoves = 4
  private static let openedCommands = 10
  /// How many commands in a hundred end with a courtesy; ``Ending`` has the moves'.
  private static let courteousCommands = 4
  /// A higher count counts as this one, so that no sum overflows.
  private static let countLimit = 1_000_000_000

  /// The values of the class "only-heard": people rarely say them.
  var rareValues: Set<String> {
    Set(templateGroups.flatMap(\.classes).filter { $0.name == "only-heard" }.flatMap(\.values))
  }

  /// A copy in which all moves and commands can begin with the class "opener", such as "okay", and
  /// all commands can end with the class "courtesy", such as "please".
  ///
  /// - Parameter rare: Values of any class that people rarely say.
  func courteous(rare: Set<String>) -> CustomLanguageModelData {
    func courteous(_ group: TemplateGroup) -> TemplateGroup {
      var group = group
      group.templates = group.templates.flatMap { Self.variants(of: $0, in: group) }
      group.rareValues = rare
      return group
    }
    return replacing(phraseCounts: { Self.scaled($0) }, groups: courteous)
  }

  /// A template without and with the words before and after it.
  private static func variants(of template: Template, in group: TemplateGroup) -> [Template] {
    let names = group.classes.map(\.name)
    var openers = [(words: "", percent: 100)]
    var courtesies = openers
    let scope = PhraseTemplate.Scope(of: template)
    if names.contains("opener"), scope == .move || scope == .command {
      openers.append(("<opener> ", scope == .move ? openedMoves : openedCommands))
    }
    if names.contains("courtesy"), scope == .command {
      courtesies.append((" <courtesy>", courteousCommands))
    }
    return openers.flatMap { opener in
      courtesies.map { courtesy in
        Template(
          opener.words + template.body + courtesy.words,
          count: scaled(template.count, by: opener.percent * courtesy.percent),
          intent: template.intent)
      }
    }
  }

  /// A count in ten thousandths, or a part of it; compiling reports one below 1.
  private static func scaled(_ count: Int, by share: Int = 100 * 100) -> Int {
    count > 0 ? min(count, countLimit) * share : count
  }
}

extension PhraseTemplate.Scope {
  /// The purpose of a template, as the classes tell to which it refers.
  fileprivate init?(of template: CustomLanguageModelData.TemplatePhraseCountGenerator.Template) {
    let scopes = TemplateElement.parse(template.body).elements.compactMap { element in
      if case .reference(let name, _) = element { Role(className: name)?.scope } else { nil }
    }
    guard let scope = Self(of: scopes) else { return nil }
    self = scope
  }
}
