// swift-tools-version: 6.0
import PackageDescription

// Not part of the product's package: it is built with libFuzzer's instrumentation, by
// Tests/fuzz.sh.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "SpokenMove", path: "../..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "Appliance", package: "SpokenMove"),
        .product(name: "Speech", package: "SpokenMove"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
