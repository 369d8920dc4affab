/*
 * listen [OPTIONS] SOUND
 *
 * Takes dictation. SOUND is a sound file; or "-": 16 kHz, one channel, 16 bits on standard
 * input, live as from `arecord -q -t raw -f S16_LE -r 16000`.
 *
 *   --data FILE PREPARED  the phrases' data file, and the place for the prepared model; else dictation
 *   --locale LOCALE       en_US if it is not named
 *   --models FOLDER       a folder with models, instead of those that are installed
 *   --whole               let the library read the file, rather than append its sound
 *   --cancel              give up at the first partial result
 *
 * cc listen.c $(pkg-config --cflags --libs spokenmove-speech sndfile) -o listen
 */
#include <semaphore.h>
#include <sndfile.h>
#include <spokenmove/speech.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Shared by main and the callback, which signals the semaphore when it is done. */
typedef struct {
  sem_t ended;
  bool gives_up;
  bool has_failed;
} listener;

static void show(const spm_transcription *reading) {
  for (size_t i = 0; i < reading->segment_count; i++) {
    const spm_segment *word = &reading->segments[i];
    printf("  %.2f s: %s (%.2f)\n", word->timestamp, word->text, word->confidence);
  }
  if (reading->intent) printf("intent: %s\n", reading->intent);
  for (size_t i = 0; i < reading->slot_count; i++)
    printf("  %s: %s\n", reading->slots[i].name, reading->slots[i].value);
}

/* Called on a thread of the library. */
static void hear(void *context, spm_task *task, const spm_event *event) {
  listener *listener = context;
  switch (event->kind) {
  case SPM_EVENT_DETECTED_SPEECH:
    printf("speech\n");
    break;
  case SPM_EVENT_DETECTED_END_OF_SPEECH:
    printf("end of speech\n");
    break;
  case SPM_EVENT_DETECTED_NO_SPEECH:
    printf("no speech\n");
    break;
  case SPM_EVENT_PARTIAL:
    printf("partial: %s\n", event->transcript);
    if (listener->gives_up) spm_task_cancel(task);
    break;
  case SPM_EVENT_FINISHED_READING_AUDIO:
    printf("all heard\n");
    break;
  case SPM_EVENT_FINAL:
    printf("final: %s (%s, %.1f s)\n", event->transcript,
           event->is_understood ? "understood" : "not understood", event->duration);
    if (event->transcription_count > 0) show(&event->transcriptions[0]);
    break;
  case SPM_EVENT_ERROR:
    printf("error %d, %s %d: %s\n", (int)event->error->code, event->error->domain,
           (int)event->error->number, event->error->message);
    listener->has_failed = true;
    break;
  case SPM_EVENT_ENDED:
    printf("ended\n");
    sem_post(&listener->ended);
    break;
  }
  fflush(stdout);
}

/* Shows the error and frees it; returns the program's exit status. */
static int failed(spm_error *error) {
  printf("error %d, %s %d: %s\n", (int)error->code, error->domain, (int)error->number,
         error->message);
  spm_error_free(error);
  return 1;
}

/* Appends the sound until it ends; false if that failed. */
static bool append_file(spm_request *request, const char *path, spm_error **error) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file) {
    fprintf(stderr, "%s: %s\n", path, sf_strerror(NULL));
    return false;
  }
  short *samples = calloc((size_t)info.channels * 1024, sizeof *samples);
  bool is_good = samples != NULL;
  sf_count_t count;
  while (is_good && (count = sf_readf_short(file, samples, 1024)) > 0)
    is_good = spm_request_append(request, samples, (size_t)count, (uint32_t)info.channels,
                                 info.samplerate, error);
  free(samples);
  sf_close(file);
  return is_good;
}

static bool append_input(spm_request *request, spm_error **error) {
  int16_t samples[1024];
  size_t count;
  while ((count = fread(samples, sizeof *samples, 1024, stdin)) > 0)
    if (!spm_request_append(request, samples, count, 1, 16000, error)) return false;
  return true;
}

int main(int argc, char **argv) {
  const char *data = NULL, *prepared = NULL, *locale = "en_US", *models = NULL, *sound = NULL;
  bool is_whole = false;
  listener listener = {0};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--data") && i + 2 < argc) {
      data = argv[++i];
      prepared = argv[++i];
    } else if (!strcmp(argv[i], "--locale") && i + 1 < argc) {
      locale = argv[++i];
    } else if (!strcmp(argv[i], "--models") && i + 1 < argc) {
      models = argv[++i];
    } else if (!strcmp(argv[i], "--whole")) {
      is_whole = true;
    } else if (!strcmp(argv[i], "--cancel")) {
      listener.gives_up = true;
    } else {
      sound = argv[i];
    }
  }
  if (!sound) {
    fprintf(stderr, "Usage: listen [--data FILE PREPARED] [--locale LOCALE] [--models FOLDER] "
                    "[--whole] [--cancel] SOUND\n");
    return 64;
  }

  spm_error *error = NULL;
  spm_language_model *language_model = NULL;
  if (data && !(language_model = spm_language_model_prepare(data, prepared, &error)))
    return failed(error);
  spm_recognizer *recognizer = spm_recognizer_create(locale, models, &error);
  if (!recognizer) return failed(error);
  spm_request *request = is_whole ? spm_request_create_with_file(sound, language_model, &error)
                                  : spm_request_create(language_model, &error);
  if (!request) return failed(error);

  sem_init(&listener.ended, 0, 0);
  spm_task *task = spm_task_start(recognizer, request, hear, &listener, &error);
  if (!task) return failed(error);
  bool is_good = is_whole || (strcmp(sound, "-") ? append_file(request, sound, &error)
                                                 : append_input(request, &error));
  spm_request_end_audio(request);
  sem_wait(&listener.ended);

  spm_task_free(task);
  spm_request_free(request);
  spm_recognizer_free(recognizer);
  spm_language_model_free(language_model);
  sem_destroy(&listener.ended);
  if (error) return failed(error);
  return is_good && !listener.has_failed ? 0 : 1;
}
