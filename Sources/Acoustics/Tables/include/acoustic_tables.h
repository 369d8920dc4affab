#pragma once

#include <stddef.h>

/// Phone networks. Tests/Accuracy/train.py writes them, and says how; Recognition.md says what they
/// have heard.
extern __attribute__((visibility("hidden"))) const unsigned char network_english[],
    network_english_end[], network_phrases[], network_phrases_end[], network_names[],
    network_names_end[], network_mapped[], network_mapped_end[];

/// The first byte of english.bin, the network for English phones.
static inline const unsigned char *network_english_bytes(void) { return network_english; }

/// How many bytes english.bin has.
static inline size_t network_english_count(void) {
  return (size_t)(network_english_end - network_english);
}

/// The first byte of phrases.bin, the network for English phones in grammars of one's own.
static inline const unsigned char *network_phrases_bytes(void) { return network_phrases; }

/// How many bytes phrases.bin has.
static inline size_t network_phrases_count(void) {
  return (size_t)(network_phrases_end - network_phrases);
}

/// The first byte of names.bin, the network that the appliance's name is found with.
static inline const unsigned char *network_names_bytes(void) { return network_names; }

/// How many bytes names.bin has.
static inline size_t network_names_count(void) {
  return (size_t)(network_names_end - network_names);
}

/// The first byte of mapped.bin, the network for the sounds of other languages, as the English phones
/// that `XSAMPA` maps them to.
static inline const unsigned char *network_mapped_bytes(void) { return network_mapped; }

/// How many bytes mapped.bin has.
static inline size_t network_mapped_count(void) {
  return (size_t)(network_mapped_end - network_mapped);
}
