/// A binary heap with the greatest element on top.
struct Heap<Element: Comparable> {
  private var items: [Element] = []

  /// Adds an element in logarithmic time.
  mutating func push(_ item: Element) {
    items.append(item)
    var place = items.count - 1
    while place > 0, case let parent = (place - 1) / 2, items[parent] < items[place] {
      items.swapAt(place, parent)
      place = parent
    }
  }

  /// Removes and returns the greatest element in logarithmic time; nil if there is none.
  mutating func popGreatest() -> Element? {
    guard !items.isEmpty else { return nil }
    items.swapAt(0, items.count - 1)
    let greatest = items.removeLast()
    var place = 0
    while true {
      let children = (2 * place + 1..<2 * place + 3).filter { $0 < items.count }
      guard let child = children.max(by: { items[$0] < items[$1] }), items[place] < items[child]
      else { return greatest }
      items.swapAt(place, child)
      place = child
    }
  }
}
