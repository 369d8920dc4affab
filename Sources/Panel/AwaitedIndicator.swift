import DeviceIO

/// A light that tells when it cannot be switched any more.
public protocol FallibleIndicator: Indicator, AnyObject {
  /// Why the light could not be switched when it was last tried in vain; nil if it always could.
  var failure: PanelError? { get }

  /// Why the light could not be switched, or has gone, as soon as that is so; ends when it is
  /// closed.
  var losses: AsyncStream<PanelError> { get }
}

/// A light that may come later, go away and come back: it shows what was asked of it last as soon
/// as it is there.
public actor AwaitedIndicator: Indicator {
  private let clock: any Clock<Duration>
  private let open: @Sendable () throws(PanelError) -> any FallibleIndicator
  private let tell: @Sendable (PanelError?) -> Void
  private var indicator: (any FallibleIndicator)?
  private var pattern = IndicatorPattern.off
  private var told: PanelError?
  private var trying: Task<Void, Never>?
  private var isClosed = false
  /// How many are showing a pattern now.
  private var showing = 0
  /// Why the light has gone; not dealt with yet.
  private var loss: PanelError?

  /// How long is waited before it is looked for again.
  static let pause = Duration.seconds(1)

  /// - Parameters:
  ///   - tell: Takes why the light is not there, whenever that has changed, and nil when it is
  ///     there again.
  ///   - open: Takes the light's line. Called with the first pattern, and again where it throws.
  public init(
    clock: any Clock<Duration> = QuietClock(), tell: @escaping @Sendable (PanelError?) -> Void,
    open: @escaping @Sendable () throws(PanelError) -> any FallibleIndicator
  ) {
    self.clock = clock
    self.tell = tell
    self.open = open
  }

  /// Shows the pattern, at once or as soon as there is a light.
  public func set(_ pattern: IndicatorPattern) async {
    self.pattern = pattern
    // What is being tried will show it.
    if trying == nil { await show() }
  }

  /// Turns the light off, and lets go of the line or of waiting for it.
  public func close() async {
    isClosed = true
    trying?.cancel()
    trying = nil
    await indicator?.close()
    indicator = nil
  }

  /// Shows the pattern, or arranges that it is tried again.
  private func show() async {
    guard !isClosed else { return }
    showing += 1
    defer { showing -= 1 }
    do throws(PanelError) {
      if indicator == nil { take(try open()) }
      await indicator?.set(pattern)
      if let failure = loss ?? indicator?.failure { throw failure }
      note(nil)
      trying = nil
    } catch {
      await giveUp(error)
    }
  }

  private func take(_ new: any FallibleIndicator) {
    indicator = new
    loss = nil
    Task {
      for await loss in new.losses { await lose(new, loss) }
    }
  }

  /// Deals with a light that has gone, unless whoever shows a pattern does.
  private func lose(_ lost: any FallibleIndicator, _ error: PanelError) async {
    guard indicator === lost, !isClosed else { return }
    loss = error
    if showing == 0 { await giveUp(error) }
  }

  /// Lets go of the light, and arranges that it is tried again.
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
    guard error != told else { return }
    told = error
    tell(error)
  }
}
