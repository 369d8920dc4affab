/// A binary heap with the greatest element on top.
package struct Heap<Element: Comparable> {
  private var items: [Element] = []

  /// Makes an empty heap.
  package init() {}

  /// Adds an element in logarithmic time.
  package mutating func push(_ item: Element) {
    items.append(item)
    var place = items.count - 1
    while place > 0, case let parent = (place - 1) / 2, items[parent] < items[place] {
      items.swapAt(place, parent)
      place = parent
    }
  }

  /// Removes and returns the greatest element in logarithmic time; nil if there is none.
  package mutating func popGreatest() -> Element? {
    guard !items.isEmpty else { return nil }
    items.swapAt(0, items.count - 1)
    let greatest = items.removeLast()
    var place = 0
    while case var child = 2 * place + 1, child < items.count {
      if child + 1 < items.count, items[child] < items[child + 1] { child += 1 }
      guard items[place] < items[child] else { break }
      items.swapAt(place, child)
      place = child
    }
    return greatest
  }
}
