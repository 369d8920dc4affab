/// Said of a call that was expected to throw and did not.
package struct NothingThrown: Error {}

/// The error that a call throws, which must be of the type; any other error is thrown on.
///
/// The testing library of Swift 6.0 has no `#require(throws:)` that gives the error.
package func thrown<Failure: Error, Value>(
  _ type: Failure.Type, _ call: () throws -> Value
) throws -> Failure {
  do {
    _ = try call()
  } catch let error as Failure {
    return error
  }
  throw NothingThrown()
}

/// The error that an asynchronous call throws, which must be of the type; any other error is thrown
/// on.
package func thrown<Failure: Error, Value>(
  _ type: Failure.Type, isolation: isolated (any Actor)? = #isolation,
  _ call: () async throws -> sending Value
) async throws -> Failure {
  do {
    _ = try await call()
  } catch let error as Failure {
    return error
  }
  throw NothingThrown()
}
