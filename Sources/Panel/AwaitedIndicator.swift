import DeviceIO

/// A light that reports when it cannot be switched.
public protocol FallibleIndicator: Indicator, AnyObject {
  /// The last failure to switch the light; nil if there was none.
  var failure: PanelError? { get }

  /// Failures to switch the light, or its loss, as they happen; ends when it is closed.
  var losses: AsyncStream<PanelError> { get }
}

/// A light that may appear later, disappear and return: as soon as it exists, it shows the last
/// pattern.
public actor AwaitedIndicator: Indicator {
  private let clock: any Clock<Duration>
  private let open: @Sendable () throws(PanelError) -> any FallibleIndicator
  private let tell: @Sendable (PanelError?) -> Void
  private var indicator: (any FallibleIndicator)?
  private var pattern = IndicatorPattern.off
  private var told: PanelError?
  private var trying: Task<Void, Never>?
  private var isClosed = false
  /// The number of calls that are showing a pattern now.
  private var showing = 0
  /// Why the light has disappeared, until that has been handled.
  private var loss: PanelError?

  /// How long to wait before trying again to open it.
  static let pause = Duration.seconds(1)

  /// - Parameters:
  ///   - clock: Measures the pause between two attempts to open it.
  ///   - tell: Takes the reason why the light is missing, whenever it changes, and nil when the
  ///     light is back. A missing chip is reported only once.
  ///   - open: Opens the light's line. Called with the first pattern, and again if it throws.
  public init(
    clock: any Clock<Duration> = QuietClock(), tell: @escaping @Sendable (PanelError?) -> Void,
    open: @escaping @Sendable () throws(PanelError) -> any FallibleIndicator
  ) {
    self.clock = clock
    self.tell = tell
    self.open = open
  }

  /// Shows the pattern, now or as soon as the light exists.
  public func set(_ pattern: IndicatorPattern) async {
    self.pattern = pattern
    // A running attempt will show it.
    if trying == nil { await show() }
  }

  /// Turns the light off, and releases the line or stops waiting for it.
  public func close() async {
    isClosed = true
    trying?.cancel()
    trying = nil
    await indicator?.close()
    indicator = nil
  }

  /// Shows the pattern, or schedules another try.
  private func show() async {
    guard !isClosed else { return }
    showing += 1
    defer { showing -= 1 }
    do throws(PanelError) {
      if indicator == nil { take(try open()) }
      var shown: IndicatorPattern
      repeat {
        shown = pattern
        await indicator?.set(shown)
      } while shown != pattern
      if let failure = loss ?? indicator?.failure { throw failure }
      note(nil)
      trying = nil
    } catch {
      await giveUp(error)
    }
  }

  private func take(_ new: any FallibleIndicator) {
    indicator = new
    Task {
      for await loss in new.losses { await lose(new, loss) }
    }
  }

  /// Handles a lost light, unless a call that shows a pattern does.
  private func lose(_ lost: any FallibleIndicator, _ error: PanelError) async {
    guard indicator === lost, !isClosed else { return }
    loss = error
    if showing == 0 { await giveUp(error) }
  }

  /// Releases the light, and schedules another try.
  private func giveUp(_ error: PanelError) async {
    note(error)
    let lost = indicator
    indicator = nil
    loss = nil
    await lost?.close()
    guard !isClosed else { return }
    trying = Task { [clock] in
      guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
      await self.show()
    }
  }

  private func note(_ error: PanelError?) {
    guard error?.isNews(after: told) ?? (told != nil) else { return }
    told = error
    tell(error)
  }
}
