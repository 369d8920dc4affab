// swift-tools-version: 6.0
import PackageDescription

// Not part of the product's package: Tests/fuzz.sh builds it with libFuzzer's instrumentation.
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
