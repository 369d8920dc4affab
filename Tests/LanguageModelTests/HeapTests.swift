import TestSupport
import Testing

@testable import LanguageModel

@Suite(.tags(.hardwareFree)) struct HeapTests {
  @Test func theGreatestComesFirst() {
    var random = SeededGenerator(state: 5)
    for count in 0..<40 {
      let numbers = (0..<count).map { _ in Int.random(in: 0...20, using: &random) }
      var heap = Heap<Int>()
      for number in numbers { heap.push(number) }
      var taken: [Int] = []
      while let number = heap.popGreatest() { taken.append(number) }
      #expect(taken == numbers.sorted(by: >))
    }
  }

  /// Like a search, which removes one item and adds others.
  @Test func itemsAddedInBetweenAreOrderedToo() {
    var random = SeededGenerator(state: 6)
    var heap = Heap<Int>()
    var expected: [Int] = []
    for step in 0..<500 {
      let number = Int.random(in: 0...100, using: &random)
      heap.push(number)
      expected.append(number)
      guard step % 3 == 2 else { continue }
      expected.sort()
      #expect(heap.popGreatest() == expected.popLast())
    }
  }
}
