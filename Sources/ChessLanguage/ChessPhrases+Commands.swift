import LanguageModel

extension ChessPhrases {
  /// Commands, and the words before and after them.
  struct Commands: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      let classes: [any CustomLanguageModelData.TemplateInsertable] = [
        Class(
          "undo",
          [
            "undo", "undo that", "undo the move", "undo the last move", "undo my move", "take back",
            "take that back", "take it back", "take my move back", "take back my move",
            "take back the last move", "take back my last move", "have that move back", "go back",
            "go back one move", "cancel that move", "can I take that back",
            "can I take back my last move", "can I have that move back", "I didn't mean that",
            "I didn't mean that one", "can I take my move back", "take that move back",
            "take the move back", "one move back",
            "go one move back", "go back one", "back one move", "reverse that", "reverse the move",
            "retract that", "retract the move", "scratch that", "that was wrong", "my mistake",
            "I take that back", "I take it back", "have that one back", "have that back",
            "have it back", "taking that back", "taking back that move", "take back that move",
            "take one back", "undo it", "undo my last move", "undo one move",
          ]),
        Class(
          "new-game",
          [
            "new game", "start a new game", "start over", "begin a new game", "restart the game",
            "reset the board", "play again", "another game", "play another game", "start again",
            "start again from the beginning", "set up the board again", "set up the pieces again",
            "set the pieces up again", "a new game", "begin again", "one more game", "next game",
            "rematch", "a fresh game", "fresh game", "start a fresh game", "start another game",
            "begin another game", "begin a fresh game", "start from scratch", "start all over",
            "start all over again", "start from the beginning", "reset", "reset the game",
            "reset everything", "set it up again", "go again", "play one more", "have another game",
            "play a new game", "set up a new game", "set them up again", "new round",
            "another round",
          ]),
        Class(
          "resign",
          [
            "resign", "I resign", "I give up", "I surrender", "I concede", "concede the game",
            "you win", "I quit", "I give in", "I lose",
            "you've got me", "you got me", "you beat me", "I've lost", "I'm resigning",
            "throw in the towel", "I have to resign", "resign this game", "resign the game",
          ]),
        Class(
          "draw",
          [
            "draw", "offer a draw", "I offer a draw", "offer draw", "claim a draw",
            "call it a draw", "would you accept a draw", "how about a draw", "do you want a draw",
            "propose a draw", "I propose a draw", "agree a draw", "agree to a draw",
            "agree on a draw", "offer you a draw", "I'd like a draw", "want a draw",
            "you want a draw", "do you want to draw", "will you take a draw", "take a draw",
            "accept a draw", "care for a draw", "do you care for a draw", "would you like a draw",
            "would you care for a draw", "make it a draw", "have a draw", "draw by agreement",
            "is a draw okay", "shall we draw", "a draw",
          ]),
        Class(
          "show",
          [
            "show the board", "show board", "show me the board", "show the position",
            "see the board", "can I see the board", "describe the board", "describe the position",
            "what does the board look like", "what does the position look like",
            "read the position", "read out the board", "tell me the position",
            "where are all the pieces", "where is everything", "show us the board",
            "display the board", "display the position", "put the board up", "bring up the board",
            "look at the board", "have a look at the board", "print the board", "draw the board",
            "have a look at the position", "look at the position", "see the position",
            "show the current position", "show me where everything is",
          ]),
        Class(
          "repeat",
          [
            "repeat", "repeat that", "say again", "say that again", "say it again", "again",
            "once more", "what did you say", "what was that", "pardon", "I didn't catch that",
            "I did not hear you", "come again", "I didn't hear you", "I didn't hear that",
            "say that once more", "repeat the move", "repeat your move",
            "repeat it", "tell me again", "one more time", "say that one more time",
            "I missed that", "mind repeating that", "repeating that", "say the move again",
            "say the last move again", "say that move again", "what was that again",
            "what was that move again", "read that again",
          ]),
        Class(
          "help",
          [
            "help", "help me", "what can I say", "what are the commands", "what do I say",
            "how does this work", "what words do you know", "what do you understand",
            "which commands do you understand", "what commands do you understand",
            "what commands are there", "what am I allowed to say", "what may I say",
            "what can I ask", "what should I say", "how do I say a move", "how do I say the moves",
            "how do I use this", "tell me what I can say", "instructions", "list the commands",
            "what can I say to you", "what can you do", "I need help", "what are my commands",
          ]),
        Class(
          "status",
          [
            "status", "whose move is it", "whose turn is it", "whose move", "who is to move",
            "how is the game going", "how's the game going", "how am I doing", "whose go is it",
            "whose go", "whose turn", "who is to play", "who has the move", "who moves now",
            "whose turn is it now", "whose move is it now", "who goes now", "who's next",
            "who is next", "is it white's turn", "is it black's turn", "where are we",
            "whose turn now", "who plays now", "is it black to play", "is it white to play",
            "black to play or white", "white to play or black", "is it me to play",
            "is it me to move",
          ]),
        Class("new-game-white", ["new game as white", "new game with white"]),
        Class("new-game-black", ["new game as black", "new game with black"]),
        Class(
          "hint",
          [
            "hint", "give me a hint", "suggest a move", "what should I play",
            "what is the best move",
          ]),
        Class(
          "interjection",
          [
            "okay", "right", "well", "so", "now", "oh", "oh no", "um", "uh", "sorry", "please",
            "ah", "yeah", "wait", "hey", "actually", "oops", "all right", "then", "and", "okay so",
            "right so", "oh dear",
          ]),
        Class(
          "lead",
          [
            "please", "can we", "could we", "could you", "could you please", "can you",
            "can you please", "would you", "would you please", "would you mind", "let's", "let me",
            "let us", "I want to", "I'd like to", "I would like to", "shall we", "I'm going to",
            "I will", "I'll", "could I", "might I", "I think I'll", "I think we should",
            "I need to", "we", "just", "do you want to", "now please", "okay please",
            "please let me", "I have to", "I'd better",
          ]),
        Class("opener", ["<interjection>", "<lead>", "<interjection> <lead>"]),
        Class(
          "courtesy",
          [
            "please", "now", "thanks", "thank you", "would you", "for me", "then", "well played",
            "I think", "sir", "my friend", "for us", "if you can", "if you like",
            "if you don't mind", "for a second", "for a moment", "here", "all right", "dear",
            "my dear", "too", "perhaps", "I suppose", "I guess", "sorry", "instead",
          ]),
      ]
      let levels: [any CustomLanguageModelData.TemplateInsertable] =
        zip(Command.levels, numbers).map { Class("level-\($0)", ["level \($1)"]) }
        + Command.levels.map { Template("<level-\($0)>", count: 2) }
      let templates = [
        Template("<undo>", count: 110),
        Template("<new-game>", count: 35),
        Template("<resign>", count: 10),
        Template("<draw>", count: 15),
        Template("<show>", count: 25),
        Template("<repeat>", count: 40),
        Template("<help>", count: 20),
        Template("<status>", count: 10),
        Template("<new-game-white>", count: 5),
        Template("<new-game-black>", count: 5),
        Template("<hint>", count: 40),
      ]
      CustomLanguageModelData.CompoundTemplate(classes + levels + templates)
        .insert(generator: generator)
    }
  }
}
