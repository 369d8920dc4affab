import Glibc
import TestSupport
import Testing

@testable import DeviceIO

@Suite(.tags(.hardwareFree)) struct DeviceErrorTests {
  @Test func aMissingThreadIsReported() {
    let missing = BlockingThread.Unavailable(status: EAGAIN)
    let error = DeviceError(7, .verbatim("watch"), "the door", missing)
    #expect(error.code == 7 && error.status == -EAGAIN)
    let text = error.message.description
    #expect(text.hasPrefix("Cannot watch the door: No thread could be started"))
    #expect(error.explanation == missing.message)
    #expect("\(missing.message)".contains("TasksMax"))
  }

  @Test(arguments: [EMFILE, ENFILE]) func missingDescriptorsAreReported(status: Int32) {
    let text = "\(BlockingThread.Unavailable(status: status).message)"
    #expect(text.contains("LimitNOFILE") && !text.contains("hread"), "\(text)")
  }
}
