import FoundationEssentials
import LanguageModel
import TestSupport
import Testing

@testable import Acoustics

/// An acoustic model of five phones, as files of a few kilobytes: small enough for straightforward
/// computation.
///
/// Its numbers are random but reproducible.
struct MadeUpModel {
  /// A phone between two others with its own states.
  struct Triphone: Hashable {
    var position: ModelDefinition.WordPosition
    var phone: Int
    var left: Int
    var right: Int
  }

  static let phones = ["SIL", "A", "B", "C", "+NOISE+"]
  static let files = ["mdef", "means", "variances", "sendump", "transition_matrices"]
  /// The last two differ from another one only in their word positions.
  static let triphones = [
    Triphone(position: .inside, phone: 1, left: 2, right: 3),
    Triphone(position: .inside, phone: 2, left: 1, right: 1),
    Triphone(position: .beginning, phone: 1, left: 0, right: 2),
    Triphone(position: .beginning, phone: 1, left: 3, right: 2),
    Triphone(position: .beginning, phone: 3, left: 0, right: 1),
    Triphone(position: .end, phone: 2, left: 1, right: 0),
    Triphone(position: .end, phone: 2, left: 1, right: 3),
    Triphone(position: .end, phone: 1, left: 3, right: 2),
    Triphone(position: .alone, phone: 1, left: 3, right: 2),
  ]
  /// Not a multiple of the vector width, to test the padding.
  static let densityCount = 5
  static let senoneCount = (phones.count + triphones.count) * ModelDefinition.stateCount

  /// A few words' pronunciations; one has two variants, and one a phone that the model lacks.
  static let lexicon = Lexicon(pronunciations: [
    "ab": [["A", "B"]], "ca": [["C", "A"]], "b": [["B"], ["B", "A", "B"]],
    "cab": [["C", "A", "B"]], "unknown": [["QQ"]], "same": [["A", "B"]], "bb": [["B", "B"]],
  ])

  /// The bytes of each file.
  var contents = intact

  private static let intact: [String: [UInt8]] = {
    var random = SeededGenerator(state: 11)
    return [
      "mdef": definition(),
      "means": vectors { _ in Float.random(in: -3...3, using: &random) },
      // One is zero, as in real models; reading raises it to a floor.
      "variances": vectors { $0 == 40 ? 0 : Float.random(in: 0.3...2, using: &random) },
      "sendump": weights(&random),
      "transition_matrices": transitions(&random),
    ]
  }()

  /// Calls `body` with the folder of the files.
  func withFolder<R>(_ body: (String) throws -> R) throws -> R {
    let scratch = try ScratchDirectory()
    for (name, bytes) in contents {
      try Data(bytes).write(to: scratch.url.appending(path: name))
    }
    return try body(scratch.path)
  }

  /// The model after reading.
  static func model() throws -> PhoneModel {
    try MadeUpModel().withFolder { try PhoneModel(directory: $0) }
  }

  // MARK: Files

  private static func definition() -> [UInt8] {
    let tree = tree()
    let phoneCount = phones.count + triphones.count
    var bytes = Array("BMDF".utf8)
    for number in [1, 0, phones.count, phoneCount, ModelDefinition.stateCount] {
      bytes.append(integer: number)
    }
    for number in [
      phones.count * ModelDefinition.stateCount, senoneCount, phones.count, phoneCount, 3,
      tree.count, 0,
    ] {
      bytes.append(integer: number)
    }
    var names: [UInt8] = []
    for phone in phones { names += Array(phone.utf8) + [0] }
    while names.count % 4 > 0 { names.append(0) }
    bytes += names
    for node in tree {
      bytes.append(short: node.key)
      bytes.append(short: node.childCount)
      bytes.append(integer: node.place)
    }
    for phone in 0..<phoneCount {
      bytes.append(integer: phone)
      bytes.append(integer: min(phone, phones.count - 1))
      guard phone >= phones.count else {
        bytes += [phone == 0 || phone == 4 ? 1 : 0, 0, 0, 0]
        continue
      }
      let triphone = triphones[phone - phones.count]
      let context = [triphone.position.rawValue, triphone.phone, triphone.left, triphone.right]
      bytes += context.map { UInt8($0) }
    }
    bytes.append(integer: senoneCount)
    for senone in 0..<senoneCount { bytes.append(short: senone) }
    return bytes
  }

