import Glibc
import TestSupport
import Testing

@testable import Acoustics

@Suite(.tags(.hardwareFree)) struct ModelBytesTests {
  @Test func numbersAreLittleEndian() throws {
    var bytes = ModelBytes([2, 1, 4, 3, 2, 1, 0xFE, 0xFF, 0xFF, 0xFF, 9], name: "numbers")
    #expect(try bytes.short() == 0x102)
    #expect(try bytes.integer() == 0x102_0304)
    #expect(try bytes.integer() == -2)
    #expect(try bytes.byte() == 9)
    #expect(throws: ModelFileError.self) { try bytes.byte() }
  }
}

@Suite struct ModelDefinitionTests {
  private func definition() throws -> ModelDefinition { try MadeUpModel.model().definition }

  @Test func phonesHaveTheirNames() throws {
    let definition = try definition()
    #expect(definition.phones == MadeUpModel.phones)
    #expect(definition.silence == 0)
    #expect(definition.senoneCount == MadeUpModel.senoneCount)
    for (number, phone) in MadeUpModel.phones.enumerated() {
      #expect(definition.number(of: phone) == number)
      #expect(Array(definition.senones(of: number)) == states(number))
    }
    #expect(definition.number(of: "QQ") == nil)
  }

  /// A transition that was never counted gets a probability of 1e-5.
  @Test func unseenTransitionsAreRare() throws {
    var model = MadeUpModel()
    let counts: [Float] = [0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 1, 3]
    let bytes = counts.flatMap { count in
      (0..<4).map { UInt8(truncatingIfNeeded: count.bitPattern >> UInt32(8 * $0)) }
    }
    let size = try #require(model.contents["transition_matrices"]).count
    let first = size - MadeUpModel.phones.count * 48
    model.contents["transition_matrices"]?.replaceSubrange(first..<first + 48, with: bytes)
    let transitions = try model.withFolder { try PhoneModel(directory: $0).transitions[0] }
    let expected: [(Float, Float)] = [(1e-5, 1), (1, 1e-5), (0.25, 0.75)]
    for (transition, chances) in zip(transitions, expected) {
      #expect(abs(transition.stay - log(chances.0)) < 1e-5)
      #expect(abs(transition.leave - log(chances.1)) < 1e-5)
    }
  }

  /// The names are padded to a multiple of four bytes, which these already have.
  @Test func namesMayNeedNoPadding() throws {
    var model = MadeUpModel()
    let name = Array("+NOISE+".utf8) + [0, 0, 0]
    let bytes = try #require(model.contents["mdef"])
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    model.contents["mdef"]?.replaceSubrange(
      place..<place + name.count, with: Array("+NOISE+XX".utf8) + [0])
    let definition = try model.withFolder { try ModelDefinition(contentsOf: "\($0)/mdef") }
    #expect(definition.phones == ["SIL", "A", "B", "C", "+NOISE+XX"])
    let first = MadeUpModel.triphones[0]
    let found = definition.senones(
      of: first.phone, after: first.left, before: first.right, first.position)
    #expect(Array(found) == states(MadeUpModel.phones.count))
  }

  @Test func anyPhoneOfTheModelCanBeSilence() throws {
    for (place, isAccepted) in [(4, true), (5, false)] as [(UInt8, Bool)] {
      var model = MadeUpModel()
      model.contents["mdef"]?[48] = place
      let silence = try model.withFolder { try? ModelDefinition(contentsOf: "\($0)/mdef").silence }
      #expect(silence == (isAccepted ? Int(place) : nil))
    }
  }

  /// The senones of the model's phone or triphone of this number.
  private func states(_ number: Int) -> [UInt16] { (0..<3).map { UInt16(3 * number + $0) } }

  @Test(arguments: MadeUpModel.triphones.indices)
  func everyTriphoneIsFound(number: Int) throws {
    let triphone = MadeUpModel.triphones[number]
    let found = try definition().senones(
      of: triphone.phone, after: triphone.left, before: triphone.right, triphone.position)
    #expect(Array(found) == states(MadeUpModel.phones.count + number))
  }

  typealias Position = ModelDefinition.WordPosition

  @Test(
    arguments: [
      // Seen in another position only.
      (1, 2, 3, .end, 5), (2, 1, 1, .alone, 6), (1, 0, 2, .alone, 7),
      // Noises count as silence.
      (1, 4, 2, .beginning, 7), (2, 1, 4, .end, 10),
      // A neighbor never seen in another word counts as silence.
      (1, 1, 2, .beginning, 7), (2, 1, 2, .end, 10),
      // Inside a word there is no such back-off: then the phone counts without context.
      (1, 1, 2, .inside, 1), (2, 3, 3, .end, 2), (4, 0, 0, .alone, 4),
    ] as [(Int, Int, Int, Position, Int)])
  func unseenTriphonesBackOff(
    phone: Int, left: Int, right: Int, position: Position, expected: Int
  ) throws {
    let found = try definition().senones(of: phone, after: left, before: right, position)
    #expect(Array(found) == states(expected))
  }

  @Test func senonesKnowTheirPhones() throws {
    let definition = try definition()
    let phones = Array(MadeUpModel.phones.indices) + MadeUpModel.triphones.map(\.phone)
    #expect(definition.codebooks == phones.flatMap { [UInt8](repeating: UInt8($0), count: 3) })
    for (number, phone) in phones.enumerated() {
      for state in 0..<3 {
        #expect(definition.phone(of: 3 * number + state) == phone)
        #expect(definition.states()[3 * number + state] == UInt8(state))
      }
    }
    #expect(definition.states().count == MadeUpModel.senoneCount)
  }

  @Test(.tags(.speech), .skippable(.speech)) func theInstalledModelIsRead() throws {
    let model = try installedModel()
    let definition = model.definition
    #expect(definition.phones.count == 42)
    #expect(definition.senoneCount == 5_126)
    #expect(definition.phones[definition.silence] == "SIL")
    // All senones of a triphone belong to its phone.
    let (k, ae, s) = try (
      #require(definition.number(of: "K")), #require(definition.number(of: "AE")),
      #require(definition.number(of: "S"))
    )
    let senones = definition.senones(of: ae, after: k, before: s, .inside)
    #expect(senones.count == 3)
    #expect(senones.allSatisfy { definition.codebooks[Int($0)] == UInt8(ae) })
    #expect(Array(senones) != Array(definition.senones(of: ae)))
    // The probabilities to stay and to leave add up to 1.
    for phone in model.transitions {
      #expect(phone.allSatisfy { abs(exp($0.stay) + exp($0.leave) - 1) < 1e-4 })
    }
  }
}
