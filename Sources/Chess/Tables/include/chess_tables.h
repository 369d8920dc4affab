#pragma once

#include <stddef.h>

/// The named openings of lichess-org/chess-openings, which are in the public domain (CC0).
///
/// Tests/Tools/generate_openings.py writes them to openings.txt: a line an opening, in the order of
/// the moves: two digits, how many half moves it shares with the line before; the other moves in UCI
/// notation, four characters each; a space; ECO code and name. UTF-8.
extern __attribute__((visibility("hidden"))) const unsigned char chess_openings[], chess_openings_end[];

/// The first byte of openings.txt.
static inline const unsigned char *chess_openings_bytes(void) { return chess_openings; }

/// How many bytes openings.txt has.
static inline size_t chess_openings_count(void) { return (size_t)(chess_openings_end - chess_openings); }
