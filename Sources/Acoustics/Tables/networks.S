// Also makes a build notice a changed table: the compiler lists it among this file's inputs.
#if !__has_include("english.bin") || !__has_include("phrases.bin") || !__has_include("names.bin") \
    || !__has_include("mapped.bin")
#error "a network is missing; Tests/Accuracy/train.py writes it"
#endif

.macro table name, file
  .globl \name, \name\()_end
  .hidden \name, \name\()_end
\name:
  .incbin "\file"
\name\()_end:
.endm

  .section .rodata
  table network_english, english.bin
  table network_phrases, phrases.bin
  table network_names, names.bin
  table network_mapped, mapped.bin

  .section .note.GNU-stack, "", %progbits
