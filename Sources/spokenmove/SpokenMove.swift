import ArgumentParser

@main
struct SpokenMove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spokenmove", abstract: "Speak chess moves; read them on the console.")
}
