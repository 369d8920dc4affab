import Panel
import TestSupport
import Testing

@testable import ApplianceCore

/// What the machine's actions have made of the devices around it, held against what they should be.
struct World {
  typealias Machine = ApplianceStateMachine

  var machine: Machine
  /// The recording that holds the microphone open.
  var microphone: Machine.RecordingNumber?
  /// The recording that the recogniser works on.
  var recognized: Machine.RecordingNumber?
  var timers: [Machine.Timer: Machine.RecordingNumber] = [:]
  var lights: [Machine.Light: IndicatorPattern] = [:]
  var count = 0

  init(_ machine: Machine) {
    self.machine = machine
    for case .indicate(let light, let pattern) in machine.firstActions { lights[light] = pattern }
  }

  func anyEvent(using generator: inout SeededGenerator) -> Machine.Event {
    let readiness: [Machine.Readiness] = [.preparing, .ready, .ready, .ready, .unavailable("gone")]
    let number = count - Int.random(in: 0...1, using: &generator)
    switch Int.random(in: 0..<19, using: &generator) {
    case 0: return .recognizer(readiness.randomElement(using: &generator) ?? .ready)
    case 1: return .microphone(readiness.randomElement(using: &generator) ?? .ready)
    case 2...4: return .button(.pressed)
    case 5: return .button(.released)
    case 6: return .command(Machine.Command.allCases.randomElement(using: &generator) ?? .status)
    case 7, 8: return .soundArrived(number)
    case 9: return .soundEnded(number)
    case 10: return .soundFailed(number, "lost")
    case 11: return .recognitionEnded(number)
    case 12, 13: return .signal(Bool.random(using: &generator) ? .accepted : .refused)
    case 14:
      return .conditions(
        Set(Machine.Condition.allCases.filter { _ in Bool.random(using: &generator) }))
    case 15: return .elapsed(.signal, timers[.signal] ?? 0)
    case 16: return .recognized(number)
    default:
      return .elapsed(Machine.Timer.allCases.randomElement(using: &generator) ?? .tail, number)
    }
  }

  /// The timer that runs elapses; with none, the recogniser's end is not waited for.
  mutating func letTimePass() throws {
    guard let (timer, number) = timers.first else { return }
    timers[timer] = nil
    try happen(.elapsed(timer, number))
  }

  mutating func happen(_ event: Machine.Event) throws {
    if case .elapsed(let timer, let number) = event, timers[timer] == number { timers[timer] = nil }
    if case .recognitionEnded(recognized) = event { recognized = nil }
    if case .recognized(recognized) = event, microphone != recognized { recognized = nil }
    for action in machine.handle(event) {
      switch action {
      case .startRecording(let number):
        try #require(microphone == nil && recognized == nil, "one recording at a time")
        try #require(number > count)
        (microphone, recognized, count) = (number, number, number)
      case .closeMicrophone(let number):
        try #require(microphone == number)
        microphone = nil
      case .discardRecording(let number):
        if microphone == number { microphone = nil }
        if recognized == number { recognized = nil }
      case .startTimer(let timer, let duration, let number):
        try #require(timers[timer] == nil && duration > .zero)
        timers[timer] = number
      case .cancelTimer(let timer): timers[timer] = nil
      case .indicate(let light, let pattern):
        try #require(lights[light] != pattern, "nothing is shown twice")
        lights[light] = pattern
      case .announce, .tell, .announceSound, .announceEnd, .refuse, .fail: break
      }
    }
    for light in Machine.Light.allCases {
      try #require(lights[light] == machine.pattern(of: light))
    }
    try #require(microphone == machine.openMicrophone)
    try #require(lights[.recording] != .on || microphone != nil, "lit only while it may hear")
    try #require((timers[.signal] != nil) == (machine.signal != nil))
    try #require(machine.signal == nil || microphone == nil)
    let timers = timers.filter { $0.key != .signal }
    switch machine.activity {
    case .idle, .answering, .stopped: try #require(timers.isEmpty)
    case .recording(let number, _): try #require(timers == [.maximum: number])
    case .tail(let number, _): try #require(timers == [.tail: number])
    case .recognizing(let number): try #require(timers == [.finishing: number])
    }
  }
}
