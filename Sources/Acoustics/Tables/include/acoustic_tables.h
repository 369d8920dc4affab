#pragma once

#include <stddef.h>

/// Declares a phone network's first byte, and its size. Tests/Accuracy/train.py writes the networks
/// and documents the format; Recognition.md describes their training.
#define PHONE_NETWORK(name)                                                                    \
  extern __attribute__((visibility("hidden"))) const unsigned char network_##name[],           \
      network_##name##_end[];                                                                  \
  static inline const unsigned char *network_##name##_bytes(void) { return network_##name; }   \
  static inline size_t network_##name##_count(void) {                                          \
    return (size_t)(network_##name##_end - network_##name);                                    \
  }

/// english.bin: English phones.
PHONE_NETWORK(english)
/// phrases.bin: English phones, in your own grammars.
PHONE_NETWORK(phrases)
/// names.bin finds the appliance's name.
PHONE_NETWORK(names)
/// mapped.bin: the sounds of other languages, as the nearest English phones of `XSAMPA`.
PHONE_NETWORK(mapped)

#undef PHONE_NETWORK
