#pragma once
#include <alsa/asoundlib.h>
#include <stdarg.h>
#include <stdio.h>

// ALSA prints errors to standard error, which may be the console with the results. The handler is in C because Swift
// cannot implement variable arguments. Each thread keeps its own message: the first one of a failing call, which
// names the cause; later ones are about its callers.

#define SPOKENMOVE_ALSA_TEXT_SIZE 256

static inline char *spokenmove_alsa_text(void) {
  // Inside the function, because Swift's importer does not emit a header's variables on their own.
  static __thread char text[SPOKENMOVE_ALSA_TEXT_SIZE];
  return text;
}

static inline void spokenmove_alsa_keep(
    const char *file, int line, const char *function, int status, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)status;
  char *text = spokenmove_alsa_text();
  if (text[0]) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, SPOKENMOVE_ALSA_TEXT_SIZE, format, arguments);
  va_end(arguments);
}

static inline void spokenmove_alsa_install(void) {
  snd_lib_error_set_handler(spokenmove_alsa_keep);
}

static inline void spokenmove_alsa_forget(void) {
  spokenmove_alsa_text()[0] = 0;
}
