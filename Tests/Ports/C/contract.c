/*
 * contract CLIP DATA PREPARED DAMAGED
 *
 * Holds the library against what its header promises. CLIP says "make me a latte", 16 bits; DATA is
 * the coffee example; DAMAGED is a folder with an English model that cannot be read. Prints a line
 * for each part, and for each promise that is broken; the exit status says whether there are any.
 */
#include <pthread.h>
#include <sndfile.h>
#include <spokenmove/speech.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int broken;

#define CHECK(condition) \
  ((condition) ? (void)0 : (broken++, (void)printf("broken, line %d: %s\n", __LINE__, #condition)))

/* The error has this code and a message; frees it. */
#define CHECK_ERROR(error, wanted) \
  (CHECK((error) && (error)->code == (wanted) && *(error)->message && *(error)->domain), \
   spm_error_free(error), (error) = NULL)

/* ---- What a task's callback has heard */

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  spm_event_kind kinds[64];
  int count;
  spm_error_code code;
  char transcript[200];
  char intent[50];
  spm_outcome outcome;
  size_t readings;
  bool frees_task;
  const char *data, *prepared;
  spm_error_code prepare_code;
  spm_task *task;
} heard;

static void hear(void *context, spm_task *task, const spm_event *event) {
  heard *heard = context;
  spm_error *error = NULL;
  if (heard->data && event->kind == SPM_EVENT_PARTIAL) {
    CHECK(!spm_language_model_prepare(heard->data, heard->prepared, &error));
    if (error) heard->prepare_code = error->code;
    spm_error_free(error);
  }
  pthread_mutex_lock(&heard->lock);
  heard->task = task;
  if (heard->count < 64) heard->kinds[heard->count++] = event->kind;
  if (event->transcript)
    snprintf(heard->transcript, sizeof heard->transcript, "%s", event->transcript);
  if (event->error) heard->code = event->error->code;
  if (event->kind == SPM_EVENT_FINAL) {
    heard->outcome = event->outcome;
    heard->readings = event->transcription_count;
    for (size_t i = 0; i < event->transcription_count; i++) {
      const spm_transcription *reading = &event->transcriptions[i];
      CHECK(reading->confidence >= 0 && reading->confidence <= 1 && *reading->text);
      for (size_t word = 0; word < reading->segment_count; word++)
        CHECK(*reading->segments[word].text && reading->segments[word].duration > 0);
    }
    if (event->transcription_count > 0 && event->transcriptions[0].intent)
      snprintf(heard->intent, sizeof heard->intent, "%s", event->transcriptions[0].intent);
  }
  pthread_cond_broadcast(&heard->changed);
  pthread_mutex_unlock(&heard->lock);
  if (heard->frees_task && event->kind == SPM_EVENT_PARTIAL) spm_task_free(task);
}

#define NOTHING \
  { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER }

static bool has(const heard *heard, spm_event_kind kind) {
  for (int i = 0; i < heard->count; i++)
    if (heard->kinds[i] == kind) return true;
  return false;
}

/* Returns once the event has come; gives up after two minutes. */
static void wait_for(heard *heard, spm_event_kind kind) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 120;
  int status = 0;
  pthread_mutex_lock(&heard->lock);
  while (!has(heard, kind) && status == 0)
    status = pthread_cond_timedwait(&heard->changed, &heard->lock, &end);
  CHECK(has(heard, kind));
  pthread_mutex_unlock(&heard->lock);
}

static void pause_briefly(void) {
  struct timespec pause = {0, 300000000};
  nanosleep(&pause, NULL);
}

/* The end comes once and last, after a result or an error. */
static void check_end(heard *heard, spm_event_kind before) {
  wait_for(heard, SPM_EVENT_ENDED);
  pause_briefly();
  pthread_mutex_lock(&heard->lock);
  int count = heard->count;
  CHECK(count >= 2 && heard->kinds[count - 1] == SPM_EVENT_ENDED);
  CHECK(count >= 2 && heard->kinds[count - 2] == before);
  for (int i = 0; i < count - 1; i++) CHECK(heard->kinds[i] != SPM_EVENT_ENDED);
  pthread_mutex_unlock(&heard->lock);
}

/* ---- The parts */

static int16_t *clip;
static size_t clip_length;
static double clip_rate;
static spm_recognizer *recognizer;
static spm_language_model *coffee;

static spm_request *new_request(void) {
  spm_error *error = NULL;
  spm_request *request = spm_request_create(coffee, &error);
  CHECK(request && !error);
  return request;
}

static spm_task *start(spm_request *request, heard *heard) {
  spm_error *error = NULL;
  spm_task *task = spm_task_start(recognizer, request, hear, heard, &error);
  CHECK(task && !error);
  return task;
}

static void append_clip(spm_request *request) {
  spm_error *error = NULL;
  CHECK(spm_request_append(request, clip, clip_length, 1, clip_rate, &error) && !error);
}

static void test_null(void) {
  spm_error *error = NULL;
  int16_t sample = 0;
  spm_request *request = new_request();
  CHECK(spm_version() == SPM_VERSION_MAJOR * 1000 + SPM_VERSION_MINOR);
  CHECK(!spm_language_model_prepare(NULL, "x", &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_language_model_prepare("x", NULL, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_language_model_prepare("x", "", &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_recognizer_create(NULL, NULL, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_request_create_with_file(NULL, NULL, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_request_append(NULL, &sample, 1, 1, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_request_append(request, NULL, 1, 1, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_request_set_contextual_strings(NULL, NULL, 0, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_request_set_contextual_strings(request, NULL, 1, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  const char *strings[] = {"a latte", NULL};
  CHECK(!spm_request_set_contextual_strings(request, strings, 2, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(spm_request_set_contextual_strings(request, strings, 1, &error) && !error);
  CHECK(!spm_task_start(NULL, request, hear, NULL, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_task_start(recognizer, NULL, hear, NULL, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(!spm_task_start(recognizer, request, NULL, NULL, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  /* Without a place for the error, and a place that holds something. */
  CHECK(!spm_recognizer_create(NULL, NULL, NULL));
  error = (spm_error *)&sample;
  CHECK(spm_request_append(request, NULL, 0, 1, 16000, &error) && !error);
  CHECK(!spm_recognizer_is_available(NULL));
  spm_recognizer_set_availability_handler(NULL, NULL, NULL);
  spm_request_set_reports_partial_results(NULL, true);
  spm_request_set_adds_punctuation(NULL, true);
  spm_request_end_audio(NULL);
  spm_task_finish(NULL);
  spm_task_cancel(NULL);
  spm_task_free(NULL);
  spm_request_free(NULL);
  spm_recognizer_free(NULL);
  spm_language_model_free(NULL);
  spm_error_free(NULL);
  spm_request_free(request);
}

static void test_append(void) {
  spm_error *error = NULL;
  spm_request *request = new_request();
  int16_t *minute = calloc(60 * 16000, sizeof *minute);
  CHECK(!spm_request_append(request, minute, 1, 0, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_AUDIO);
  CHECK(!spm_request_append(request, minute, 1, 65, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_AUDIO);
  CHECK(!spm_request_append(request, minute, 1, 1, 0.0 / 0.0, &error));
  CHECK_ERROR(error, SPM_ERROR_AUDIO);
  CHECK(!spm_request_append(request, minute, 1, 1, 1e300, &error));
  CHECK_ERROR(error, SPM_ERROR_AUDIO);
  CHECK(!spm_request_append(request, minute, 60 * 16000 + 1, 1, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_AUDIO);
  CHECK(!spm_request_append(request, minute, SIZE_MAX, 1, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_AUDIO);
  CHECK(spm_request_append(request, minute, 60 * 16000, 1, 16000, &error) && !error);
  CHECK(!spm_request_append(request, minute, 1, 1, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_AUDIO);
  CHECK(!spm_request_append(request, minute, 1, 2, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_AUDIO);
  spm_request_free(request);
  request = new_request();
  spm_request_end_audio(request);
  CHECK(!spm_request_append(request, minute, 1, 1, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_AUDIO);
  spm_request_free(request);
  request = spm_request_create_with_file("/nowhere.wav", NULL, &error);
  CHECK(!spm_request_append(request, minute, 1, 1, 16000, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  spm_request_free(request);
  free(minute);
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
  spm_task *task = start(request, &heard);
  CHECK(!spm_task_start(recognizer, request, hear, &heard, &error));
  CHECK_ERROR(error, SPM_ERROR_INVALID_CALL);
  CHECK(spm_request_append(request, stereo, clip_length, 2, clip_rate, &error) && !error);
  spm_request_end_audio(request);
  check_end(&heard, SPM_EVENT_FINAL);
  CHECK(heard.task == task);
  CHECK(!has(&heard, SPM_EVENT_PARTIAL));
  CHECK(heard.count == 4 && heard.kinds[0] == SPM_EVENT_DETECTED_SPEECH);
  CHECK(heard.kinds[1] == SPM_EVENT_FINISHED_READING_AUDIO);
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

/* Whoever frees a task hears no more of it. */
static void test_free(void) {
  heard inside = NOTHING, outside = NOTHING;
  spm_request *request = new_request(), *other = new_request();
  inside.frees_task = true;
  start(request, &inside);
  append_clip(request);
  spm_request_end_audio(request);
  wait_for(&inside, SPM_EVENT_PARTIAL);
  spm_request_free(request);
  spm_task *task = start(other, &outside);
  append_clip(other);
  wait_for(&outside, SPM_EVENT_PARTIAL);
  spm_task_free(task);
  /* Without the lock: the callback is not running. */
  int count = outside.count;
  pause_briefly();
  CHECK(outside.count == count && !has(&outside, SPM_EVENT_ENDED));
  CHECK(inside.kinds[inside.count - 1] == SPM_EVENT_PARTIAL);
  spm_request_free(other);
}

/* A task keeps what it needs; the free request has ended its audio. */
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

typedef struct {
  pthread_mutex_t lock;
  int trues, falses;
} availability;

static void hear_availability(void *context, bool is_available) {
  availability *availability = context;
  pthread_mutex_lock(&availability->lock);
  if (is_available)
    availability->trues++;
  else
    availability->falses++;
  pthread_mutex_unlock(&availability->lock);
}

/* Waits until the availability has been reported so often, at most a minute. */
static void wait_for_reports(availability *availability, int count) {
  for (int i = 0; i < 200; i++) {
    pthread_mutex_lock(&availability->lock);
    int reports = availability->trues + availability->falses;
    pthread_mutex_unlock(&availability->lock);
    if (reports >= count) return;
    pause_briefly();
  }
}

static void test_damaged_model(const char *models) {
  heard heard = NOTHING;
  availability availability = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
  spm_error *error = NULL;
  spm_recognizer *damaged = spm_recognizer_create("en_US", models, &error);
  CHECK(damaged && !error && spm_recognizer_is_available(damaged));
  spm_recognizer_set_availability_handler(damaged, hear_availability, &availability);
  wait_for_reports(&availability, 1);
  spm_request *request = new_request();
  spm_task *task = spm_task_start(damaged, request, hear, &heard, &error);
  CHECK(task && !error);
  check_end(&heard, SPM_EVENT_ERROR);
  CHECK(heard.code == SPM_ERROR_MODEL_UNAVAILABLE);
  CHECK(!spm_recognizer_is_available(damaged));
  wait_for_reports(&availability, 2);
  spm_recognizer_free(damaged);
  CHECK(availability.trues == 1 && availability.falses == 1);
  spm_task_free(task);
  spm_request_free(request);
  CHECK(!spm_recognizer_create("en_US", "/nowhere", &error));
  CHECK_ERROR(error, SPM_ERROR_MODEL_UNAVAILABLE);
  CHECK(!spm_recognizer_create("xx", NULL, &error));
  CHECK_ERROR(error, SPM_ERROR_MODEL_UNAVAILABLE);
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