  private struct Node {
    var key: Int
    var childCount = 0
    var place = -1
  }

  /// The tree of contexts, level after level.
  private static func tree() -> [Node] {
    let keys = triphones.map { [$0.position.rawValue, $0.phone, $0.left, $0.right] }
    var nodes = ModelDefinition.WordPosition.allCases.map { Node(key: $0.rawValue) }
    var level = nodes.indices.map { (node: $0, path: [nodes[$0].key]) }
    for depth in 1..<4 {
      var next: [(node: Int, path: [Int])] = []
      for (node, path) in level {
        let below = keys.filter { $0.starts(with: path) }.map { $0[depth] }
        for key in Set(below).sorted() {
          if nodes[node].childCount == 0 { nodes[node].place = nodes.count }
          nodes[node].childCount += 1
          next.append((nodes.count, path + [key]))
          nodes.append(Node(key: key))
        }
      }
      level = next
    }
    for (node, path) in level {
      nodes[node].place = phones.count + (keys.firstIndex(of: path) ?? 0)
    }
    return nodes
  }

  private static let header = Array("s3\nversion 1.0\nendhdr\n".utf8) + [0x44, 0x33, 0x22, 0x11]

  /// The means and variances of a number of codebooks.
  static func codebooks(
    _ count: Int, densities: Int = densityCount, mean: (Int) -> Float = { Float($0 % 7) / 7 }
  ) throws -> (means: Gaussians, variances: Gaussians) {
    let scratch = try ScratchDirectory()
    let (means, variances) = ("\(scratch.path)/means", "\(scratch.path)/variances")
    try Data(vectors(count, densities, mean)).write(to: URL(filePath: means))
    try Data(vectors(count, densities) { _ in 1 }).write(to: URL(filePath: variances))
    return (try Gaussians(contentsOf: means), try Gaussians(contentsOf: variances))
  }

  private static func vectors(
    _ codebooks: Int = phones.count, _ densities: Int = densityCount, _ value: (Int) -> Float
  ) -> [UInt8] {
    var bytes = header
    let size = codebooks * densities * 39
    for number in [codebooks, 3, densities, 13, 13, 13, size] {
      bytes.append(integer: number)
    }
    for place in 0..<size { bytes.append(float: value(place)) }
    return bytes
  }

  private static func weights(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for text in ["made up", "weights", "cluster_count 0"] {
      bytes.append(integer: text.utf8.count + 1)
      bytes += Array(text.utf8) + [0]
    }
    for number in [0, densityCount, senoneCount] { bytes.append(integer: number) }
    for _ in 0..<3 * densityCount * senoneCount {
      bytes.append(UInt8.random(in: 0...90, using: &random))
    }
    return bytes
  }

  private static func transitions(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = header
    for number in [phones.count, 3, 4, phones.count * 12] { bytes.append(integer: number) }
    for _ in phones {
      for state in 0..<3 {
        let stay = Float.random(in: 0.2...0.8, using: &random)
        for column in 0..<4 {
          bytes.append(float: column == state ? stay : column == state + 1 ? 1 - stay : 0)
        }
      }
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(integer: Int) {
    let bits = UInt32(bitPattern: Int32(integer))
    for shift in 0..<4 { append(UInt8(truncatingIfNeeded: bits >> UInt32(8 * shift))) }
  }

  fileprivate mutating func append(short: Int) {
    append(UInt8(truncatingIfNeeded: short))
    append(UInt8(truncatingIfNeeded: short >> 8))
  }

  fileprivate mutating func append(float number: Float) {
    append(integer: Int(Int32(bitPattern: number.bitPattern)))
  }
}

extension SeededGenerator {
  /// Numbers in a range.
  mutating func floats(_ count: Int, in range: ClosedRange<Float>) -> [Float] {
    (0..<count).map { _ in Float.random(in: range, using: &self) }
  }
}

/// Debian's model of American English, which the appliance uses.
func installedModel() throws -> PhoneModel {
  let directory = "/usr/share/pocketsphinx/model/en-us/en-us"
  try #require(
    FileManager.default.fileExists(atPath: "\(directory)/mdef"), "install pocketsphinx-en-us")
  return try PhoneModel(directory: directory)
}
