#import "Speech.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Shows a call's error. */
static void complain(spm_error *error) {
  fprintf(stderr, "%s\n", error->message);
  spm_error_free(error);
}

@implementation SFSpeechError
- (id)initWithError:(const spm_error *)error {
  code = error->code;
  message = strdup(error->message);
  return self;
}
- (spm_error_code)code {
  return code;
}
- (const char *)localizedDescription {
  return message;
}
- (void)free {
  free(message);
  [super free];
}
@end

@implementation SFSpeechRecognitionResult
- (id)initWithEvent:(const spm_event *)event {
  text = strdup(event->transcript);
  isFinal = event->kind == SPM_EVENT_FINAL;
  return self;
}
- (const char *)formattedString {
  return text;
}
- (BOOL)isFinal {
  return isFinal;
}
- (void)free {
  free(text);
  [super free];
}
@end

@implementation SFSpeechRecognitionRequest
- (void)setShouldReportPartialResults:(BOOL)reports {
  spm_request_set_reports_partial_results(request, reports);
}
- (spm_request *)request {
  return request;
}
- (void)free {
  spm_request_free(request);
  [super free];
}
@end

@implementation SFSpeechAudioBufferRecognitionRequest
- (id)init {
  request = spm_request_create(NULL, NULL);
  return self;
}
- (void)appendAudioPCMBuffer:(AudioPCMBuffer)buffer {
  spm_error *error;
  if (!spm_request_append(request, buffer.samples, buffer.frameLength, buffer.channelCount,
                          buffer.sampleRate, &error))
    complain(error);
}
- (void)endAudio {
  spm_request_end_audio(request);
}
@end

@implementation SFSpeechURLRecognitionRequest
- (id)initWithPath:(const char *)path {
  spm_error *error;
  request = spm_request_create_with_file(path, NULL, &error);
  if (request) return self;
  complain(error);
  [self free];
  return nil;
}
@end

/* A changed availability. */
@interface AvailabilityMessage : Message {
@public
  SFSpeechRecognizer *recognizer;
  BOOL available;
}
@end

@implementation AvailabilityMessage
- (id)sender {
  return recognizer;
}
- (void)perform {
  [[recognizer delegate] speechRecognizer:recognizer availabilityDidChange:available];
}
@end

/* A result or an error on its way to the handler. */
@interface ResultMessage : Message {
@public
  SFSpeechRecognitionTask *task;
  SFSpeechRecognitionResult *result;
  SFSpeechError *error;
}
@end

@implementation ResultMessage
- (id)sender {
  return task;
}
- (void)perform {
  [task->handler hearResult:result error:error];
}
- (void)free {
  [result free];
  [error free];
  [super free];
}
@end

/* Called on a thread of the library. */
static void hear_availability(void *context, bool is_available) {
  AvailabilityMessage *message = [AvailabilityMessage new];
  message->recognizer = context;
  message->available = is_available;
  [MainLoop post:message];
}

/* Called on a thread of the library. Copies the event's contents, which are freed afterwards. */
static void hear(void *context, spm_task *task, const spm_event *event) {
  (void)task;
  ResultMessage *message;
  switch (event->kind) {
  case SPM_EVENT_PARTIAL:
  case SPM_EVENT_FINAL:
    message = [ResultMessage new];
    message->result = [[SFSpeechRecognitionResult alloc] initWithEvent:event];
    break;
  case SPM_EVENT_ERROR:
    message = [ResultMessage new];
    message->error = [[SFSpeechError alloc] initWithError:event->error];
    break;
  default:
    return;
  }
  message->task = context;
  [MainLoop post:message];
}

@implementation SFSpeechRecognizer
+ (spm_authorization)authorizationStatus {
  return spm_authorization_status(NULL);
}
- (id)initWithLocale:(const char *)locale {
  spm_error *error;
  recognizer = spm_recognizer_create(locale, NULL, &error);
  if (recognizer) return self;
  complain(error);
  [self free];
  return nil;
}
- (void)setDelegate:(id<SFSpeechRecognizerDelegate>)newDelegate {
  delegate = newDelegate;
  spm_recognizer_set_availability_handler(recognizer, newDelegate ? hear_availability : NULL, self);
}
- (id<SFSpeechRecognizerDelegate>)delegate {
  return delegate;
}
- (BOOL)isAvailable {
  return spm_recognizer_is_available(recognizer);
}
- (SFSpeechRecognitionTask *)recognitionTaskWithRequest:(SFSpeechRecognitionRequest *)request
                                          resultHandler:(id<SFSpeechResultHandler>)handler {
  SFSpeechRecognitionTask *task = [SFSpeechRecognitionTask new];
  spm_error *error;
  task->handler = handler;
  task->task = spm_task_start(recognizer, [request request], hear, task, &error);
  if (task->task) return task;
  complain(error);
  [task free];
  return nil;
}
- (void)free {
  spm_recognizer_free(recognizer);
  [MainLoop forget:self];
  [super free];
}
@end

@implementation SFSpeechRecognitionTask
- (void)finish {
  spm_task_finish(task);
}
- (void)cancel {
  spm_task_cancel(task);
}
- (void)free {
  /* No event comes after this; those waiting for the main thread are dropped. */
  spm_task_free(task);
  [MainLoop forget:self];
  [super free];
}
@end
