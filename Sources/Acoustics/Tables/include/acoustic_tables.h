#pragma once

#include <stddef.h>

/// Declares a phone network's first byte, and how many bytes it has. Tests/Accuracy/train.py writes
/// the networks, and says how; Recognition.md says what they have heard.
#define PHONE_NETWORK(name)                                                                    \
  extern __attribute__((visibility("hidden"))) const unsigned char network_##name[],           \
      network_##name##_end[];                                                                  \
  static inline const unsigned char *network_##name##_bytes(void) { return network_##name; }   \
  static inline size_t network_##name##_count(void) {                                          \
    return (size_t)(network_##name##_end - network_##name);                                    \
  }

/// english.bin: English phones.
PHONE_NETWORK(english)
/// phrases.bin: English phones, in grammars of one's own.
PHONE_NETWORK(phrases)
/// names.bin finds the appliance's name.
PHONE_NETWORK(names)
/// mapped.bin: the sounds of other languages, as the English phones that `XSAMPA` maps them to.
PHONE_NETWORK(mapped)

#undef PHONE_NETWORK
