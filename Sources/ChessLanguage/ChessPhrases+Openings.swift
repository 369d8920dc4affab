import LanguageModel

extension ChessPhrases {
  /// The openings that can be named, as club players call them; `Openings.named` has their lines.
  static let openings = [
    "Ruy Lopez", "Berlin defense", "Marshall attack", "Schliemann defense", "Italian game",
    "Giuoco piano", "Giuoco pianissimo", "Evans gambit", "Two knights defense",
    "Fried liver attack", "Traxler counterattack", "Max Lange attack", "Scotch game",
    "Scotch gambit", "Goring gambit", "Ponziani opening", "Petrov's defense", "Cochrane gambit",
    "Philidor defense", "Latvian gambit", "Elephant gambit", "Damiano defense", "Four knights game",
    "Three knights opening", "Halloween gambit", "Vienna game", "Vienna gambit", "King's gambit",
    "King's gambit accepted", "Falkbeer counter gambit", "Muzio gambit", "Bishop's gambit",
    "Bishop's opening", "Center game", "Danish gambit", "Sicilian defense", "Najdorf variation",
    "Dragon variation", "Accelerated dragon", "Scheveningen variation", "Taimanov variation",
    "Kan variation", "Sveshnikov variation", "Kalashnikov variation", "Alapin variation",
    "Smith Morra gambit", "Closed Sicilian", "Grand prix attack", "Moscow variation", "Wing gambit",
    "French defense", "Winawer variation", "Tarrasch variation", "Caro Kann defense",
    "Panov attack", "Scandinavian defense", "Alekhine defense", "Pirc defense", "Austrian attack",
    "Modern defense", "Nimzowitsch defense", "Owen defense", "Queen's gambit",
    "Queen's gambit declined", "Queen's gambit accepted", "Slav defense", "Semi slav defense",
    "Meran variation", "Botvinnik variation", "Albin counter gambit", "Chigorin defense",
    "Baltic defense", "Tarrasch defense", "Tartakower", "Tartakower defense", "Orthodox defense",
    "Cambridge springs defense", "Lasker defense", "Ragozin defense", "Catalan opening",
    "Nimzo Indian defense", "Queen's Indian defense", "Bogo Indian defense",
    "King's Indian defense", "King's Indian attack", "Saemisch variation", "Averbakh variation",
    "Grunfeld defense", "Benoni defense", "Modern Benoni", "Benko gambit", "Budapest gambit",
    "Fajarowicz gambit", "Old Indian defense", "Dutch defense", "Stonewall dutch",
    "Staunton gambit", "English defense", "Englund gambit", "Blackmar Diemer gambit",
    "London system", "Colle system", "Torre attack", "Trompowsky attack", "Richter Veresov attack",
    "Stonewall attack", "English opening", "Botvinnik system", "Reti opening", "Zukertort opening",
    "Bird opening", "From's gambit", "Polish opening", "Grob opening", "Van Geet opening",
    "Hungarian opening", "Hedgehog defense", "Barnes defense", "Bongcloud attack",
    "Hippopotamus defense", "Barry attack", "Sicilian wing gambit", "Portuguese opening",
    "Center counter defense", "Mieses variation", "Poisoned pawn variation", "Maroczy bind",
    "Yugoslav attack", "English attack", "Richter Rauzer attack", "Boleslavsky variation",
    "Polugaevsky variation", "Marshall defense", "Closed Ruy Lopez", "Open Ruy Lopez",
    "Exchange Ruy Lopez", "Exchange French", "Advance French", "Advance Caro Kann",
    "Exchange Caro Kann", "Exchange Slav", "Open Catalan", "Closed Catalan", "Nimzo Larsen attack",
    "Symmetrical English", "Alekhine four pawns attack",
  ]

