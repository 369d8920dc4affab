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
  private static let countLimit = 1_000_000_000_000

  /// A hundred times a count; compiling reports one below 1.
  private static func scaled(_ count: Int) -> Int {
    count > 0 ? 100 * min(count, countLimit) : count
  }

  /// A copy in which all moves and commands can begin with the class "opener", such as "okay", and
  /// all commands can end with the class "courtesy", such as "please".
  var courteous: CustomLanguageModelData {
    replacingTemplates(phraseCounts: Self.scaled) { template, group in
      guard template.count > 0 else { return [template] }
      let names = group.classes.map(\.name)
      let openers = names.contains("opener") ? ["", "<opener> "] : [""]
      let courtesies = names.contains("courtesy") ? ["", " <courtesy>"] : [""]
      func variants(
        _ openers: [String], _ endings: [String], opened: Int, courteous: Int
      ) -> [Template] {
        openers.flatMap { opener in
          endings.map { ending in
            let share = (opener.isEmpty ? 100 : opened) * (ending.isEmpty ? 100 : courteous) / 100
            return Template(
              opener + template.body + ending,
              count: max(1, Self.scaled(template.count) / 100 * share),
              intent: template.intent)
          }
        }
      }
      return switch PhraseTemplate.Scope(of: template) {
      case .move: variants(openers, [""], opened: Self.openedMoves, courteous: 0)
      case .command:
        variants(
          openers, courtesies, opened: Self.openedCommands, courteous: Self.courteousCommands)
      default: variants([""], [""], opened: 0, courteous: 0)
      }
    }
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
