// Reports to ThreadSanitizer when Swift's Mutex waits for a lock, or hands one over (LD_PRELOAD): this
// happens in Swift's library, where it sees nothing. The rest of the lock is compiled into the program.
// https://github.com/swiftlang/swift/blob/release/6.3/stdlib/public/Synchronization/Mutex/LinuxImpl.swift
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Only in programs that are built with the sanitizer.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  ((SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK))(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
  ((SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