  /// The words of moves, also in other accents: Scotland's long "rook", for example, and "four"
  /// without its "r".
  static let moveWords: [CustomLanguageModelData.CustomPronunciation] = [
    .init(grapheme: "back", phonemes: ["b { k", "b A k"]),
    .init(grapheme: "can", phonemes: ["k { n", "k @ n", "k I n"]),
    .init(grapheme: "that", phonemes: ["D { t", "D @ t", "D A t"]),
    .init(grapheme: "kingside", phonemes: ["k I N s aI d"]),
    .init(grapheme: "queenside", phonemes: ["k w i n s aI d"]),
    .init(grapheme: "castling", phonemes: ["k { s l I N", "k { s @ l I N", "k A s l I N"]),
    .init(grapheme: "castle", phonemes: ["k { s @ l", "k A s @ l"]),
    .init(grapheme: "castles", phonemes: ["k { s @ l z", "k A s @ l z"]),
    .init(grapheme: "bishop", phonemes: ["b I S @ p", "b I S A p", "b i S A p"]),
    .init(grapheme: "capture", phonemes: ["k { p tS @r", "k { p tS @"]),
    .init(grapheme: "captures", phonemes: ["k { p tS @r z", "k { p tS @ z"]),
    .init(grapheme: "four", phonemes: ["f O r", "f O", "f oU @r"]),
    .init(grapheme: "knight", phonemes: ["n aI t", "n OI t"]),
    .init(grapheme: "rook", phonemes: ["r U k", "r u k"]),
    .init(grapheme: "six", phonemes: ["s I k s", "s i k s"]),
    .init(grapheme: "Anna", phonemes: ["{ n @", "A n @"]),
    .init(grapheme: "Cesar", phonemes: ["s i z @r", "s E z A r", "s eI z A r", "tS eI z A r"]),
    .init(grapheme: "Eva", phonemes: ["eI v @", "i v @"]),
  ]

  /// Words of the dialogue as they are said in other accents and fast.
  static let accents: [CustomLanguageModelData.CustomPronunciation] = [
    .init(grapheme: "black", phonemes: ["b l { k", "b l A k"]),
    .init(grapheme: "clock", phonemes: ["k l A k", "k l O k"]),
    .init(grapheme: "draw", phonemes: ["d r O", "d r A", "dZ r O"]),
    .init(grapheme: "faster", phonemes: ["f { s t @r", "f A s t @r", "f A s t @"]),
    .init(grapheme: "help", phonemes: ["h E l p", "E l p"]),
    .init(grapheme: "hint", phonemes: ["h I n t", "h i n t", "I n t"]),
    .init(grapheme: "last", phonemes: ["l { s t", "l A s t"]),
    .init(grapheme: "louder", phonemes: ["l aU d @r", "l aU d @"]),
    .init(grapheme: "rank", phonemes: ["r { N k", "r A N k"]),
    .init(grapheme: "turn", phonemes: ["t @r n", "t V n"]),
    .init(grapheme: "undo", phonemes: ["V n d u", "U n d u"]),
  ]

