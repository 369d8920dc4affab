/// An object that a C program holds by a pointer: one reference belongs to the program until it
/// frees the pointer.
protocol Handle: AnyObject, Sendable {}

extension Handle {
  /// A new pointer to this object, for the C program to free.
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The object at a C program's pointer, which stays the program's; nil for NULL.
  static func at(_ pointer: OpaquePointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// The object at a C program's pointer.
  ///
  /// - Throws: `InvalidCall` for NULL.
  static func at(_ pointer: OpaquePointer?, _ name: String) throws(InvalidCall) -> Self {
    guard let object = at(pointer) else { throw InvalidCall(missing: name) }
    return object
  }

  /// Takes the C program's reference back; nil for NULL.
  static func taken(from pointer: OpaquePointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeRetainedValue() }
  }
}

/// A string of a C program, copied.
///
/// - Throws: `InvalidCall` for NULL.
func text(_ string: UnsafePointer<CChar>?, _ name: String) throws(InvalidCall) -> String {
  guard let string else { throw InvalidCall(missing: name) }
  return String(cString: string)
}
