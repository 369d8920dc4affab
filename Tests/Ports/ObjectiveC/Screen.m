#import "Screen.h"

#include <pthread.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

@implementation Button
- (id)initWithTitle:(const char *)text {
  title = text;
  return self;
}
- (void)show {
  printf("[%s] %s\n", title, isEnabled ? "enabled" : "disabled");
}
- (void)setTitle:(const char *)text {
  title = text;
  [self show];
}
- (const char *)title {
  return title;
}
- (void)setEnabled:(BOOL)enabled {
  isEnabled = enabled;
  [self show];
}
- (BOOL)isEnabled {
  return isEnabled;
}
@end

/* An engine's file has ended. */
@interface EndMessage : Message {
@public
  AudioEngine *engine;
  id<AudioTap> tap;
}
@end

@implementation EndMessage
- (id)sender {
  return engine;
}
- (void)perform {
  [tap inputDidEnd];
}
@end

/* A running engine. */
typedef struct {
  pthread_t thread;
  AudioEngine *engine;
  id<AudioTap> tap;
  SNDFILE *file;
  SF_INFO info;
} pump;

static void *play(void *context) {
  pump *pump = context;
  int16_t samples[1024];
  sf_count_t count;
  /* As many whole frames as fit. */
  sf_count_t size = 1024 / pump->info.channels;
  while ([pump->engine isRunning] && (count = sf_readf_short(pump->file, samples, size)) > 0) {
    AudioPCMBuffer buffer = {samples, (size_t)count, (uint32_t)pump->info.channels,
                             pump->info.samplerate};
    [pump->tap hearBuffer:buffer];
    struct timespec pause = {0, (long)(1e9 * (double)count / pump->info.samplerate)};
    nanosleep(&pause, NULL);
  }
  if ([pump->engine isRunning]) {
    EndMessage *message = [EndMessage new];
    message->engine = pump->engine;
    message->tap = pump->tap;
    [MainLoop post:message];
  }
  return NULL;
}

@implementation AudioEngine
- (id)initWithPath:(const char *)file {
  path = file;
  return self;
}
- (void)installTap:(id<AudioTap>)newTap {
  tap = newTap;
}
- (void)removeTap {
  tap = nil;
}
- (BOOL)start {
  pump *pump = calloc(1, sizeof *pump);
  if (!pump) return NO;
  pump->engine = self;
  pump->tap = tap;
  pump->file = sf_open(path, SFM_READ, &pump->info);
  if (!pump->file || pump->info.channels > 1024) {
    if (pump->file) sf_close(pump->file);
    free(pump);
    return NO;
  }
  isRunning = YES;
  thread = pump;
  pthread_create(&pump->thread, NULL, play, pump);
  return YES;
}
- (BOOL)isRunning {
  return isRunning;
}
- (void)stop {
  if (!isRunning) return;
  isRunning = NO;
  pump *pump = thread;
  pthread_join(pump->thread, NULL);
  sf_close(pump->file);
  free(pump);
  [MainLoop forget:self];
}
- (void)free {
  [self stop];
  [super free];
}
@end
