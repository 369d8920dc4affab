/*
 * spokenword live|file SOUND
 *
 * SpokenWord in Objective-C: takes dictation, live with a sound file as microphone, or from the
 * file.
 *
 * gcc *.m $(pkg-config --cflags --libs spokenmove-speech sndfile) -lobjc -lpthread -o spokenword
 */
#import "Screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

@interface ViewController : Root <SFSpeechRecognizerDelegate, SFSpeechResultHandler, AudioTap> {
@public
  Button *recordButton;
  BOOL hasFailed;

@private
  SFSpeechRecognizer *speechRecognizer;
  SFSpeechRecognitionRequest *recognitionRequest;
  SFSpeechRecognitionTask *recognitionTask;
  AudioEngine *audioEngine;
  const char *path;
}
- (id)initWithPath:(const char *)path;
- (BOOL)viewDidAppear;
- (void)recordButtonTapped;
- (void)transcribeFile;
@end

@implementation ViewController
- (id)initWithPath:(const char *)file {
  path = file;
  audioEngine = [[AudioEngine alloc] initWithPath:file];
  recordButton = [[Button alloc] initWithTitle:"Start Recording"];
  return self;
}

/* NO if recognition is not available. */
- (BOOL)viewDidAppear {
  speechRecognizer = [[SFSpeechRecognizer alloc] initWithLocale:"en_US"];
  if (!speechRecognizer) return NO;
  [speechRecognizer setDelegate:self];
  switch ([SFSpeechRecognizer authorizationStatus]) {
  case SPM_AUTHORIZATION_AUTHORIZED:
    [recordButton setEnabled:YES];
    return YES;
  case SPM_AUTHORIZATION_DENIED:
    [recordButton setTitle:"User denied access to speech recognition"];
    break;
  case SPM_AUTHORIZATION_RESTRICTED:
    [recordButton setTitle:"Speech recognition restricted on this device"];
    break;
  case SPM_AUTHORIZATION_NOT_DETERMINED:
    [recordButton setTitle:"Speech recognition not yet authorized"];
    break;
  }
  return NO;
}

- (void)speechRecognizer:(SFSpeechRecognizer *)recognizer availabilityDidChange:(BOOL)available {
  printf("available: %s\n", available && [recognizer isAvailable] ? "true" : "false");
  if (available) return;
  [recordButton setEnabled:NO];
  [recordButton setTitle:"Recognition Not Available"];
}

- (void)dropTask {
  [recognitionTask free];
  recognitionTask = nil;
  [recognitionRequest free];
  recognitionRequest = nil;
}

- (void)begin:(SFSpeechRecognitionRequest *)request {
  [self dropTask];
  recognitionRequest = request;
  [request setShouldReportPartialResults:YES];
  recognitionTask = [speechRecognizer recognitionTaskWithRequest:request resultHandler:self];
}

- (BOOL)startRecording {
  [self begin:[SFSpeechAudioBufferRecognitionRequest new]];
  [audioEngine installTap:self];
  if (![audioEngine start]) return NO;
  printf("(Go ahead, I'm listening)\n");
  return YES;
}

- (void)transcribeFile {
  SFSpeechURLRecognitionRequest *request;
  request = [[SFSpeechURLRecognitionRequest alloc] initWithPath:path];
  [self begin:request];
}

- (void)hearBuffer:(AudioPCMBuffer)buffer {
  [(SFSpeechAudioBufferRecognitionRequest *)recognitionRequest appendAudioPCMBuffer:buffer];
}

- (void)inputDidEnd {
  [self recordButtonTapped];
}

- (void)hearResult:(SFSpeechRecognitionResult *)result error:(SFSpeechError *)error {
  if (result) printf("text: %s\n", [result formattedString]);
  if (error) printf("error %d: %s\n", (int)[error code], [error localizedDescription]);
  if (!error && ![result isFinal]) return;
  hasFailed = error != nil;
  [audioEngine stop];
  [audioEngine removeTap];
  [self dropTask];
  [recordButton setEnabled:YES];
  [recordButton setTitle:"Start Recording"];
  [MainLoop stop];
}

- (void)recordButtonTapped {
  if ([audioEngine isRunning]) {
    [audioEngine stop];
    [(SFSpeechAudioBufferRecognitionRequest *)recognitionRequest endAudio];
    [recordButton setEnabled:NO];
    [recordButton setTitle:"Stopping"];
  } else if ([self startRecording]) {
    [recordButton setTitle:"Stop Recording"];
  } else {
    [recordButton setTitle:"Recording Not Available"];
    hasFailed = YES;
    [MainLoop stop];
  }
}

- (void)free {
  [self dropTask];
  [audioEngine free];
  [speechRecognizer free];
  [recordButton free];
  [super free];
}
@end

/* Taps the button once the main loop runs. */
@interface Tap : Message {
@public
  ViewController *controller;
  BOOL isLive;
}
@end

@implementation Tap
- (void)perform {
  if (isLive)
    [controller recordButtonTapped];
  else
    [controller transcribeFile];
}
@end

int main(int argc, char **argv) {
  if (argc != 3 || (strcmp(argv[1], "live") && strcmp(argv[1], "file"))) {
    fprintf(stderr, "Usage: spokenword live|file SOUND\n");
    return 64;
  }
  ViewController *controller = [[ViewController alloc] initWithPath:argv[2]];
  int status = 1;
  if ([controller viewDidAppear]) {
    Tap *tap = [Tap new];
    tap->controller = controller;
    tap->isLive = !strcmp(argv[1], "live");
    [MainLoop post:tap];
    [MainLoop run];
    status = controller->hasFailed ? 1 : 0;
  }
  [controller free];
  return status;
}
