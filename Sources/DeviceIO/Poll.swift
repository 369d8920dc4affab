import Glibc

/// Waiting for several descriptors at once.
package enum Poll {
  /// Waits until one of `descriptors` has an event or `timeout` has passed; returns the number of
  /// descriptors with events.
  ///
  /// Writes events to `revents`. `nil` waits forever. A signal does not end the wait; a status
  /// below zero is a negative `errno`. The corresponding C function is `poll`.
  package static func wait(_ descriptors: inout [pollfd], timeout: Duration?) -> Int32 {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      var milliseconds: Int32 = -1
      if let deadline {
        let left = max(.zero, ContinuousClock.now.duration(to: deadline)).components
        // Rounded up: a wait that ends too early would have to be repeated.
        let fraction = (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        milliseconds = Int32(clamping: min(left.seconds, 1_000_000) * 1_000 + fraction)
      }
      let (ready, status) = Supervision.shared.idling {
        let ready = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        return (ready, errno)
      }
      if ready >= 0 { return ready }
      if status != EINTR { return -status }
    }
  }

  /// The entry for reading from `descriptor`.
  package static func reading(_ descriptor: CInt) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }
}
