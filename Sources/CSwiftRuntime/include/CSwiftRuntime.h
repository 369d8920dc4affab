// The hooks through which the Swift runtime lets a program run its tasks itself (swift/Runtime/Concurrency.h). They are
// exported by every runtime since Swift 5.7, but of a calling convention that Swift code cannot write.
#pragma once
#include <stdint.h>

/// Gets each job that is to be run as soon as possible.
typedef void (*spokenmove_enqueue)(void *job);
/// Gets each job that is to be run after so many nanoseconds.
typedef void (*spokenmove_enqueue_after)(void *job, uint64_t nanoseconds);

/// From now on, the runtime's jobs go to these functions and no more to its own pool of threads.
void spokenmove_take_jobs(spokenmove_enqueue enqueue, spokenmove_enqueue_after enqueue_after);

/// Runs a job on this thread.
void spokenmove_run_job(void *job);
