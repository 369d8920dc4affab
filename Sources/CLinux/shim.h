// What Swift's own module of the C library leaves out.
#pragma once
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/sysmacros.h>

// Declared only where _GNU_SOURCE is defined, which Swift's importer does not do.
int pthread_setname_np(pthread_t thread, const char *name);
int pipe2(int ends[2], int flags);
