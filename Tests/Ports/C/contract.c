/*
 * contract CLIP DATA PREPARED DAMAGED
 *
 * Tests the promises of the library's header. CLIP says "make me a latte", 16 bits; DATA is
 * the coffee example; DAMAGED is a folder with an English model that cannot be read. Prints a line
 * for each part, and for each promise that is broken; the exit status says whether there are any.
 */
#include "contract.h"

#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

int16_t *clip;
size_t clip_length;
double clip_rate;
spm_recognizer *recognizer;
spm_language_model *coffee;

spm_request *new_request(void) {
  spm_error *error = NULL;
  spm_request *request = spm_request_create(coffee, &error);
  CHECK(request && !error);
  return request;
}

spm_task *start(spm_request *request, heard *heard) {
  spm_error *error = NULL;
  spm_task *task = spm_task_start(recognizer, request, hear, heard, &error);
  CHECK(task && !error);
  return task;
}

void append_clip(spm_request *request) {
  spm_error *error = NULL;
  CHECK(spm_request_append(request, clip, clip_length, 1, clip_rate, &error) && !error);
}

/* In stereo, without partial results, with punctuation. */
static void test_result(void) {
  heard heard = NOTHING;
  spm_error *error = NULL;
  spm_request *request = new_request();
  int16_t *stereo = calloc(clip_length, 2 * sizeof *stereo);
  for (size_t i = 0; i < clip_length; i++) stereo[2 * i] = stereo[2 * i + 1] = clip[i];
  spm_request_set_reports_partial_results(request, false);
  spm_request_set_adds_punctuation(request, true);
  spm_request_set_endpointing(request, 0.01, 5);
  spm_task *task = start(request, &heard);
  CHECK(!spm_task_start(recognizer, request, hear, &heard, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(spm_request_append(request, stereo, clip_length, 2, clip_rate, &error) && !error);
  spm_request_end_audio(request);
  check_end(&heard, SPM_EVENT_FINAL);
  CHECK(heard.task == task);
  CHECK(!has(&heard, SPM_EVENT_PARTIAL));
  CHECK(heard.count == 5 && has(&heard, SPM_EVENT_DETECTED_END_OF_SPEECH));
  CHECK(has(&heard, SPM_EVENT_DETECTED_SPEECH));
  CHECK(heard.kinds[2] == SPM_EVENT_FINISHED_READING_AUDIO);
  CHECK(!strcmp(heard.transcript, "Make me a latte."));
  CHECK(!strcmp(heard.intent, "orderDrink"));
  CHECK(heard.outcome == SPM_OUTCOME_RECOGNIZED && heard.readings >= 1);
  spm_task_cancel(task);
  spm_task_free(task);
  spm_request_free(request);
  free(stereo);
}

static void test_silence(void) {
  heard heard = NOTHING;
  spm_request *request = new_request();
  spm_task *task = start(request, &heard);
  int16_t *silence = calloc(16000, sizeof *silence);
  CHECK(spm_request_append(request, silence, 16000, 1, 16000, NULL));
  spm_request_end_audio(request);
  check_end(&heard, SPM_EVENT_FINAL);
  CHECK(heard.outcome == SPM_OUTCOME_NO_SPEECH && heard.readings == 0 && !*heard.transcript);
  spm_task_free(task);
  spm_request_free(request);
  free(silence);
}

static void test_cancel_and_replace(void) {
  heard first = NOTHING, second = NOTHING;
  spm_request *request = new_request(), *other = new_request();
  spm_task *task = start(request, &first);
  append_clip(request);
  wait_for(&first, SPM_EVENT_PARTIAL);
  spm_task *replacement = start(other, &second);
  check_end(&first, SPM_EVENT_ERROR);
  CHECK(first.code == SPM_ERROR_CANCELED);
  append_clip(other);
  wait_for(&second, SPM_EVENT_PARTIAL);
  spm_task_cancel(replacement);
  check_end(&second, SPM_EVENT_ERROR);
  CHECK(second.code == SPM_ERROR_CANCELED);
  spm_task_free(task);
  spm_task_free(replacement);
  spm_request_free(request);
  spm_request_free(other);
}

/* A freed task sends no more events. */
static void test_free(void) {
  heard inside = NOTHING, outside = NOTHING;
  spm_request *request = new_request(), *other = new_request();
  inside.frees_task = outside.is_slow = true;
  start(request, &inside);
  append_clip(request);
  spm_request_end_audio(request);
  wait_for(&inside, SPM_EVENT_PARTIAL);
  spm_request_free(request);
  spm_task *task = start(other, &outside);
  append_clip(other);
  wait_for(&outside, SPM_EVENT_PARTIAL);
  spm_task_free(task);
  /* Without the lock: nobody else uses it. */
  CHECK(!outside.is_running);
  int count = outside.count;
  pause_briefly();
  CHECK(outside.count == count && !has(&outside, SPM_EVENT_ENDED));
  CHECK(inside.kinds[inside.count - 1] == SPM_EVENT_PARTIAL);
  spm_request_free(other);
}

/* A task keeps what it needs; freeing the request has ended its audio. */
static void test_free_order(void) {
  heard heard = NOTHING;
  spm_error *error = NULL;
  spm_recognizer *own = spm_recognizer_create("en", NULL, &error);
  spm_request *request = new_request();
  spm_task *task = spm_task_start(own, request, hear, &heard, &error);
  CHECK(own && task && !error);
  append_clip(request);
  spm_recognizer_free(own);
  spm_request_free(request);
  check_end(&heard, SPM_EVENT_FINAL);
  CHECK(!strcmp(heard.transcript, "make me a latte"));
  spm_task_free(task);
}

static void test_finish_and_prepare(const char *data, const char *prepared) {
  heard heard = NOTHING;
  heard.data = data;
  heard.prepared = prepared;
  spm_request *request = new_request();
  spm_task *task = start(request, &heard);
  append_clip(request);
  wait_for(&heard, SPM_EVENT_PARTIAL);
  spm_task_finish(task);
  check_end(&heard, SPM_EVENT_FINAL);
  CHECK(heard.prepare_code == SPM_ERROR_INVALID_CALL);
  spm_task_free(task);
  spm_request_free(request);
}

/* A process's memory, in KiB. */
static long resident(void) {
  char line[200];
  long size = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "VmRSS: %ld", &size) == 1) break;
  if (file) fclose(file);
  return size;
}

