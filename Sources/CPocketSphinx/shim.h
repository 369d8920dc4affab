// Hides the differences between PocketSphinx 0.8+5prealpha and 5.x. Nothing else belongs here.
//
// 5.x absorbed SphinxBase and hid most of it: settings have their own functions and no dash, and it reads grammars
// only as text. `POCKETSPHINX_OPTIONS` exists only in 0.8.
#pragma once
#include <pocketsphinx.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef POCKETSPHINX_OPTIONS
#include <sphinxbase/fe.h>
#include <sphinxbase/err.h>
#include <sphinxbase/fsg_model.h>
typedef cmd_ln_t sphinx_config_t;
#else
#include <pocketsphinx/err.h>
#include <pocketsphinx/model.h>
#include <pocketsphinx/search.h>
typedef ps_config_t sphinx_config_t;
#endif

/// One transition of a grammar: a word's index, or -1 for a transition that consumes nothing.
typedef struct {
  int32_t source;
  int32_t target;
  int32_t word;
  float weight;  // natural logarithm of the probability, at most 0
} sphinx_arc_t;

/// Takes an error message from the library, on any thread; the text is valid only during the call.
typedef void (*sphinx_keeper_t)(const char *text);

static inline void sphinx_complain(void *keeper, err_lvl_t level, const char *format, ...) {
  if (level < ERR_ERROR) return;
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  // The library exits the process right after a fatal message, so show it.
  if (level >= ERR_FATAL) fputs(text, stderr);
  ((sphinx_keeper_t)keeper)(text);
}

/// Passes errors to `keeper`, and keeps everything off the console.
static inline void sphinx_silence(sphinx_keeper_t keeper) {
  err_set_logfp(NULL);
  err_set_callback(sphinx_complain, (void *)keeper);
#ifndef POCKETSPHINX_OPTIONS
  err_set_loglevel(ERR_ERROR);
#endif
}

#ifdef POCKETSPHINX_OPTIONS

static inline sphinx_config_t *sphinx_config_make(void) {
  // Not strict: the dictionary is "required", and it is set below.
  return cmd_ln_init(NULL, ps_args(), FALSE, NULL);
}
static inline void sphinx_config_free(sphinx_config_t *config) { cmd_ln_free_r(config); }

// Names come without the dash, as in 5.x. Returns 0, or -1 if this generation has no such setting.
static inline int sphinx_dashed(sphinx_config_t *config, const char *name, char dashed[64]) {
  snprintf(dashed, 64, "-%s", name);
  return cmd_ln_exists_r(config, dashed) ? 0 : -1;
}
static inline int sphinx_config_set_string(sphinx_config_t *config, const char *name, const char *value) {
  char dashed[64];
  if (sphinx_dashed(config, name, dashed) < 0) return -1;
  cmd_ln_set_str_r(config, dashed, value);
  return 0;
}
static inline int sphinx_config_set_int(sphinx_config_t *config, const char *name, long value) {
  char dashed[64];
  if (sphinx_dashed(config, name, dashed) < 0) return -1;
  cmd_ln_set_int_r(config, dashed, value);
  return 0;
}
static inline int sphinx_config_set_bool(sphinx_config_t *config, const char *name, int value) {
  return sphinx_config_set_int(config, name, value != 0);
}
static inline int sphinx_config_set_float(sphinx_config_t *config, const char *name, double value) {
  char dashed[64];
  if (sphinx_dashed(config, name, dashed) < 0) return -1;
  cmd_ln_set_float_r(config, dashed, value);
  return 0;
}

