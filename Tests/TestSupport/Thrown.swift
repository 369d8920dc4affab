/// The error for a call that should have thrown and did not.
package struct NothingThrown: Error {}

/// The error that a call throws, which must have this type; rethrows any other error.
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

/// The error that an asynchronous call throws, which must have this type; rethrows any other error.
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
