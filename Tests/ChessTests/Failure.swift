import Chess

/// The error that a call throws; nil if it throws none.
func failure<Value>(_ call: () throws(ChessError) -> Value) -> ChessError? {
  do throws(ChessError) {
    _ = try call()
    return nil
  } catch {
    return error
  }
}