  /// Pronunciations of words that the acoustic model's dictionary lacks: as players say them, and
  /// as English readers would.
  static let pronunciations: [CustomLanguageModelData.CustomPronunciation] = [
    .init(grapheme: "passant", phonemes: ["p A s A n", "p { s A n t", "p @ s A n t"]),
    .init(grapheme: "Winawer", phonemes: ["w I n aU @r"]),
    .init(grapheme: "Tartakower", phonemes: ["t A r t @ k aU @r"]),
    .init(grapheme: "Alapin", phonemes: ["{ l @ p I n", "A l @ p i n"]),
    .init(grapheme: "Alekhine", phonemes: ["{ l @ k i n", "{ l j E k i n", "{ l @ k aI n"]),
    .init(grapheme: "Averbakh", phonemes: ["A v @r b A k", "{ v @r b A k"]),
    .init(grapheme: "Blackmar", phonemes: ["b l { k m A r"]),
    .init(grapheme: "Bogo", phonemes: ["b oU g oU"]),
    .init(grapheme: "Boleslavsky", phonemes: ["b oU l @ s l A f s k i", "b oU l @ s l { v s k i"]),
    .init(grapheme: "Bongcloud", phonemes: ["b A N k l aU d", "b O N k l aU d"]),
    .init(grapheme: "Botvinnik", phonemes: ["b A t v I n I k", "b oU t v I n I k"]),
    .init(grapheme: "Chigorin", phonemes: ["tS I g O r I n", "tS I g @ r I n", "tS I g oU r I n"]),
    .init(
      grapheme: "Fajarowicz",
      phonemes: ["f A j @ r oU v I tS", "f @ dZ A r @ w I tS", "f A j A r oU v I tS"]),
    .init(grapheme: "Falkbeer", phonemes: ["f O k b I r", "f O l k b I r", "f { l k b I r"]),
    .init(grapheme: "From's", phonemes: ["f r V m z", "f r A m z"]),
    .init(grapheme: "Geet", phonemes: ["g i t", "g eI t", "h eI t"]),
    .init(grapheme: "Giuoco", phonemes: ["dZ oU k oU", "dZ w oU k oU", "dZ u oU k oU"]),
    .init(grapheme: "Grunfeld", phonemes: ["g r u n f E l d", "g r V n f E l d"]),
    .init(grapheme: "Maroczy", phonemes: ["m @ r oU tS i", "m A r oU tS i", "m @ r A k z i"]),
    .init(grapheme: "Meran", phonemes: ["m @ r A n", "m E r @ n", "m @ r { n"]),
    .init(grapheme: "Mieses", phonemes: ["m i z I z", "m i s @ s", "m aI z I z"]),
    .init(grapheme: "Najdorf", phonemes: ["n aI d O r f", "n { dZ d O r f", "n eI d O r f"]),
    .init(grapheme: "Nimzo", phonemes: ["n I m z oU"]),
    .init(
      grapheme: "Nimzowitsch",
      phonemes: ["n I m z oU v I tS", "n I m z @ v I tS", "n I m z oU w I tS", "n I m z aU I tS"]),
    .init(grapheme: "Panov", phonemes: ["p A n O f", "p { n A v", "p A n A f"]),
    .init(grapheme: "Petrov's", phonemes: ["p E t r A f s", "p E t r O f s", "p E t r A v z"]),
    .init(grapheme: "Philidor", phonemes: ["f I l @ d O r", "f I l I d @r"]),
    .init(grapheme: "pianissimo", phonemes: ["p i @ n I s I m oU"]),
    .init(grapheme: "Pirc", phonemes: ["p @r k", "p I r k", "p I r t s"]),
    .init(
      grapheme: "Polugaevsky",
      phonemes: ["p oU l u g aI E f s k i", "p oU l @ g eI v s k i", "p A l u g eI v s k i"]),
    .init(
      grapheme: "Ponziani", phonemes: ["p A n z i A n i", "p O n t s i A n i", "p A n z i { n i"]),
    .init(grapheme: "Ragozin", phonemes: ["r { g @ z I n", "r @ g oU z I n"]),
    .init(grapheme: "Rauzer", phonemes: ["r aU z @r", "r O z @r"]),
    .init(grapheme: "Ruy", phonemes: ["r u i", "r aI"]),
    .init(grapheme: "Saemisch", phonemes: ["s E m I S", "z E m I S", "s eI m I S", "s i m I S"]),
    .init(
      grapheme: "Scheveningen",
      phonemes: ["S eI v @ n I N @ n", "S E v @ n I N @ n", "s k E v @ n I N @ n"]),
    .init(grapheme: "Schliemann", phonemes: ["S l i m @ n"]),
    .init(
      grapheme: "Sveshnikov",
      phonemes: ["s v E S n I k A f", "s v E S n I k O f", "s v E S n I k A v"]),
    .init(grapheme: "Taimanov", phonemes: ["t aI m @ n A f", "t aI m A n O f", "t eI m @ n A v"]),
    .init(grapheme: "Tarrasch", phonemes: ["t { r @ S", "t A r A S", "t @ r A S"]),
    .init(
      grapheme: "Trompowsky",
      phonemes: ["t r A m p A f s k i", "t r A m p aU s k i", "t r A m p O f s k i"]),
    .init(grapheme: "Veresov", phonemes: ["v E r @ s A f", "v E r @ s O v", "v E r E s A v"]),
    .init(
      grapheme: "Zukertort",
      phonemes: ["z u k @r t O r t", "t s u k @r t O r t", "z V k @r t O r t"]),
  ]
}
