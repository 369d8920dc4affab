// swift-tools-version: 6.0
import PackageDescription

/// Measures the speed and the memory of SpokenMove. A separate package, so that `swift build` in
/// the main package builds only what is installed.
///
///     swift build -c release --package-path Tests/Benchmarks --scratch-path .build/benchmarks
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "SpokenMove", path: "../..")],
  targets: [
    .executableTarget(
      name: "benchmark-chess", dependencies: [.product(name: "Chess", package: "SpokenMove")],
      path: "Chess"),
    .executableTarget(
      name: "benchmark-language",
      dependencies: [.product(name: "LanguageModel", package: "SpokenMove")],
      path: "LanguageModel"),
    .executableTarget(
      name: "benchmark",
      dependencies: [
        .product(name: "Chess", package: "SpokenMove"),
        .product(name: "ChessLanguage", package: "SpokenMove"),
        .product(name: "LanguageModel", package: "SpokenMove"),
        .product(name: "Sound", package: "SpokenMove"),
        .product(name: "Speech", package: "SpokenMove"),
      ],
      path: "Speech"),
  ],
  swiftLanguageModes: [.v6]
)
