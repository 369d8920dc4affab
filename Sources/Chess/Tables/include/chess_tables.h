#pragma once

#include <stddef.h>

/// The named openings of lichess-org/chess-openings, in the public domain (CC0).
///
/// Tests/Tools/generate_openings.py writes them to openings.txt, one line per opening, sorted by
/// moves: two digits, the number of half-moves shared with the previous line; the other moves in UCI
/// notation, four characters each; a space; ECO code and name. UTF-8.
extern __attribute__((visibility("hidden"))) const unsigned char chess_openings[], chess_openings_end[];

/// The first byte of openings.txt.
static inline const unsigned char *chess_openings_bytes(void) { return chess_openings; }

/// The size of openings.txt, in bytes.
static inline size_t chess_openings_count(void) { return (size_t)(chess_openings_end - chess_openings); }
