import FoundationEssentials

/// Everything wrong with a language model, or with its file.
public struct LanguageModelError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// A file cannot be opened or read.
    case unreadableFile
    /// A file cannot be written or renamed.
    case unwritableFile
    /// A file is not the expected JSON, or has contents that are not allowed.
    case malformedFile
    /// The phrases, templates, classes or pronunciations contradict each other or themselves.
    case invalidModel
  }

  /// One thing to fix, and its place.
  public struct Issue: Sendable, Hashable {
    /// What is wrong, for a program.
    public enum Kind: Sendable, Hashable {
      /// The text is not JSON; reading stops there.
      case malformedJSON
      /// An object lacks a key that it must have.
      case missingKey
      /// An object has an unknown key.
      case unknownKey
      /// A value has the wrong type for its key.
      case wrongType
      /// The file was written by a later version.
      case unsupportedFormat
      /// A template or a value is malformed: a bracket, or a word that touches a reference.
      case malformedTemplate
      /// A template refers to a class or an opening that does not exist.
      case undefinedClass
      /// Two classes of a group have the same name.
      case duplicateClass
      /// A class has no values.
      case emptyClass
      /// A class refers to itself, directly or indirectly.
      case classCycle
      /// A template has a phrase without words.
      case emptyTemplate
      /// A count is below 1, or the sum of all counts is too large.
      case badCount
      /// The data has no phrases.
      case noPhrases
      /// Neither the data nor the dictionary has a pronunciation of a word.
      case missingPronunciation
      /// A pronunciation has a symbol without a phone in the model, or no symbol at all.
      case malformedPronunciation
      /// Something exceeds a limit: forms, nesting, or the number of errors in a list.
      case tooLarge
    }

    /// What is wrong, for a program.
    public var kind: Kind
    /// What is wrong and what to do about it, for a person.
    public var message: String
    /// The template, phrase, class or JSON path in question.
    public var subject: String
    /// The character in `subject` (or, with a `line`, in the line) counted from 1.
    public var column: Int?
    /// The line of the file counted from 1.
    public var line: Int?

    /// Describes one issue; `message` is a sentence that says what to do, without the place.
    public init(
      _ kind: Kind, _ message: String, subject: String, column: Int? = nil, line: Int? = nil
    ) {
      self.kind = kind
      self.message = message
      self.subject = subject
      self.column = column
      self.line = line
    }
  }

  /// The kind of failure, for a program.
  public var code: Code
  /// The failed operation, as in "compile the language model com.example.chess".
  public var operation: String
  /// The file's path, if there is one.
  public var file: String?
  /// The system's message, if a file failed.
  public var reason: String?
  /// All issues, in the order of the data.
  public var issues: [Issue]

  /// Describes a failure; `operation` completes "Cannot …".
  public init(
    _ code: Code, operation: String, file: String? = nil, reason: String? = nil,
    issues: [Issue] = []
  ) {
    self.code = code
    self.operation = operation
    self.file = file
    self.reason = reason
    self.issues = issues
  }
}

extension LanguageModelError: CustomStringConvertible {
  /// The operation, the file, and one line per issue with its place and what to do.
  public var description: String {
    var text = "Cannot \(operation)"
    if let file { text += " (\(file))" }
    if let reason { text += ": \(reason)" }
    for issue in issues { text += "\n  \(issue)" }
    return text
  }
}

extension LanguageModelError.Issue: CustomStringConvertible {
  /// One line: the place as far as it is known (line, template or class, column), and the advice.
  public var description: String {
    var place: [String] = []
    if let line { place.append("line \(line)") }
    if !subject.isEmpty { place.append(line == nil ? "\"\(subject)\"" : subject) }
    if let column { place.append("column \(column)") }
    return (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + message
  }
}

extension LanguageModelError: LocalizedError {
  /// The description, which Foundation's `localizedDescription` shows.
  public var errorDescription: String? { description }
}

extension [LanguageModelError.Issue] {
  mutating func report(
    _ kind: LanguageModelError.Issue.Kind, _ message: String, _ subject: String, column: Int? = nil
  ) {
    append(.init(kind, message, subject: subject, column: column))
  }
}
