#include "CSwiftRuntime.h"

#include <time.h>

#define SWIFTCALL __attribute__((swiftcall))

typedef SWIFTCALL void (*original)(void *);
typedef SWIFTCALL void (*original_delay)(uint64_t, void *);
typedef SWIFTCALL void (*original_deadline)(long long, long long, long long, long long, int, void *);

extern SWIFTCALL void (*swift_task_enqueueGlobal_hook)(void *, original);
extern SWIFTCALL void (*swift_task_enqueueGlobalWithDelay_hook)(uint64_t, void *, original_delay);
extern SWIFTCALL void (*swift_task_enqueueGlobalWithDeadline_hook)(
    long long, long long, long long, long long, int, void *, original_deadline);

/// An executor that is none in particular.
struct executor {
  void *identity;
  uintptr_t implementation;
};
extern SWIFTCALL void swift_job_run(void *job, struct executor executor);

static spokenmove_enqueue take;
static spokenmove_enqueue_after take_after;

static SWIFTCALL void enqueue(void *job, original runtime) {
  (void)runtime;
  take(job);
}

static SWIFTCALL void enqueue_after(uint64_t nanoseconds, void *job, original_delay runtime) {
  (void)runtime;
  take_after(job, nanoseconds);
}

static SWIFTCALL void enqueue_at(long long seconds, long long nanoseconds, long long leeway_seconds,
                                 long long leeway_nanoseconds, int clock, void *job, original_deadline runtime) {
  (void)leeway_seconds, (void)leeway_nanoseconds, (void)runtime;
  // 1 is the clock that goes on while the machine sleeps, 2 the one that does not.
  struct timespec now;
  clock_gettime(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
  __int128 left = ((__int128)seconds - now.tv_sec) * 1000000000 + nanoseconds - now.tv_nsec;
  take_after(job, left < 0 ? 0 : left > INT64_MAX ? INT64_MAX : (uint64_t)left);
}

void spokenmove_take_jobs(spokenmove_enqueue new_take, spokenmove_enqueue_after new_take_after) {
  take = new_take;
  take_after = new_take_after;
  swift_task_enqueueGlobalWithDeadline_hook = enqueue_at;
  swift_task_enqueueGlobalWithDelay_hook = enqueue_after;
  swift_task_enqueueGlobal_hook = enqueue;
}

void spokenmove_run_job(void *job) {
  swift_job_run(job, (struct executor){0, 0});
}