/* A hundred tasks on one recognizer, and twelve recognizers, leave nothing behind. */
static void test_memory(void) {
  long before = 0;
  for (int i = 0; i < 100; i++) {
    heard heard = NOTHING;
    spm_request *request = new_request();
    spm_task *task = start(request, &heard);
    append_clip(request);
    if (i % 2) {
      spm_request_end_audio(request);
      wait_for(&heard, SPM_EVENT_ENDED);
    }
    spm_task_free(task);
    spm_request_free(request);
    if (i == 20) before = resident();
  }
  CHECK(resident() - before < 8 * 1024);
  for (int i = 0; i < 12; i++) {
    test_free_order();
    if (i == 3) before = resident();
  }
  CHECK(resident() - before < 24 * 1024);
}

static bool read_clip(const char *path) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file || info.channels != 1) return false;
  clip_length = (size_t)info.frames;
  clip_rate = info.samplerate;
  clip = calloc(clip_length, sizeof *clip);
  bool is_good = clip && sf_readf_short(file, clip, info.frames) == info.frames;
  sf_close(file);
  return is_good;
}

#define PART(name, call) (printf("%s\n", name), fflush(stdout), call)

int main(int argc, char **argv) {
  spm_error *error = NULL;
  if (argc != 5 || !read_clip(argv[1])) return 64;
  recognizer = spm_recognizer_create("en-US", NULL, &error);
  coffee = spm_language_model_prepare(argv[2], argv[3], &error);
  if (!recognizer || !coffee) {
    printf("broken: %s\n", error ? error->message : "no recognizer");
    return 1;
  }
  PART("null", test_null());
  PART("append", test_append());
  PART("result", test_result());
  PART("silence", test_silence());
  PART("cancel and replace", test_cancel_and_replace());
  PART("free", test_free());
  PART("free in another order", test_free_order());
  PART("finish, prepare in a callback", test_finish_and_prepare(argv[2], argv[3]));
  PART("damaged model", test_damaged_model(argv[4]));
  PART("memory", test_memory());
  spm_recognizer_free(recognizer);
  spm_language_model_free(coffee);
  free(clip);
  printf("%d broken\n", broken);
  return broken ? 1 : 0;
}
