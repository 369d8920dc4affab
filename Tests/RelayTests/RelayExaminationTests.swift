import DeviceIO
import Glibc
import TestSupport
import Testing

@testable import Relay

/// What the relay's doctor finds on a made-up machine.
@Suite struct RelayExaminationTests {
  private struct Tree: MadeUpTree { let root: String }

  /// The relay does not run as the doctor's caller, who may be root.
  @Test func theServicesUserHasToWriteTheQueue() throws {
    let scratch = try ScratchDirectory()
    let tree = Tree(root: scratch.path)
    try tree.write("spokenmove-relay:x:\(getuid() + 1):\(getgid() + 1)::/:/bin/sh", "etc/passwd")
    let examination = RelayExamination(file: "", machine: Machine(root: scratch.path))
    var configuration = RelayConfiguration()
    configuration.queueDirectory = "/queue"
    #expect(examination.disk(configuration).text.contains("No such file"))
    tree.makeFolder("queue", mode: 0o755)
    #expect(examination.disk(configuration).text.contains("Permission denied"))
    tree.makeFolder("queue", mode: 0o777)
    #expect(!examination.disk(configuration).isFailure)
  }
}
