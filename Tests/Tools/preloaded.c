// Makes libraries, disk and console misbehave for the program under test (LD_PRELOAD).
//
// SLOW_DISK, SLOW_DECODER, SLOW_MICROPHONE and SLOW_CONSOLE each name a file. While it exists, the
// call takes longer by the seconds in it; for ever if it is empty. SOUND_NODES names a folder
// that replaces /dev/snd; while it has a file "unplugged", no microphone can be opened or read.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

static void delay(const char *name) {
  const char *path = getenv(name);
  FILE *file = path ? fopen(path, "re") : NULL;
  if (!file) return;
  double seconds = 0;
  if (fscanf(file, "%lf", &seconds) != 1) seconds = 1e6;
  fclose(file);
  usleep((useconds_t)(seconds * 1e6) % 1000000);
  for (long left = (long)seconds; left > 0; left--) sleep(1);
}

static int is_unplugged(void) {
  const char *nodes = getenv("SOUND_NODES");
  char path[4096];
  if (!nodes) return 0;
  snprintf(path, sizeof path, "%s/unplugged", nodes);
  return access(path, F_OK) == 0;
}

int fsync(int file) {
  delay("SLOW_DISK");
  return REAL(fsync)(file);
}

ssize_t write(int file, const void *bytes, size_t count) {
  int before = errno;
  if (getenv("SLOW_CONSOLE") && isatty(file)) delay("SLOW_CONSOLE");
  errno = before;
  return REAL(write)(file, bytes, count);
}

int ps_end_utt(void *decoder) {
  delay("SLOW_DECODER");
  return REAL(ps_end_utt)(decoder);
}

int snd_pcm_open(void **pcm, const char *name, int stream, int mode) {
  return is_unplugged() ? -ENODEV : REAL(snd_pcm_open)(pcm, name, stream, mode);
}

long snd_pcm_readi(void *pcm, void *buffer, unsigned long frames) {
  delay("SLOW_MICROPHONE");
  return is_unplugged() ? -ENODEV : REAL(snd_pcm_readi)(pcm, buffer, frames);
}

int inotify_add_watch(int file, const char *path, unsigned mask) {
  const char *nodes = getenv("SOUND_NODES");
  return REAL(inotify_add_watch)(file, nodes && strcmp(path, "/dev/snd") == 0 ? nodes : path, mask);
}
