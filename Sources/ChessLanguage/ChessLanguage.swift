// ChessLanguage
