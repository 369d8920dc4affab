#include "contract.h"

#include <stdlib.h>

void test_null(void) {
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
  /* Without a place for the error, and with a place that is not empty. */
  CHECK(!spm_recognizer_create(NULL, NULL, NULL));
  error = (spm_error *)&sample;
  CHECK(spm_request_append(request, NULL, 0, 1, 16000, &error) && !error);
  CHECK(!spm_recognizer_is_available(NULL));
  spm_recognizer_set_availability_handler(NULL, NULL, NULL);
  spm_request_set_reports_partial_results(NULL, true);
  spm_request_set_adds_punctuation(NULL, true);
  spm_request_set_endpointing(NULL, 1, 1);
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

void test_append(void) {
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

/* How often a recognizer has been reported available and not. */
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

/* Waits until the availability has been reported this often, at most a minute. */
static void wait_for_reports(availability *availability, int count) {
  for (int i = 0; i < 200; i++) {
    pthread_mutex_lock(&availability->lock);
    int reports = availability->trues + availability->falses;
    pthread_mutex_unlock(&availability->lock);
    if (reports >= count) return;
    pause_briefly();
  }
}

void test_damaged_model(const char *models) {
  heard heard = NOTHING;
  availability before = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
  availability availability = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
  spm_error *error = NULL;
  spm_recognizer *damaged = spm_recognizer_create("en_US", models, &error);
  CHECK(damaged && !error && spm_recognizer_is_available(damaged));
  spm_recognizer_set_availability_handler(damaged, hear_availability, &before);
  wait_for_reports(&before, 1);
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
  CHECK(before.trues == 1 && before.falses == 0);
  CHECK(availability.trues == 1 && availability.falses == 1);
  spm_task_free(task);
  spm_request_free(request);
  CHECK(!spm_recognizer_create("en_US", "/nowhere", &error));
  CHECK_ERROR(error, SPM_ERROR_MODEL_UNAVAILABLE);
  CHECK(!spm_recognizer_create("xx", NULL, &error));
  CHECK_ERROR(error, SPM_ERROR_MODEL_UNAVAILABLE);
}
