import DeviceIO
import FoundationEssentials

/// A file that the command line names.
package enum InputFile {
  /// The bytes of a file, at most 64 MiB.
  package static func bytes(of file: String) throws -> Data {
    do throws(SmallFile.Failure) {
      return Data(try SmallFile.bytes(file, limit: 64 * 1_024 * 1_024))
    } catch {
      let reason =
        switch error {
        case .status(let status):
          "\(SystemStatus.text(status)). Check the path and its permissions"
        case .notAFile: "it is a folder, a pipe or a device. Name a file"
        case .tooLarge: "it has more than 64 MiB. Take a part of it"
        }
      throw PlainError("Cannot read \(file): \(reason).")
    }
  }
}
