import Localization

extension Outcome {
  /// The same as `description`, for people.
  package var message: Message {
    switch self {
    case .checkmate(winner: .white): Message("checkmate, white wins")
    case .checkmate(winner: .black): Message("checkmate, black wins")
    case .resignation(winner: .white): Message("black resigns, white wins")
    case .resignation(winner: .black): Message("white resigns, black wins")
    case .draw(let reason): reason.message
    case .time(winner: .white): Message("black's time is up, white wins")
    case .time(winner: .black): Message("white's time is up, black wins")
    case .time(winner: nil): Message("draw by time and insufficient material")
    case .recorded(winner: .white): Message("white wins")
    case .recorded(winner: .black): Message("black wins")
    case .recorded(winner: nil): Message("draw")
    }
  }
}

extension DrawReason {
  fileprivate var message: Message {
    switch self {
    case .stalemate: Message("draw by stalemate")
    case .deadPosition: Message("draw by dead position")
    case .fivefoldRepetition: Message("draw by fivefold repetition")
    case .seventyFiveMoves: Message("draw by the seventy-five-move rule")
    case .threefoldRepetition: Message("draw by threefold repetition")
    case .fiftyMoves: Message("draw by the fifty-move rule")
    case .agreement: Message("draw by agreement")
    }
  }
}
