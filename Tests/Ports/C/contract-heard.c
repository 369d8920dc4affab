#include "contract.h"

#include <time.h>

int broken;

void hear(void *context, spm_task *task, const spm_event *event) {
  heard *heard = context;
  spm_error *error = NULL;
  if (heard->data && event->kind == SPM_EVENT_PARTIAL) {
    CHECK(!spm_language_model_prepare(heard->data, heard->prepared, &error));
    if (error) heard->prepare_code = error->code;
    spm_error_free(error);
  }
  pthread_mutex_lock(&heard->lock);
  heard->task = task;
  heard->is_running = true;
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
  if (heard->is_slow) pause_briefly();
  pthread_mutex_lock(&heard->lock);
  heard->is_running = false;
  pthread_mutex_unlock(&heard->lock);
  if (heard->frees_task && event->kind == SPM_EVENT_PARTIAL) spm_task_free(task);
}

bool has(const heard *heard, spm_event_kind kind) {
  for (int i = 0; i < heard->count; i++)
    if (heard->kinds[i] == kind) return true;
  return false;
}

void wait_for(heard *heard, spm_event_kind kind) {
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

void pause_briefly(void) {
  struct timespec pause = {0, 300000000};
  nanosleep(&pause, NULL);
}

void check_end(heard *heard, spm_event_kind before) {
  wait_for(heard, SPM_EVENT_ENDED);
  pause_briefly();
  pthread_mutex_lock(&heard->lock);
  int count = heard->count;
  CHECK(count >= 2 && heard->kinds[count - 1] == SPM_EVENT_ENDED);
  CHECK(count >= 2 && heard->kinds[count - 2] == before);
  for (int i = 0; i < count - 1; i++) CHECK(heard->kinds[i] != SPM_EVENT_ENDED);
  pthread_mutex_unlock(&heard->lock);
}
