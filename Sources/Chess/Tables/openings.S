// Also makes a build notice a changed table: the compiler lists it among this file's inputs.
#if !__has_include("openings.txt")
#error "openings.txt is missing; Tests/Tools/generate_openings.py writes it"
#endif

.macro table name, file
  .globl \name, \name\()_end
  .hidden \name, \name\()_end
\name:
  .incbin "\file"
\name\()_end:
.endm

  .section .rodata
  table chess_openings, openings.txt

  .section .note.GNU-stack, "", %progbits
