// swift-tools-version: 6.0
import PackageDescription

let products = ["LanguageModel", "Microphone", "Speech"]
let package = Package(
  name: "lights", dependencies: [.package(path: "../SpokenMove")],
  targets: [
    .executableTarget(
      name: "lights", dependencies: products.map { .product(name: $0, package: "SpokenMove") })
  ])
