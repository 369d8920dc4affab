/* A phone's screen and microphone, on a terminal. */
#import "Speech.h"

/* A button: a line on standard output whenever it changes. */
@interface Button : Root {
  const char *title;
  BOOL isEnabled;
}
- (id)initWithTitle:(const char *)title;
- (void)setTitle:(const char *)title;
- (const char *)title;
- (void)setEnabled:(BOOL)enabled;
- (BOOL)isEnabled;
@end

/* The owner of an engine's tap. */
@protocol AudioTap
/* On the engine's thread. */
- (void)hearBuffer:(AudioPCMBuffer)buffer;
/* On the main thread, when the file that replaces the microphone has ended. */
- (void)inputDidEnd;
@end

/* Stands for a phone's audio engine and its input node; a sound file is its microphone, in real
 * time. */
@interface AudioEngine : Root {
  const char *path;
  id<AudioTap> tap;
  void *thread;
  volatile BOOL isRunning;
}
- (id)initWithPath:(const char *)path;
- (void)installTap:(id<AudioTap>)tap;
- (void)removeTap;
/* NO if there is no microphone, or it is busy. */
- (BOOL)start;
- (BOOL)isRunning;
/* Returns once the tap is no longer called. */
- (void)stop;
@end
