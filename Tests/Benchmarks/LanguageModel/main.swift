// Times the compiler, and says how large its grammars and its memory are:
//   swift run -c release --package-path Tests/Benchmarks benchmark-language [DICTIONARY]
import FoundationEssentials
import LanguageModel

let file =
  CommandLine.arguments.dropFirst().first
  ?? "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
let dictionary = try PronunciationDictionary(contentsOf: URL(filePath: file))

/// The shortest of several runs, and the last one's result.
func fastest<Result>(of runs: Int, _ body: () throws -> Result) rethrows -> (Duration, Result) {
  let clock = ContinuousClock()
  var begin = clock.now
  var result = try body()
  var shortest = clock.now - begin
  for _ in 1..<runs {
    begin = clock.now
    result = try body()
    shortest = min(shortest, clock.now - begin)
  }
  return (shortest, result)
}

func report(_ name: String, _ time: Duration, _ grammar: Grammar) {
  let phrases = grammar.phraseCount.map { "\($0)" } ?? "endless"
  print(
    "\(name): \(phrases) phrases, \(grammar.stateCount) states, \(grammar.arcs.count) arcs, \(time)"
  )
}

let pieces = ["pawn", "knight", "bishop", "rook", "queen", "king"]
let files = ["a", "b", "c", "d", "e", "f", "g", "h"]
let ranks = ["one", "two", "three", "four", "five", "six", "seven", "eight"]

func data(
  _ classes: [String: [String]], _ templates: [TemplatePhraseCountGenerator.Template]
) -> CustomLanguageModelData {
  CustomLanguageModelData(
    locale: Locale(identifier: "en_US"), identifier: "org.example.benchmark", version: "1"
  ) {
    PhraseCountsFromTemplates(classes: classes) {
      for template in templates { template }
    }
  }
}

let (lookup, _) = fastest(of: 20) { dictionary.pronunciations(of: pieces + files + ranks) }
print("22 words looked up: \(lookup)")

let short = data(
  [
    "piece": pieces, "rank": ranks, "file": files, "square": ["<file> <rank>"],
    "takes": ["takes", "to", "with"], "check": ["", "check", "with check"],
  ],
  [.init("<piece> <square> <takes> <square> <check> <piece> <rank>", count: 1_000_000)])
let (shortTime, shortModel) = try fastest(of: 10) {
  try CompiledLanguageModel(short, dictionary: dictionary)
}
report("Ten million from short classes", shortTime, shortModel.grammar)

// Classes of three thousand distinct values with little in common.
let words = pieces + ranks + ["play", "the"]
let long = words.flatMap { first in
  words.flatMap { second in words.prefix(12).map { "\(first) \(second) \($0)" } }
}
let large = data(
  ["x": long.enumerated().filter { $0.offset * 7919 % 101 < 93 }.map(\.element), "y": long],
  [.init("<x> takes <y>", count: 1_000_000), .init("<x> to <y>", count: 500)])
let (largeTime, largeModel) = try fastest(of: 3) {
  try CompiledLanguageModel(large, dictionary: dictionary)
}
report("From large classes", largeTime, largeModel.grammar)

// A position's phrases: forty moves with many phrases each.
let table = pieces + files + ranks + ["to", "check", "mate", "with"]
func number(_ word: String) -> Int32 { Int32(table.firstIndex(of: word) ?? 0) }
var phrases: [(words: [Int32], weight: Float)] = []
for move in 0..<40 {
  let piece = number(pieces[move % 6])
  let target = [number(files[move % 8]), number(ranks[move / 5])]
  let source = [number(files[move * 3 % 8]), number(ranks[move * 7 % 8])]
  let to = number("to")
  let forms: [[Int32]] = [
    [piece] + target, [piece, to] + target, [piece, source[0]] + target, source + target,
    [piece, source[0], to] + target, [piece] + source + target, [piece] + source + [to] + target,
    source + [to] + target, [piece, source[1]] + target, [piece, source[1], to] + target,
  ]
  for (index, form) in forms.enumerated() {
    let weight = Float(30 - 3 * index)
    phrases.append((form, 9 * weight))
    for ending in [["check"], ["with", "check"], ["mate"], ["with", "mate"]] {
      phrases.append((form + ending.map(number), weight))
    }
  }
}
let (buildTime, grammar) = fastest(of: 200) {
  var automaton = PhraseAutomaton(words: table)
  for phrase in phrases { automaton.insert(words: phrase.words, weight: phrase.weight) }
  return automaton.build()
}
report("A position from \(phrases.count) phrases", buildTime, grammar)

let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
for line in status.split(separator: "\n") where line.hasPrefix("VmHWM") {
  print("Most memory held: \(line.drop { !$0.isNumber })")
}
