/// An object behind a C program's pointer: the program owns one reference until it frees the
/// pointer.
protocol Handle: AnyObject, Sendable {}

extension Handle {
  /// A new pointer to this object, for the C program to free.
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The object behind a C program's pointer, which keeps its reference; nil for NULL.
  static func at(_ pointer: OpaquePointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// The object behind a C program's pointer.
  ///
  /// - Throws: `InvalidCall` for NULL.
  static func at(_ pointer: OpaquePointer?, _ name: String) throws(InvalidCall) -> Self {
    guard let object = at(pointer) else { throw InvalidCall(missing: name) }
    return object
  }

  /// Takes back the C program's reference; nil for NULL.
  static func taken(from pointer: OpaquePointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeRetainedValue() }
  }
}

/// A copy of a C program's string.
///
/// - Throws: `InvalidCall` for NULL.
func text(_ string: UnsafePointer<CChar>?, _ name: String) throws(InvalidCall) -> String {
  guard let string else { throw InvalidCall(missing: name) }
  return String(cString: string)
}
