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

/* What the tap of an engine belongs to. */
@protocol AudioTap
/* On the engine's thread. */
- (void)hearBuffer:(AudioPCMBuffer)buffer;
/* On the main thread, when a file in the place of the microphone is over. */
- (void)inputDidEnd;
@end

/* What an audio engine and its input node are on a phone; a sound file is its microphone, as fast
 * as it is heard. */
@interface AudioEngine : Root {
  const char *path;
  id<AudioTap> tap;
  void *thread;
  volatile BOOL isRunning;
}
- (id)initWithPath:(const char *)path;
- (void)installTap:(id<AudioTap>)tap;
- (void)removeTap;
/* NO if there is no microphone, or it is taken. */
- (BOOL)start;
- (BOOL)isRunning;
/* Returns when the tap is not called any more. */
- (void)stop;
@end
