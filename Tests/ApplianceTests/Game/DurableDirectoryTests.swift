import ApplianceCore
import Chess
import DeviceIO
import Dialogue
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Appliance

@Suite struct DurableDirectoryTests {
  @Test func aFileIsReplacedAtomically() throws {
    let scratch = try ScratchDirectory()
    let directory = try DurableDirectory(scratch.path + "/a/b/")
    #expect(directory.path == scratch.path + "/a/b")
    #expect(try directory.read("game", limit: 100) == nil)
    try directory.replace("game", with: Array("one and more".utf8))
    try directory.replace("game", with: Array("two".utf8))
    #expect(try directory.read("game", limit: 100) == Array("two".utf8))
    #expect(try directory.files().map(\.name) == ["game"])
    #expect(try directory.files().map(\.size) == [3])
  }

  @Test func aFileOverTheLimitIsNotRead() throws {
    let scratch = try ScratchDirectory()
    let directory = try DurableDirectory(scratch.path)
    try directory.replace("game", with: [UInt8](repeating: 1, count: 200_000))
    #expect(try directory.read("game", limit: 199_999) == nil)
    #expect(try directory.read("game", limit: 200_000)?.count == 200_000)
  }

  @Test func filesCanBeRemovedAndRenamed() throws {
    let scratch = try ScratchDirectory()
    let directory = try DurableDirectory(scratch.path)
    try directory.replace("a", with: [1])
    try directory.rename("a", to: "b")
    #expect(!directory.contains("a"))
    #expect(directory.contains("b"))
    try directory.remove("b")
    try directory.remove("b")
    #expect(try directory.files().isEmpty)
    #expect(throws: GameRecordError.self) { try directory.rename("a", to: "b") }
  }

  @Test func onlyOneProcessHasTheLock() throws {
    let scratch = try ScratchDirectory()
    let first = try DurableDirectory(scratch.path)
    try first.lock()
    let second = try DurableDirectory(scratch.path)
    let error = try thrown(GameRecordError.self) { try second.lock() }
    #expect(error.status == EWOULDBLOCK)
    #expect(error.description.contains(scratch.path) == true)
  }

  /// Anybody can open the service's directory, as its mode allows, and so lock it.
  @Test func lockingTheDirectoryItselfDoesNotBlock() throws {
    let scratch = try ScratchDirectory()
    let descriptor = open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX) == 0)
    try DurableDirectory(scratch.path).lock()
    var status = stat()
    try #require(stat(scratch.path + "/.lock", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func lockingWaitsForTheOtherProcessForALimitedTime() async throws {
    let scratch = try ScratchDirectory()
    var first: DurableDirectory? = try DurableDirectory(scratch.path)
    try first?.lock()
    let second = try DurableDirectory(scratch.path)
    let start = ContinuousClock.now
    let error = try thrown(GameRecordError.self) { try second.lock(patience: .milliseconds(50)) }
    #expect(error.status == EWOULDBLOCK)
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    async let locked = BlockingThread.run(name: "lock") { [path = scratch.path] in
      try DurableDirectory(path).lock(patience: .seconds(3_600))
      return ContinuousClock.now
    }
    let released = ContinuousClock.now
    first = nil
    #expect(try await locked >= released)
  }

  @Test(arguments: ["", "/proc/none/such", "/dev/null/x"])
  func anImpossibleDirectoryIsAnError(path: String) throws {
    let error = try thrown(GameRecordError.self) { _ = try DurableDirectory(path) }
    #expect(error.isMissing)
  }

  @Test func aFullDiskIsReportedAndTheOldFileStays() throws {
    // A limit on file size simulates a full disk: the same write fails at the same place.
    let scratch = try ScratchDirectory()
    let directory = try DurableDirectory(scratch.path)
    try directory.replace("game", with: [1, 2, 3])
    let full = GameRecordError("writing", "x", status: ENOSPC)
    #expect(full.description.contains("free some space"))
    // A directory stands where the file is to be written aside.
    mkdir(scratch.path + "/game.new", 0o755)
    #expect(throws: GameRecordError.self) { try directory.replace("game", with: [4]) }
    #expect(try directory.read("game", limit: 10) == [1, 2, 3])
  }

  @Test func aLinkInPlaceOfTheTemporaryFileIsNotFollowed() throws {
    let scratch = try ScratchDirectory()
    let directory = try DurableDirectory(scratch.path + "/state")
    let other = try DurableDirectory(scratch.path + "/other")
    try other.replace("file", with: [1, 2, 3])
    symlink(scratch.path + "/other/file", scratch.path + "/state/game.new")
    try directory.replace("game", with: [4])
    #expect(try other.read("file", limit: 10) == [1, 2, 3])
    #expect(try directory.read("game", limit: 10) == [4])
  }

  @Test func onlyRegularFilesAreRead() throws {
    let scratch = try ScratchDirectory()
    let directory = try DurableDirectory(scratch.path)
    mkdir(scratch.path + "/folder", 0o755)
    mkfifo(scratch.path + "/pipe", 0o644)
    try directory.replace("file", with: [1])
    symlink("file", scratch.path + "/link")
    for name in ["folder", "pipe", "link"] {
      #expect(try directory.read(name, limit: 10) == nil, "\(name)")
    }
  }
}

/// Root's writes in another user's directory.
@Suite(.enabled(if: geteuid() == 0, "needs root")) struct OwnedDirectoryTests {
  private static let user: uid_t = 12_345
  private let scratch: ScratchDirectory
  private var state: String { scratch.path + "/state" }

  init() throws {
    scratch = try ScratchDirectory()
    chmod(scratch.path, 0o755)
    try #require(mkdir(scratch.path + "/state", 0o755) == 0)
    try #require(chown(scratch.path + "/state", Self.user, Self.user) == 0)
  }

  private func owner(_ path: String) throws -> uid_t {
    var status = stat()
    try #require(lstat(path, &status) == 0, "\(path)")
    return status.st_uid
  }

  @Test func filesThatRootWritesBelongToTheOwner() throws {
    let directory = try DurableDirectory(state + "/players")
    try directory.replace("anna.json", with: [1])
    #expect(try owner(state + "/players") == Self.user)
    #expect(try owner(state + "/players/anna.json") == Self.user)
    #expect(geteuid() == 0)
    try directory.remove("anna.json")
    #expect(try directory.files().isEmpty)
  }

  @Test func rootDoesNotFollowTheOwnersLinks() throws {
    let secret = scratch.path + "/secret"
    try #require(mkdir(secret, 0o755) == 0)
    symlink(secret, state + "/players")
    #expect(throws: GameRecordError.self) {
      try DurableDirectory(state + "/players").replace("anna.json", with: [1])
    }
    #expect(access(secret + "/anna.json", F_OK) != 0)
  }

  /// The record's directory is itself a link of the owner's, to where only root may write.
  @Test func engineAndPlayDoNotFollowTheOwnersLinks() async throws {
    let secret = scratch.path + "/secret"
    try #require(mkdir(secret, 0o755) == 0)
    let link = state + "/link"
    symlink(secret, link)
    try #require(lchown(link, Self.user, Self.user) == 0)

    var settings = Configuration()
    settings.record.directory = link
    let engine = try #require(try settings.engine(named: "true"))
    #expect(throws: EngineError.self) {
      try engine.answer(Game(), at: .level(1), thinking: .zero)
    }
    let program = try Program()
    let play = try program.run(
      "play", "--opponent", "none", "--microphone", "none", "--directory", link + "/sub/deep")
    #expect(play.errors.contains("sub") || play.output.contains("sub"), "\(play)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: secret) == [])
  }
}
