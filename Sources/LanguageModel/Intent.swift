/// What the speaker wants, according to the template of the phrase.
public struct Intent: Sendable, Hashable {
  /// A class of the template and the value that was said.
  public struct Slot: Sendable, Hashable {
    /// The class's name.
    public var name: String
    /// The value as the data spells it ("2" if "two" was said), with references to other classes
    /// replaced by their values.
    public var value: String

    /// Makes a slot.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The template's intent; nil if it has none.
  public var name: String?
  /// The classes in spoken order, each followed by the classes that its value refers to. Omits
  /// classes with an empty value and classes whose names begin with "_". Lists a class twice if it
  /// occurs twice.
  public var slots: [Slot]

  /// Makes an intent.
  public init(name: String? = nil, slots: [Slot] = []) {
    self.name = name
    self.slots = slots
  }

  /// The value of the first slot of that name; nil if there is none.
  public subscript(slot: String) -> String? { slots.first { $0.name == slot }?.value }
}

extension Intent: CustomStringConvertible {
  /// On one line: "order: size large, drink latte".
  public var description: String {
    let values = slots.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    return [name, values.isEmpty ? nil : values].compactMap(\.self).joined(separator: ": ")
  }
}
