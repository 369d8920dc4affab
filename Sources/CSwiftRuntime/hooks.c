#include "CSwiftRuntime.h"

#define SWIFTCALL __attribute__((swiftcall))

typedef SWIFTCALL void (*original)(void *);

// Weak, so that the program starts with a runtime that has none.
extern SWIFTCALL void (*swift_task_enqueueGlobal_hook)(void *, original) __attribute__((weak));

/// An executor that is none in particular.
struct executor {
  void *identity;
  uintptr_t implementation;
};
extern SWIFTCALL void swift_job_run(void *job, struct executor executor);

static spokenmove_enqueue take;

static SWIFTCALL void enqueue(void *job, original runtime) {
  (void)runtime;
  take(job);
}

bool spokenmove_can_take_jobs(void) {
  return &swift_task_enqueueGlobal_hook != 0;
}

void spokenmove_take_jobs(spokenmove_enqueue new_take) {
  if (!spokenmove_can_take_jobs()) return;
  take = new_take;
  swift_task_enqueueGlobal_hook = enqueue;
}

void spokenmove_run_job(void *job) {
  swift_job_run(job, (struct executor){0, 0});
}
