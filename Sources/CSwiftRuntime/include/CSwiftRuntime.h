// The hook through which the Swift runtime lets a program run its tasks itself (swift/Runtime/Concurrency.h). It is
// exported by every runtime since Swift 5.7, but of a calling convention that Swift code cannot write.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Gets each job that is to be run as soon as possible.
typedef void (*spokenmove_enqueue)(void *job);

/// Whether the runtime has the hook.
bool spokenmove_can_take_jobs(void);

/// From now on, the runtime's jobs go to this function and no more to its own pool of threads.
void spokenmove_take_jobs(spokenmove_enqueue enqueue);

/// Runs a job on this thread.
void spokenmove_run_job(void *job);