static inline fsg_model_t *sphinx_grammar_make(
    ps_decoder_t *decoder, int32_t states, int32_t start, int32_t final, const char *const *words, int32_t word_count,
    const sphinx_arc_t *arcs, int32_t arc_count, float language_weight) {
  logmath_t *log = ps_get_logmath(decoder);
  fsg_model_t *grammar = fsg_model_init("grammar", log, language_weight, states);
  if (grammar == NULL) return NULL;
  grammar->start_state = start;
  grammar->final_state = final;
  // Words get numbers in this order: adding a word twice would shift them.
  for (int32_t i = 0; i < word_count; i++) {
    if (fsg_model_word_add(grammar, words[i]) != i) {
      fsg_model_free(grammar);
      return NULL;
    }
  }
  glist_t nulls = NULL;
  for (int32_t i = 0; i < arc_count; i++) {
    const int32_t weight = (int32_t)(logmath_ln_to_log(log, arcs[i].weight) * language_weight);
    if (arcs[i].word >= 0) {
      fsg_model_trans_add(grammar, arcs[i].source, arcs[i].target, weight, arcs[i].word);
    } else if (fsg_model_null_trans_add(grammar, arcs[i].source, arcs[i].target, weight) == 1) {
      nulls = glist_add_ptr(nulls, fsg_model_null_trans(grammar, arcs[i].source, arcs[i].target));
    }
  }
  glist_free(fsg_model_null_trans_closure(grammar, nulls));
  return grammar;
}

static inline int sphinx_grammar_use(ps_decoder_t *decoder, const char *name, fsg_model_t *grammar) {
  const int status = ps_set_fsg(decoder, name, grammar);
  return status < 0 ? status : ps_set_search(decoder, name);
}

static inline void sphinx_search_free(ps_decoder_t *decoder, const char *name) { ps_unset_search(decoder, name); }

#else

static inline sphinx_config_t *sphinx_config_make(void) { return ps_config_init(NULL); }
static inline void sphinx_config_free(sphinx_config_t *config) { ps_config_free(config); }
static inline int sphinx_config_set_string(sphinx_config_t *config, const char *name, const char *value) {
  return ps_config_typeof(config, name) && ps_config_set_str(config, name, value) ? 0 : -1;
}
static inline int sphinx_config_set_int(sphinx_config_t *config, const char *name, long value) {
  return ps_config_typeof(config, name) && ps_config_set_int(config, name, value) ? 0 : -1;
}
static inline int sphinx_config_set_bool(sphinx_config_t *config, const char *name, int value) {
  return ps_config_typeof(config, name) && ps_config_set_bool(config, name, value) ? 0 : -1;
}
static inline int sphinx_config_set_float(sphinx_config_t *config, const char *name, double value) {
  return ps_config_typeof(config, name) && ps_config_set_float(config, name, value) ? 0 : -1;
}

static inline fsg_model_t *sphinx_grammar_make(
    ps_decoder_t *decoder, int32_t states, int32_t start, int32_t final, const char *const *words, int32_t word_count,
    const sphinx_arc_t *arcs, int32_t arc_count, float language_weight) {
  (void)word_count;
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  if (file == NULL) return NULL;
  fprintf(file, "FSG_BEGIN grammar\nN %d\nS %d\nF %d\n", states, start, final);
  for (int32_t i = 0; i < arc_count; i++) {
    // The library reads a float and refuses zero, which a smaller probability would become.
    const double probability = exp(fmax(arcs[i].weight, -87));
    fprintf(file, "T %d %d %.9g %s\n", arcs[i].source, arcs[i].target, probability,
            arcs[i].word >= 0 ? words[arcs[i].word] : "");
  }
  fputs("FSG_END\n", file);
  const int failed = ferror(file);
  fclose(file);
  fsg_model_t *grammar = NULL;
  if (!failed && (file = fmemopen(text, size, "r")) != NULL) {
    grammar = fsg_model_read(file, ps_get_logmath(decoder), language_weight);
    fclose(file);
  }
  free(text);
  return grammar;
}

static inline int sphinx_grammar_use(ps_decoder_t *decoder, const char *name, fsg_model_t *grammar) {
  const int status = ps_add_fsg(decoder, name, grammar);
  return status < 0 ? status : ps_activate_search(decoder, name);
}

static inline void sphinx_search_free(ps_decoder_t *decoder, const char *name) { ps_remove_search(decoder, name); }

#endif
