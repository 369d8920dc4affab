// What Swift's own C library module lacks.
#pragma once
#include <malloc.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/sysmacros.h>

// Declared only if _GNU_SOURCE is defined, which Swift's importer does not do.
int pthread_setname_np(pthread_t thread, const char *name);
int pipe2(int ends[2], int flags);
struct sockaddr;
int accept4(int socket, struct sockaddr *address, unsigned int *length, int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
#ifndef _GNU_SOURCE
int prlimit(pid_t process, int resource, const struct rlimit *limit, struct rlimit *before);
#endif
