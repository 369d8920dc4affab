#import "MainLoop.h"

#include <objc/runtime.h>
#include <pthread.h>
#include <stddef.h>

@implementation Root
+ (id)alloc {
  return class_createInstance(self, 0);
}
+ (id)new {
  return [[self alloc] init];
}
- (id)init {
  return self;
}
- (void)free {
  object_dispose(self);
}
@end

@implementation Message
- (id)sender {
  return nil;
}
- (void)perform {
}
@end

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_news = PTHREAD_COND_INITIALIZER;
static Message *first;
static BOOL runs;

@implementation MainLoop
+ (void)post:(Message *)message {
  message->next = nil;
  pthread_mutex_lock(&lock);
  Message **end = &first;
  while (*end) end = &(*end)->next;
  *end = message;
  pthread_cond_signal(&has_news);
  pthread_mutex_unlock(&lock);
}

+ (void)forget:(id)sender {
  pthread_mutex_lock(&lock);
  Message **place = &first;
  while (*place) {
    Message *message = *place;
    if ([message sender] == sender) {
      *place = message->next;
      [message free];
    } else {
      place = &message->next;
    }
  }
  pthread_mutex_unlock(&lock);
}

+ (void)run {
  runs = YES;
  while (runs) {
    pthread_mutex_lock(&lock);
    while (!first) pthread_cond_wait(&has_news, &lock);
    Message *message = first;
    first = message->next;
    pthread_mutex_unlock(&lock);
    [message perform];
    [message free];
  }
}

+ (void)stop {
  runs = NO;
}
@end
