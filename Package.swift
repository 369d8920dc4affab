// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "SpokenMove",
  products: [
    .library(name: "LanguageModel", targets: ["LanguageModel"]),
    .library(name: "Chess", targets: ["Chess"]),
    .library(name: "Speech", targets: ["Speech"]),
    .library(name: "Audio", targets: ["Audio"]),
    .library(name: "ChessLanguage", targets: ["ChessLanguage"]),
    .executable(name: "spokenmove", targets: ["spokenmove"]),
    .executable(name: "datagenerator", targets: ["datagenerator"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // One C module a library: a module map, a header, and no logic.
    .systemLibrary(name: "CLinux"),
    .target(name: "CSwiftRuntime"),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(
      name: "CPocketSphinx", pkgConfig: "pocketsphinx", providers: [.apt(["libpocketsphinx-dev"])]),
    .systemLibrary(name: "CGPIO", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSoXR", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

    // Rooms without any C library.
    .target(name: "LanguageModel"),
    .target(name: "Chess"),
    .target(name: "ChessLanguage", dependencies: ["LanguageModel", "Chess"]),

    .target(name: "Acoustics", dependencies: ["LanguageModel"]),

    // Rooms that hold a device or an engine. DeviceIO is what they share: threads for C calls that block.
    .target(name: "DeviceIO", dependencies: ["CLinux"]),
    .target(name: "Audio", dependencies: ["DeviceIO", "CALSA", "CSndFile", "CSoXR"]),
    .target(name: "Panel", dependencies: ["DeviceIO", "CGPIO"]),
    .target(
      name: "Speech",
      dependencies: ["Acoustics", "LanguageModel", "DeviceIO", "Audio", "CPocketSphinx"],
      exclude: ["Recognition.md"]),

    // The product.
    .target(
      name: "Appliance",
      dependencies: [
        "ChessLanguage", "Chess", "LanguageModel", "Speech", "Audio", "Panel", "DeviceIO",
        "CLinux", "CYAML",
      ]),
    .target(
      name: "Doctor",
      dependencies: [
        "Appliance", "ChessLanguage", "Chess", "LanguageModel", "Speech", "Audio", "Panel",
        "DeviceIO", "CLinux",
      ]),
    .executableTarget(
      name: "spokenmove",
      dependencies: [
        "Appliance", "Doctor", "Chess", "LanguageModel", "Speech", "Audio", "Panel", "DeviceIO",
        "CLinux", "CSwiftRuntime",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // A link to Debian's changelog, whose newest entry is the version.
      resources: [.embedInCode("changelog")]),
    .executableTarget(name: "datagenerator", dependencies: ["Speech", "ChessLanguage"]),

    // Measures how well moves are heard (Tests/accuracy.sh). It reads figures of `package` access, so
    // it cannot be in Tests/Benchmarks with the other measurements.
    .executableTarget(
      name: "accuracy",
      dependencies: [
        "Acoustics", "Appliance", "Audio", "Chess", "ChessLanguage", "Speech", "CPocketSphinx",
      ],
      path: "Tests/Accuracy", exclude: ["enrolment.sh", "fit.py", "noises.py", "table.py"]),

    .testTarget(name: "LanguageModelTests", dependencies: ["LanguageModel", "TestSupport"]),
    .testTarget(name: "ChessTests", dependencies: ["Chess", "TestSupport"]),
    .testTarget(name: "ChessLanguageTests", dependencies: ["ChessLanguage", "TestSupport"]),
    // What tests share: time that passes when a test says so, and the error that a call throws.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "DeviceIOTests", dependencies: ["DeviceIO", "TestSupport"]),
    .testTarget(name: "AudioTests", dependencies: ["Audio", "TestSupport"]),
    .testTarget(name: "PanelTests", dependencies: ["Panel", "TestSupport"]),
    .testTarget(
      name: "datageneratorTests", dependencies: ["datagenerator", "ChessLanguage"]),
    .testTarget(
      name: "AcousticsTests", dependencies: ["Acoustics", "LanguageModel", "TestSupport"]),
    .testTarget(name: "SpeechTests", dependencies: ["Speech", "Acoustics", "TestSupport"]),
    .testTarget(
      name: "DoctorTests",
      dependencies: [
        "Doctor", "Appliance", "Audio", "ChessLanguage", "Panel", "Speech", "TestSupport",
      ]),
    .testTarget(name: "ApplianceTests", dependencies: ["Appliance", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// With SPOKENMOVE_PURE set, the package has only the targets that need no library but the system's
// and no other package, and their tests: these build wherever Swift does. See `Tests/run.sh quick`.
if Context.environment["SPOKENMOVE_PURE"] != nil {
  var kept = package.targets.filter { $0.pkgConfig == nil }
  while true {
    let names = Set(kept.map(\.name))
    let pure = kept.filter { target in
      target.dependencies.allSatisfy { dependency in
        guard case .byNameItem(let name, _) = dependency else { return false }
        return names.contains(name)
      }
    }
    if pure.count == kept.count { break }
    kept = pure
  }
  package.targets = kept
  package.products = []
  package.dependencies = []
}
