import Panel
import Testing

extension MockIndicator {
  /// Returns once it shows `pattern`; fails the test when patience runs out.
  package func waitToShow(
    _ pattern: IndicatorPattern, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    if await Patience.lasts(until: { history.last == pattern }) { return }
    Issue.record("the light has shown \(history)", sourceLocation: sourceLocation)
  }
}
