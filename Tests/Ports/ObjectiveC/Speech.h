/* Classes over the C interface, with their names on a phone. Handlers are called on
 * the main thread, by MainLoop. GCC has no blocks, so they are objects. */
#import "MainLoop.h"

#include <spokenmove/speech.h>

@class SFSpeechRecognizer, SFSpeechRecognitionTask;

/* What went wrong. */
@interface SFSpeechError : Root {
  spm_error_code code;
  char *message;
}
- (id)initWithError:(const spm_error *)error;
- (spm_error_code)code;
- (const char *)localizedDescription;
@end

/* A partial or final result. */
@interface SFSpeechRecognitionResult : Root {
  char *text;
  BOOL isFinal;
}
- (id)initWithEvent:(const spm_event *)event;
- (const char *)formattedString;
- (BOOL)isFinal;
@end

/* Sound: 16 bits, channels interleaved. */
typedef struct {
  const int16_t *samples;
  size_t frameLength;
  uint32_t channelCount;
  double sampleRate;
} AudioPCMBuffer;

@interface SFSpeechRecognitionRequest : Root {
  spm_request *request;
}
- (void)setShouldReportPartialResults:(BOOL)reports;
- (spm_request *)request;
@end

@interface SFSpeechAudioBufferRecognitionRequest : SFSpeechRecognitionRequest
/* From any one thread; shows an error on standard error. */
- (void)appendAudioPCMBuffer:(AudioPCMBuffer)buffer;
- (void)endAudio;
@end

@interface SFSpeechURLRecognitionRequest : SFSpeechRecognitionRequest
/* Nil if the request could not be made. */
- (id)initWithPath:(const char *)path;
@end

@protocol SFSpeechRecognizerDelegate
- (void)speechRecognizer:(SFSpeechRecognizer *)recognizer availabilityDidChange:(BOOL)available;
@end

/* Gets each result, or an error, which is freed afterwards. */
@protocol SFSpeechResultHandler
- (void)hearResult:(SFSpeechRecognitionResult *)result error:(SFSpeechError *)error;
@end

@interface SFSpeechRecognizer : Root {
  spm_recognizer *recognizer;
  id<SFSpeechRecognizerDelegate> delegate;
}
+ (spm_authorization)authorizationStatus;
/* Nil if there is no model for the language. */
- (id)initWithLocale:(const char *)locale;
- (void)setDelegate:(id<SFSpeechRecognizerDelegate>)delegate;
- (id<SFSpeechRecognizerDelegate>)delegate;
- (BOOL)isAvailable;
/* Nil if the task could not be started. */
- (SFSpeechRecognitionTask *)recognitionTaskWithRequest:(SFSpeechRecognitionRequest *)request
                                          resultHandler:(id<SFSpeechResultHandler>)handler;
@end

@interface SFSpeechRecognitionTask : Root {
@public
  spm_task *task;
  id<SFSpeechResultHandler> handler;
}
- (void)finish;
- (void)cancel;
/* Frees it; its handler is no longer called. */
- (void)free;
@end
