/// Everything that is wrong with a language model, or with a file that it was to be read from, in
/// one value.
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
      /// The text is not JSON; nothing behind that place is looked at.
      case malformedJSON
      /// An object lacks a key that it must have.
      case missingKey
      /// An object has a key that means nothing here.
      case unknownKey
      /// A value is of another type than its key has.
      case wrongType
      /// The file was written by a later version.
      case unsupportedFormat
      /// A template or a value is written wrongly: a bracket, or a word that touches a reference.
      case malformedTemplate
      /// A template refers to a class, or an opening, that is not there.
      case undefinedClass
      /// Two classes of a group have one name.
      case duplicateClass
      /// A class has no values.
      case emptyClass
      /// A class refers to itself, by way of others perhaps.
      case classCycle
      /// A template can be said without a word.
      case emptyTemplate
      /// A count is below 1, or all together are more than a number holds.
      case badCount
      /// There is nothing that can be said.
      case noPhrases
      /// Neither the data nor the dictionary says how a word is pronounced.
      case missingPronunciation
      /// A pronunciation has a symbol that stands for no phone of the model, or none at all.
      case malformedPronunciation
      /// More than is taken: of forms, of nesting, of mistakes in a list.
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

    /// Describes one thing; `message` is a sentence that says what to do, without its place.
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

  /// What kind of failure it is, for a program.
  public var code: Code
  /// What was being done, as in "compile the language model com.example.chess".
  public var operation: String
  /// The file's path, where there is one.
  public var file: String?
  /// What the system said, where a file failed.
  public var reason: String?
  /// Everything that was found, in the order of the data.
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
  /// One line: the place as far as it is known (line, template or class, column), and what to do.
  public var description: String {
    var place: [String] = []
    if let line { place.append("line \(line)") }
    if !subject.isEmpty { place.append(line == nil ? "\"\(subject)\"" : subject) }
    if let column { place.append("column \(column)") }
    return (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + message
  }
}
