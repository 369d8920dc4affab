/// Everything that is wrong with a language model, or with a file that it was to be read from, in one value.
public struct LanguageModelError: Error, Sendable, Hashable {
  /// What kind of failure this is.
  public enum Code: Sendable, Hashable {
    /// A file cannot be opened or read.
    case unreadableFile
    /// A file cannot be written or renamed.
    case unwritableFile
    /// A file is not the JSON that it should be, or says something that it may not.
    case malformedFile
    /// The phrases, templates, classes or pronunciations contradict each other or themselves.
    case invalidModel
  }

  /// One thing to mend, and where it is.
  public struct Issue: Sendable, Hashable {
    /// What is wrong, for a program.
    public enum Kind: Sendable, Hashable {
      case malformedJSON
      case missingKey
      case unknownKey
      case wrongType
      case unsupportedFormat
      case malformedTemplate
      case undefinedClass
      case duplicateClass
      case emptyClass
      case classCycle
      case emptyTemplate
      case badCount
      case noPhrases
      case missingPronunciation
      case malformedPronunciation
      case tooLarge
    }

    /// What is wrong, for a program.
    public var kind: Kind
    /// What is wrong and what to do about it, for a person.
    public var message: String
    /// The template, phrase, class or JSON path that it is in.
    public var subject: String
    /// The character in `subject` (or, with a `line`, in the line) counted from 1.
    public var column: Int?
    /// The line of the file counted from 1.
    public var line: Int?

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

  public var code: Code
  /// What was being done, as in "compile the language model com.example.chess".
  public var operation: String
  /// The file's path, where there is one.
  public var file: String?
  /// What the system said, where a file failed.
  public var reason: String?
  /// Everything that was found, in the order of the data.
  public var issues: [Issue]

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
  /// The operation, the file, and one line an issue with its place and what to do.
  public var description: String {
    var text = "Cannot \(operation)"
    if let file { text += " (\(file))" }
    if let reason { text += ": \(reason)" }
    for issue in issues { text += "\n  \(issue)" }
    return text
  }
}

extension LanguageModelError.Issue: CustomStringConvertible {
  public var description: String {
    var place: [String] = []
    if let line { place.append("line \(line)") }
    if !subject.isEmpty { place.append(line == nil ? "\"\(subject)\"" : subject) }
    if let column { place.append("column \(column)") }
    return (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + message
  }
}
