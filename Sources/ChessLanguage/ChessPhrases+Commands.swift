import LanguageModel

extension ChessPhrases {
  /// Commands, and the words before and after them.
  struct Commands: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      let classes: [any CustomLanguageModelData.TemplateInsertable] = [
        Class(
          "the-move",
          [
            "that", "it", "the move", "my move", "that move", "the last move", "my last move",
            "that one", "one move",
          ]),
        Class(
          "undo",
          [
            "undo", "undo <the-move>", "take back", "take <the-move> back", "take back <the-move>",
            "have <the-move> back", "can I take <the-move> back", "can I take back <the-move>",
            "can I have <the-move> back", "I take <the-move> back", "taking <the-move> back",
            "reverse <the-move>", "retract <the-move>", "cancel that move", "scratch that",
            "go back", "go back one", "go back one move", "go one move back", "one move back",
            "back one move", "I didn't mean that", "I didn't mean that one", "that was wrong",
            "my mistake",
          ]),
        Class("a-game", ["a new game", "another game", "a fresh game", "one more game"]),
        Class("the-pieces", ["it", "them", "the board", "the pieces", "everything"]),
        Class(
          "new-game",
          [
            "new game", "<a-game>", "start <a-game>", "begin <a-game>", "play <a-game>",
            "have <a-game>", "set up <a-game>", "fresh game", "next game", "rematch", "new round",
            "another round", "start over", "start again", "start again from the beginning",
            "start all over", "start all over again", "start from scratch",
            "start from the beginning", "begin again", "play again", "play one more", "go again",
            "set <the-pieces> up again", "set up <the-pieces> again", "restart the game", "reset",
            "reset the game", "reset <the-pieces>",
          ]),
        Class(
          "resign",
          [
            "resign", "I resign", "I'm resigning", "I have to resign", "resign the game",
            "resign this game", "I give up", "I give in", "I surrender", "I concede",
            "concede the game", "I quit", "I lose", "I've lost", "you win", "you've got me",
            "you got me", "you beat me", "throw in the towel",
          ]),
        Class(
          "offer",
          [
            "offer", "I offer", "offer you", "propose", "I propose", "claim", "call it", "make it",
            "have", "agree", "agree to", "agree on", "take", "accept", "want", "you want",
            "care for", "do you want", "do you care for", "would you like", "would you accept",
            "would you care for", "will you take", "how about", "I'd like",
          ]),
        Class(
          "draw",
          [
            "draw", "<offer> a draw", "a draw", "offer draw", "do you want to draw",
            "shall we draw", "is a draw okay", "draw by agreement",
          ]),
        Class(
          "show-me",
          [
            "show", "show me", "show us", "see", "can I see", "describe", "read", "read out",
            "tell me", "display", "print", "draw", "bring up", "look at", "have a look at",
          ]),
        Class("the-board", ["the board", "the position"]),
        Class(
          "show",
          [
            "show the board", "<show-me> <the-board>", "show board", "show the current position",
            "put the board up", "what does <the-board> look like", "where are all the pieces",
            "where is everything", "show me where everything is",
          ]),
        Class("said", ["that", "it", "the move", "your move", "that move"]),
        Class(
          "repeat",
          [
            "repeat", "repeat <said>", "repeating <said>", "mind repeating <said>", "say again",
            "say <said> again", "say <said> once more", "say <said> one more time",
            "say the last move again", "read <said> again", "tell me again", "come again", "again",
            "once more", "one more time", "what did you say", "what was that",
            "what was <said> again", "pardon", "I missed that", "I didn't catch that",
            "I did not hear you", "I didn't hear you", "I didn't hear that",
          ]),
        Class("commands", ["words", "commands"]),
        Class(
          "help",
          [
            "help", "help me", "I need help", "what can I say", "what can I say to you",
            "what may I say", "what am I allowed to say", "what do I say", "what should I say",
            "what can I ask", "what can you do", "tell me what I can say", "what do you understand",
            "what <commands> do you know", "what <commands> do you understand",
            "which <commands> do you understand", "what are the <commands>",
            "what <commands> are there", "list the <commands>", "what are my commands",
            "how do I say a move", "how do I say the moves", "how do I use this",
            "how does this work", "instructions",
          ]),
        Class("turn", ["move", "turn", "go"]),
        Class(
          "moves-next",
          ["is to move", "is to play", "moves", "plays", "goes", "is next", "has the move"]),
        Class("anybody", ["white", "black", "me"]),
        Class(
          "status",
          [
            "status", "whose <turn> is it", "whose <turn>", "whose <turn> is it now",
            "whose <turn> now", "who <moves-next>", "who <moves-next> now", "who's next",
            "is it <anybody> to move", "is it <anybody> to play", "is it white's turn",
            "is it black's turn", "black to play or white", "white to play or black",
            "where are we", "how is the game going", "how's the game going", "how am I doing",
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
