// What Swift's own module of the C library leaves out.
#pragma once
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>

// Declared by pthread.h only where _GNU_SOURCE is defined, which Swift's importer does not do.
int pthread_setname_np(pthread_t thread, const char *name);
