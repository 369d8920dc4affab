// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "SpokenMove",
  products: [
    .library(name: "LanguageModel", targets: ["LanguageModel"]),
    .library(name: "Chess", targets: ["Chess"]),
    .library(name: "ChessLanguage", targets: ["ChessLanguage"]),
    .library(name: "Speech", targets: ["Speech"]),
    // For programs in C and Objective-C; spokenmove/speech.h is its header.
    .library(name: "spokenmove-speech", type: .dynamic, targets: ["SpeechC"]),
    .library(name: "Sound", targets: ["Sound"]),
    .library(name: "Microphone", targets: ["Microphone"]),
    .library(name: "Panel", targets: ["Panel"]),
    // For Tests/Fuzz, which uses it to read everything that the appliance reads.
    .library(name: "Appliance", targets: ["Appliance"]),
    .executable(name: "spokenmove", targets: ["spokenmove"]),
    .executable(name: "spokenmove-relay", targets: ["spokenmove-relay"]),
    .executable(name: "datagenerator", targets: ["datagenerator"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // One C module per library: a module map, a header, and no logic.
    .systemLibrary(name: "CLinux"),
    // What this package gives to C: its functions are in SpeechC.
    .systemLibrary(name: "CSpeech"),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(
      name: "CPocketSphinx", pkgConfig: "pocketsphinx", providers: [.apt(["libpocketsphinx-dev"])]),
    .systemLibrary(name: "CGPIO", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSoXR", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),

    // Pure targets: no library but the standard ones, so that they build and can be tested wherever
    // Swift is. Tables are files, which assembly puts into the program. DeviceIO serves all others:
    // threads for C calls that block, small files, and a clock.
    .target(name: "Localization"),
    .target(name: "DeviceIO", dependencies: ["CLinux", "Localization"]),
    .target(
      name: "LanguageModel", dependencies: ["DeviceIO"], resources: [.embedInCode("xsampa.txt")]),
    .target(name: "ChessTables", path: "Sources/Chess/Tables"),
    .target(name: "Chess", dependencies: ["ChessTables", "Localization"], exclude: ["Tables"]),
    .target(name: "ChessLanguage", dependencies: ["LanguageModel", "Chess"]),
    .target(
      name: "Dialogue", dependencies: ["ChessLanguage", "Chess", "LanguageModel", "Localization"]),
    .target(name: "AcousticTables", path: "Sources/Acoustics/Tables"),
    .target(
      name: "Acoustics", dependencies: ["AcousticTables", "LanguageModel"], exclude: ["Tables"]),
    .target(name: "Panel", dependencies: ["DeviceIO", "Localization"]),
    .target(
      name: "ApplianceCore",
      dependencies: [
        "Dialogue", "ChessLanguage", "Chess", "LanguageModel", "Acoustics", "Localization", "Panel",
      ]),

    // Reads configuration files.
    .target(name: "Settings", dependencies: ["ApplianceCore", "DeviceIO", "CYAML"]),

    // Targets that use a device or an engine.
    .target(name: "Sound", dependencies: ["DeviceIO", "CSndFile", "CSoXR"]),
    .target(name: "Microphone", dependencies: ["Sound", "DeviceIO", "Localization", "CALSA"]),
    .target(name: "PanelGPIO", dependencies: ["Panel", "DeviceIO", "Localization", "CGPIO"]),
    .target(
      name: "Speech",
      dependencies: [
        "Acoustics", "LanguageModel", "Localization", "DeviceIO", "Sound", "CPocketSphinx",
      ],
      exclude: ["Recognition.md"]),
    .target(
      name: "SpeechC",
      dependencies: ["Speech", "LanguageModel", "Microphone", "Sound", "CSpeech"],
      exclude: ["exports.map"]),

    // The product.
    .target(
      name: "Appliance",
      dependencies: [
        "ApplianceCore", "Dialogue", "Acoustics", "ChessLanguage", "Chess", "LanguageModel",
        "Localization", "Settings", "Speech", "Microphone", "Sound", "Panel", "DeviceIO", "CLinux",
      ]),
    .target(
      name: "Doctor",
      dependencies: [
        "Appliance", "ApplianceCore", "Dialogue", "ChessLanguage", "Chess", "LanguageModel",
        "Localization", "Speech", "Microphone", "Sound", "PanelGPIO", "Panel", "DeviceIO", "CLinux",
      ]),
    // What all commands share: standard input and output, signals, the version.
    .target(
      name: "Program",
      dependencies: [
        "ApplianceCore", "DeviceIO", "CLinux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // A link to Debian's changelog, whose newest entry is the version.
      resources: [.embedInCode("changelog")]),
    .executableTarget(
      name: "spokenmove",
      dependencies: [
        "Appliance", "ApplianceCore", "Doctor", "Dialogue", "ChessLanguage", "Chess",
        "LanguageModel", "Localization", "Program", "Speech", "Microphone", "Sound", "PanelGPIO",
        "Panel", "DeviceIO",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Publishes a board's moves at an MQTT broker: a program and a package of its own, so that a
    // board without a network carries none of it.
    .target(
      name: "Relay",
      dependencies: [
        "ApplianceCore", "Chess", "LanguageModel", "Settings", "DeviceIO",
        "CMosquitto",
      ]),
    .executableTarget(
      name: "spokenmove-relay",
      dependencies: [
        "ApplianceCore", "DeviceIO", "Program", "Relay",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "datagenerator", dependencies: ["ChessLanguage", "LanguageModel"]),

    // Measures how well moves are heard (Tests/accuracy.sh). It reads figures of `package` access,
    // so it cannot be in Tests/Benchmarks with the other measurements.
    .executableTarget(
      name: "accuracy",
      dependencies: [
        "Acoustics", "Appliance", "ApplianceCore", "Dialogue", "Sound", "Chess", "ChessLanguage",
        "LanguageModel", "Speech", "CPocketSphinx",
      ],
      path: "Tests/Accuracy",
      exclude: [
        "answers.py", "clean.py", "corpus.py", "dictation.py", "discriminate.py", "enrolment.sh",
        "fit-intents.py", "fit-words.py", "fit.py", "handsfree.py", "held.py", "intent-table.py",
        "locales.py", "mix.py", "noises.py", "say.py", "sentences.json", "sets.sh", "spotters.py",
        "table.py", "train.py",
      ]),

    // Shared by tests: waiting for events, made-up files and sound, the error that a call throws, and
    // what a grammar accepts; and a language that nobody has to pronounce.
    .target(
      name: "TestSupport", dependencies: ["LanguageModel", "Panel", "Localization"],
      path: "Tests/TestSupport"),
    .target(
      name: "DialogueTestSupport",
      dependencies: ["Dialogue", "ChessLanguage", "LanguageModel", "Localization"],
      path: "Tests/DialogueTestSupport"),
    .testTarget(name: "LanguageModelTests", dependencies: ["LanguageModel", "TestSupport"]),
    .testTarget(name: "ChessTests", dependencies: ["Chess", "TestSupport"]),
    .testTarget(
      name: "ChessLanguageTests",
      dependencies: [
        "ChessLanguage", "Chess", "LanguageModel", "DialogueTestSupport", "TestSupport",
      ]),
    .testTarget(name: "LocalizationTests", dependencies: ["Localization"]),
    .testTarget(
      name: "DialogueTests",
      dependencies: [
        "Dialogue", "ChessLanguage", "Chess", "LanguageModel", "Localization",
        "DialogueTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "AcousticsTests", dependencies: ["Acoustics", "LanguageModel", "TestSupport"]),
    .testTarget(name: "DeviceIOTests", dependencies: ["DeviceIO", "TestSupport"]),
    .testTarget(name: "PanelTests", dependencies: ["Panel", "DeviceIO", "TestSupport"]),
    .testTarget(
      name: "ApplianceCoreTests",
      dependencies: [
        "ApplianceCore", "Dialogue", "ChessLanguage", "Chess", "LanguageModel", "Localization",
        "Panel", "TestSupport",
      ]),
    .testTarget(
      name: "datageneratorTests",
      dependencies: ["datagenerator", "ChessLanguage", "LanguageModel", "TestSupport"]),
    .testTarget(
      name: "RelayTests",
      dependencies: [
        "Relay", "ApplianceCore", "Chess", "LanguageModel", "Settings", "DeviceIO", "TestSupport",
      ]),
    .testTarget(
      name: "SoundTests", dependencies: ["Sound", "CSndFile", "DeviceIO", "TestSupport"]),
    .testTarget(
      name: "MicrophoneTests", dependencies: ["Microphone", "Sound", "DeviceIO", "TestSupport"]),
    .testTarget(
      name: "PanelGPIOTests", dependencies: ["PanelGPIO", "Panel", "TestSupport"]),
    .testTarget(
      name: "SpeechTests",
      dependencies: [
        "CPocketSphinx", "Speech", "Acoustics", "LanguageModel", "Sound", "TestSupport",
      ]),
    .testTarget(name: "SpeechCTests", dependencies: ["SpeechC", "CSpeech"]),
    .testTarget(
      name: "DoctorTests",
      dependencies: [
        "Doctor", "Appliance", "ApplianceCore", "ChessLanguage", "Localization", "Microphone",
        "Sound", "PanelGPIO", "Panel", "DeviceIO", "TestSupport",
      ]),
    // What the README and the articles show, as programs; Lights is the tutorial's package.
    .executableTarget(
      name: "snippets",
      dependencies: [
        "Speech", "Microphone", "Sound", "Panel", "ChessLanguage", "Chess", "LanguageModel",
      ],
      path: "Tests/Snippets", exclude: ["Lights"]),
    .executableTarget(
      name: "lights", dependencies: ["Speech", "Microphone", "LanguageModel"],
      path: "Tests/Snippets/Lights/Sources/lights"),
    .testTarget(
      name: "SnippetsTests",
      dependencies: [
        "snippets", "lights", "spokenmove", "Speech", "Microphone", "Sound", "Panel", "Chess",
        "LanguageModel", "TestSupport",
      ]),
    .testTarget(
      name: "ApplianceTests",
      dependencies: [
        "Acoustics", "Appliance", "ApplianceCore", "Dialogue", "ChessLanguage", "Chess",
        "LanguageModel", "Localization", "Settings", "Speech", "Sound", "Microphone", "Panel",
        "DeviceIO", "lights", "DialogueTestSupport", "TestSupport",
      ]),
    // Programs as people bring them from a phone, in both language modes; Swift5 links to the files.
    // PortsTests compiles those in C and Objective-C.
    .executableTarget(
      name: "ports", dependencies: ["Speech", "Microphone", "Sound"], path: "Tests/Ports",
      exclude: ["C", "ObjectiveC", "Swift5"]),
    .executableTarget(
      name: "ports5", dependencies: ["Speech", "Microphone", "Sound"], path: "Tests/Ports/Swift5",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "PortsTests", dependencies: ["ports", "ports5", "TestSupport"]),
    // Tests the fuzzer's starting inputs (Tests/fuzz.sh is a separate package).
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Acoustics", "Appliance", "ApplianceCore", "Chess", "ChessLanguage", "DeviceIO", "Dialogue",
        "LanguageModel", "Localization", "Sound", "Speech",
      ],
      path: "Tests/Fuzz/Sources", exclude: ["fuzz/Fuzz.swift"]),
  ],
  swiftLanguageModes: [.v6]
)

// Most tests run once a build: optimising them takes longer than it saves. Nothing imports a test
// target, so its interface is not compiled first.
for target in package.targets where target.type == .test {
  target.swiftSettings = [
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]
}

// With SPOKENMOVE_PURE set, the package has only the targets that need neither a library beyond the
// system's nor another package, and their tests: these build wherever Swift does. See
// `Tests/run.sh quick`.
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
