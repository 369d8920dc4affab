/* Shared by the parts of contract.c. */
#include <pthread.h>
#include <spokenmove/speech.h>
#include <stdio.h>

/* The number of broken promises. */
extern int broken;

#define CHECK(condition) \
  ((condition) ? (void)0 : (broken++, (void)printf("broken, line %d: %s\n", __LINE__, #condition)))

/* Checks that the error has this code and a message; frees it. */
#define CHECK_ERROR(error, wanted) \
  (CHECK((error) && (error)->code == (wanted) && *(error)->message && *(error)->domain), \
   spm_error_free(error), (error) = NULL)

/* The events that a task's callback got. */
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
  bool frees_task, is_slow, is_running;
  const char *data, *prepared;
  spm_error_code prepare_code;
  spm_task *task;
} heard;

#define NOTHING \
  { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER }

/* The callback; `context` is a `heard`. */
void hear(void *context, spm_task *task, const spm_event *event);
/* Whether such an event has come. */
bool has(const heard *heard, spm_event_kind kind);
/* Returns once the event has come; gives up after two minutes. */
void wait_for(heard *heard, spm_event_kind kind);
/* Long enough for a callback that must not come. */
void pause_briefly(void);
/* Checks that the end comes once and last, after a result or an error. */
void check_end(heard *heard, spm_event_kind before);

/* The sound, and the recognizer's inputs. */
extern int16_t *clip;
extern size_t clip_length;
extern double clip_rate;
extern spm_recognizer *recognizer;
extern spm_language_model *coffee;

spm_request *new_request(void);
spm_task *start(spm_request *request, heard *heard);
void append_clip(spm_request *request);

/* Tests forbidden calls, sound that is refused, and an unreadable model:
 * contract-calls.c. */
void test_null(void);
void test_append(void);
void test_damaged_model(const char *models);
