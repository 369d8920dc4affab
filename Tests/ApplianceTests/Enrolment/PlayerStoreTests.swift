import Foundation
import Speech
import TestSupport
import Testing

@testable import Appliance

@Suite struct PlayerStoreTests {
  private static func voice(model: String = "1234") -> PlayerVoice {
    PlayerVoice(model: model, adaptation: nil, recordings: 20)
  }

  private static func withStore(_ body: (PlayerStore, String) throws -> Void) throws {
    let scratch = try ScratchDirectory()
    try body(PlayerStore(directory: scratch.path + "/players"), scratch.path + "/players")
  }

  private static func code(_ body: () throws -> Void) -> PlayerError.Code? {
    do { try body() } catch { return (error as? PlayerError)?.code }
    return nil
  }

  @Test func voicesAreKeptListedAndRemoved() throws {
    try Self.withStore { store, path in
      #expect(store.names.isEmpty)
      #expect(Self.code { _ = try store.voice(of: "anna") } == .unknown)
      // A lookup creates no directory.
      #expect(!FileManager.default.fileExists(atPath: path))
      var voice = Self.voice()
      voice.before = PlayerVoice.Score()
      try store.keep(voice, of: "anna")
      try store.keep(Self.voice(), of: "Bob-2")
      #expect(store.names == ["Bob-2", "anna"])
      #expect(try store.voice(of: "anna") == voice)
      try store.keep(Self.voice(model: "5"), of: "anna")
      #expect(try store.voice(of: "anna").model == "5")
      try store.forget("anna")
      #expect(store.names == ["Bob-2"])
      #expect(Self.code { try store.forget("anna") } == .unknown)
      // Only the current files and the lock are left.
      let files = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(files.sorted() == [".lock", "Bob-2.json"])
    }
  }

  @Test(arguments: ["", "..", "../x", "a/b", "-x", "a b", "é", String(repeating: "a", count: 33)])
  func aPathIsNotAName(name: String) throws {
    try Self.withStore { store, _ in
      #expect(Self.code { try store.keep(Self.voice(), of: name) } == .badName)
      #expect(Self.code { _ = try store.voice(of: name) } == .badName)
      #expect(Self.code { try store.forget(name) } == .badName)
    }
  }

  @Test(arguments: ["", "{", "{}", "\u{0}\u{1}", "[1,2]", String(repeating: "[", count: 100_000)])
  func damagedFilesAreReported(text: String) throws {
    try Self.withStore { store, path in
      try store.keep(Self.voice(), of: "anna")
      try Data(text.utf8).write(to: URL(filePath: "\(path)/anna.json"))
      #expect(Self.code { _ = try store.voice(of: "anna") } == .damaged)
      try store.forget("anna")
      #expect(store.names.isEmpty)
    }
  }

  @Test func aVoiceWithAChangedNumberIsDamaged() throws {
    try Self.withStore { store, path in
      try store.keep(Self.voice(), of: "anna")
      let url = URL(filePath: "\(path)/anna.json")
      let text = try String(contentsOf: url, encoding: .utf8)
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect((object?["checksum"] as? String)?.count == 16)
      try Data(text.replacing("\"recordings\":20", with: "\"recordings\":21").utf8).write(to: url)
      #expect(Self.code { _ = try store.voice(of: "anna") } == .damaged)
      // Older ones have no checksum.
      try JSONEncoder().encode(Self.voice()).write(to: url)
      #expect(try store.voice(of: "anna") == Self.voice())
    }
  }

  @Test func aVoiceFitsOnlyItsModel() throws {
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    #expect(
      Self.code { _ = try Self.voice().fitted(model, player: "anna") } == .otherModel)
    let fingerprint = try model.fingerprint
    #expect(fingerprint.count > 8)
    #expect(
      Self.code { _ = try Self.voice(model: fingerprint).fitted(model, player: "anna") }
        == .tooLittle)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func theServiceCanReadWhatRootEnrolls() throws {
    try Self.withStore { store, path in
      let state = URL(filePath: path).deletingLastPathComponent().path
      try #require(chmod(state, 0o755) == 0 && chown(state, 12_345, 12_345) == 0)
      let mask = umask(0o077)
      defer { umask(mask) }
      try store.keep(Self.voice(), of: "anna")
      var status = stat()
      try #require(stat("\(path)/anna.json", &status) == 0)
      #expect(status.st_uid == 12_345 && status.st_mode & 0o400 != 0)
      try #require(stat(path, &status) == 0)
      #expect(status.st_uid == 12_345 && status.st_mode & 0o500 == 0o500)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func rootsVoicesHaveTheAccessOfTheirDirectory() throws {
    try Self.withStore { store, path in
      try #require(mkdir(path, 0o755) == 0)
      let mask = umask(0o077)
      defer { umask(mask) }
      for (access, expected) in [(0o755, 0o644), (0o750, 0o640), (0o700, 0o600)] {
        try #require(chmod(path, mode_t(access)) == 0)
        try store.keep(Self.voice(), of: "anna")
        var status = stat()
        try #require(stat("\(path)/anna.json", &status) == 0)
        #expect(status.st_mode & 0o777 == expected)
      }
    }
  }
}
