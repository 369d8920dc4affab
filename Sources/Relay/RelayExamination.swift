import ApplianceCore
import DeviceIO
import Glibc
import LanguageModel
import Settings

/// Checks everything that the relay needs, one by one.
package struct RelayExamination: Sendable {
  /// A result of a check.
  package struct Finding: Sendable, Hashable, CustomStringConvertible {
    package var isFailure: Bool
    /// The subject, in a word.
    var name: String
    /// The result and the advice, in whole sentences.
    var text: String

    static func ok(_ name: String, _ text: String) -> Finding {
      Finding(isFailure: false, name: name, text: text)
    }

    static func failure(_ name: String, _ text: String) -> Finding {
      Finding(isFailure: true, name: name, text: text)
    }

    package var description: String {
      (isFailure ? "FAILURE" : "ok").padded(to: 8) + name.padded(to: 15) + text
    }
  }

  /// How long the broker may take to answer.
  private static let patience = Duration.seconds(10)

  /// The user as which the unit runs the relay.
  private static let user = "spokenmove-relay"

  private let file: String
  private let machine: Machine

  /// - Parameter file: The configuration's path.
  package init(file: String, machine: Machine = Machine()) {
    self.file = file
    self.machine = machine
  }

  /// Runs all checks. Blocks for at most some seconds, if the broker's name can be resolved.
  package func run() -> [Finding] {
    let configuration: RelayConfiguration
    do throws(ConfigurationError) {
      configuration = try RelayConfiguration(contentsOf: file)
    } catch {
      return [.failure("configuration", "\(error)")]
    }
    return [
      .ok("configuration", "\(file) is in order. The board is called \(configuration.boardName)."),
      board(configuration), disk(configuration), secrecy(configuration), broker(configuration),
    ].compactMap(\.self)
  }

  private func board(_ configuration: RelayConfiguration) -> Finding {
    do throws(PlainError) {
      var socket = try BoardSocket(path: configuration.socket)
      var descriptors = [Poll.reading(socket.descriptor)]
      _ = Poll.wait(&descriptors, timeout: .seconds(2))
      let lines = socket.receive() ?? []
      guard lines.contains(where: { (try? JSONNode.parse($0))?["type"]?.text == "hello" }) else {
        return .failure(
          "board",
          "The program at \(configuration.socket) is not an appliance, or is too busy. "
            + "Eight programs may read at once; end one of them.")
      }
      return .ok("board", "It answers at \(configuration.socket).")
    } catch {
      return .failure("board", "\(error)")
    }
  }

  /// Whether the service's user may write the queue; without that user, whether the caller may.
  func disk(_ configuration: RelayConfiguration) -> Finding {
    let folder = configuration.queueDirectory
    let account = machine.account(named: Self.user) ?? machine.caller
    let node = machine.node(folder)
    guard let node, account.mayUse(node) else {
      let failure = KeptQueue.Failure(path: folder, status: node == nil ? errno : EACCES)
      return .failure("disk", "\(failure)")
    }
    return .ok("disk", "Messages can wait in \(folder).")
  }

  /// Warns about a password that everybody on the way can read.
  private func secrecy(_ configuration: RelayConfiguration) -> Finding? {
    let broker = configuration.broker
    let isHere = ["localhost", "127.0.0.1", "::1"].contains(broker.host)
    guard !broker.tls, broker.passwordFile != nil, !isHere else { return nil }
    return .failure(
      "password", "It goes to \(broker.host) unencrypted. Set broker.tls: true.")
  }

  private func broker(_ configuration: RelayConfiguration) -> Finding {
    let name = configuration.broker.name
    func failure(_ text: String) -> Finding { .failure("broker", text) }
    do throws(PlainError) {
      // A different name from the relay's: the broker accepts only one client per name.
      let connection = try BrokerConnection(
        configuration.broker, client: "spokenmove-\(configuration.boardName)-doctor")
      let end = ContinuousClock.now + Self.patience
      while ContinuousClock.now < end {
        var descriptors = [connection.poll]
        _ = Poll.wait(&descriptors, timeout: ContinuousClock.now.duration(to: end))
        for event in connection.work() {
          switch event {
          case .connected:
            connection.disconnect()
            return .ok("broker", "\(name) accepts this board.")
          case .refused(let why):
            return failure(
              "\(name) refuses this board: \(why) Check broker.user and broker.password_file.")
          case .lost(let why):
            return failure(
              "\(name) ended the connection: \(why) Check broker.tls, broker.authority and the "
                + "name in the broker's certificate.")
          case .published, .received: break
          }
        }
      }
      return failure("\(name) does not answer. Check broker.host and broker.port, and firewalls.")
    } catch {
      return failure("\(error)")
    }
  }
}
