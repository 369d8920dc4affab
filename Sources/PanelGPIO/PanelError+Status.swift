import DeviceIO
import Glibc
import Localization
import Panel

extension PanelError {
  /// The error for a library's negative status about the chip at `path`; `holder` has the line.
  init(
    _ status: Int32, _ operation: Message, _ subject: String, path: String, holder: String = ""
  ) {
    let code: Code
    let advice: Message
    switch status {
    case -EBUSY:
      code = .lineBusy
      let by = holder.isEmpty ? Message("another program or a driver") : .verbatim(holder)
      advice = Message("\(by) is using it: end that, or choose another line.")
    case -EACCES, -EPERM:
      code = .lineForbidden
      if let node = DeviceNode(path: path), !node.isAccessible {
        advice = node.advice
      } else {
        advice = Message(
          "The service's sandbox blocks it: allow it with DeviceAllow=char-gpiochip.")
      }
    case -ENOENT:
      code = .chipMissing
      advice = Message("There is no \(path).")
    case -ENODEV, -ENXIO:
      code = .lineLost
      advice = Message("The GPIO chip \(path) was removed.")
    case -EMFILE, -ENFILE, -ENOMEM:
      code = .noResources
      advice = Message("\(SystemStatus.text(-status)): raise the service's limits.")
    default:
      code = .lineUnsuitable
      advice = Message(
        "\(path): \(SystemStatus.text(-status)). The chip may lack the bias or the edges asked for."
      )
    }
    self.init(code, operation, subject, status: status, advice: advice)
  }
}
