import CMosquitto
import DeviceIO
import Glibc

/// One connection to a broker, from the first attempt to its end. Blocks only to look up the
/// broker's name.
///
/// For one thread. The corresponding C library is libmosquitto, without its loop: the caller polls
/// with ``poll``, and calls ``work()`` when it is ready and at intervals.
final class BrokerConnection {
  /// What has happened.
  enum Event: Sendable, Hashable {
    case connected
    /// The broker does not accept this client.
    case refused(String)
    /// The broker has this message, or refuses it.
    case published(Int32, refusal: String?)
    case received(topic: String, payload: [UInt8], isRetained: Bool)
    case lost(String)
  }

  private static let initialized: Bool = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.status

  private let handle: OpaquePointer
  private let isFive: Bool
  private var events: [Event] = []
  private var count = 0
  /// Whether the broker had more to say when the last work ended.
  private var hasMore = false
  /// How many events one work returns at most: a flood must not fill the memory.
  private static let eventLimit = 64
  /// The longest payload; the relay needs no longer one, and drops those.
  private static let payloadLimit = 65_536
  private(set) var isConnected = false
  private var isOver = false

  /// Begins to connect.
  ///
  /// - Parameter will: The message that the broker publishes when this client is gone.
  init(
    _ broker: RelayConfiguration.Broker, client: String,
    will: (topic: String, payload: String)? = nil
  ) throws(PlainError) {
    isFive = broker.version == .five
    guard Self.initialized, let handle = mosquitto_new(client, true, nil) else {
      throw PlainError("There is no memory for a connection to the broker.")
    }
    self.handle = handle
    mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
    try check(
      mosquitto_int_option(
        handle, MOSQ_OPT_PROTOCOL_VERSION, isFive ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311))
    try check(mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1))
    if let will {
      try check(
        mosquitto_will_set(
          handle, will.topic, Int32(clamping: will.payload.utf8.count), will.payload, 1, true))
    }
    if let key = broker.key { try Credential.check(key) }
    var password: String?
    if let file = broker.passwordFile { password = try Credential.secret(file) }
    if let user = broker.user { try check(mosquitto_username_pw_set(handle, user, password)) }
    if broker.tls {
      let file = broker.authority.map { Credential.path($0) }
      let status = mosquitto_tls_set(
        handle, file, file == nil ? "/etc/ssl/certs" : nil,
        broker.certificate.map { Credential.path($0) }, broker.key.map { Credential.path($0) }, nil)
      guard status == MOSQ_ERR_SUCCESS.status else {
        throw PlainError(
          "The certificates cannot be read: \(Self.text(status)) "
            + "Check broker.authority, broker.certificate and broker.key.")
      }
    }
    let seconds = Int32(clamping: broker.keepAlive.components.seconds)
    let status = mosquitto_connect_async(handle, broker.host, Int32(broker.portNumber), seconds)
    guard status == MOSQ_ERR_SUCCESS.status || status == MOSQ_ERR_CONN_PENDING.status else {
      throw PlainError("Cannot reach the broker \(broker.name): \(Self.text(status))")
    }
  }

  deinit { mosquitto_destroy(handle) }

  // MARK: Waiting

  /// The entry to poll with.
  var poll: pollfd {
    // The socket is always writable: poll returns, and the next work reads the rest.
    let writes = mosquitto_want_write(handle) || hasMore ? POLLOUT : 0
    return pollfd(fd: mosquitto_socket(handle), events: Int16(POLLIN | writes), revents: 0)
  }

  /// Reads and writes without waiting, keeps the connection alive, and returns the events.
  func work() -> [Event] {
    defer { events = [] }
    if !isConnected, !isOver, let failure = connectionFailure { lose(failure) }
    guard !isOver else { return events }
    var status: Int32 = MOSQ_ERR_SUCCESS.status
    var before: Int
    // TLS may have buffered bytes that poll does not see.
    repeat {
      before = count
      status = mosquitto_loop_read(handle, 1)
      hasMore = count != before
    } while status == MOSQ_ERR_SUCCESS.status && hasMore && events.count < Self.eventLimit
    if status == MOSQ_ERR_SUCCESS.status, mosquitto_want_write(handle) {
      status = mosquitto_loop_write(handle, 1)
    }
    if status == MOSQ_ERR_SUCCESS.status { status = mosquitto_loop_misc(handle) }
    if status != MOSQ_ERR_SUCCESS.status, !isOver { lose(Self.text(status)) }
    return events
  }

  /// Why nobody listens there; nil if that is unknown.
  ///
  /// With TLS, the library mistakes a refused connection for one that is not ready, and keeps
  /// trying.
  private var connectionFailure: String? {
    var entry = pollfd(fd: mosquitto_socket(handle), events: 0, revents: 0)
    guard Glibc.poll(&entry, 1, 0) > 0 else { return nil }
    var status: Int32 = 0
    var length = socklen_t(MemoryLayout.size(ofValue: status))
    getsockopt(entry.fd, SOL_SOCKET, SO_ERROR, &status, &length)
    // TLS has already fetched the status, which can be read only once.
    return status == 0 ? "It takes no connections." : SystemStatus.text(status) + "."
  }

  // MARK: Sending

  /// Publishes, and returns the number for the broker's confirmation; nil if it cannot be sent now.
  func publish(
    _ topic: String, _ payload: some Collection<UInt8>, quality: Int32 = 1, isRetained: Bool = false
  ) -> Int32? {
    var number: Int32 = 0
    let bytes = Array(payload)
    let status = mosquitto_publish(
      handle, &number, topic, Int32(clamping: bytes.count), bytes, quality, isRetained)
    if status == MOSQ_ERR_SUCCESS.status { return number }
    if !isOver { lose(Self.text(status)) }
    return nil
  }

  func subscribe(_ topic: String) {
    mosquitto_subscribe(handle, nil, topic, 1)
  }

  /// Disconnects properly; then the broker does not publish the will.
  func disconnect() { mosquitto_disconnect(handle) }

  // MARK: The library's callbacks

  private func lose(_ why: String) {
    isOver = true
    isConnected = false
    events.append(.lost(why))
  }

  private func add(_ event: Event) {
    count += 1
    events.append(event)
  }

  private func setCallbacks() {
    mosquitto_connect_callback_set(handle) { _, context, code in
      BrokerConnection.at(context)?.answered(code)
    }
    mosquitto_publish_v5_callback_set(handle) { _, context, number, reason, _ in
      // From 0x80 on, the broker refuses it.
      let refusal = reason < 0x80 ? nil : BrokerConnection.text(reason)
      BrokerConnection.at(context)?.add(.published(number, refusal: refusal))
    }
    mosquitto_message_callback_set(handle) { _, context, message in
      guard let message = message?.pointee, let topic = message.topic,
        message.payloadlen <= BrokerConnection.payloadLimit
      else { return }
      let bytes = UnsafeRawBufferPointer(
        start: message.payload, count: Int(max(0, message.payloadlen)))
      BrokerConnection.at(context)?.add(
        .received(
          topic: String(cString: topic), payload: Array(bytes), isRetained: message.retain))
    }
    mosquitto_disconnect_callback_set(handle) { _, context, code in
      guard let connection = BrokerConnection.at(context), !connection.isOver else { return }
      connection.lose(code == 0 ? "It was closed." : BrokerConnection.text(code))
    }
  }

  private func answered(_ code: Int32) {
    guard code != 0 else {
      isConnected = true
      return add(.connected)
    }
    isOver = true
    add(.refused(isFive ? Self.text(code) : String(cString: mosquitto_connack_string(code))))
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> BrokerConnection? {
    context.map { Unmanaged<BrokerConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  private func check(_ status: Int32) throws(PlainError) {
    guard status != MOSQ_ERR_SUCCESS.status else { return }
    throw PlainError(Self.text(status))
  }

  /// The library's text for a status, or for a reason of MQTT 5 from 0x80 on, as a sentence.
  private static func text(_ status: Int32) -> String {
    if status == MOSQ_ERR_ERRNO.status { return SystemStatus.text(errno) + "." }
    if status >= 0x80 { return String(cString: mosquitto_reason_string(status)) + "." }
    return String(cString: mosquitto_strerror(status))
  }
}

extension mosq_err_t {
  /// The number that the library's functions return.
  fileprivate var status: Int32 { Int32(truncatingIfNeeded: rawValue) }
}
