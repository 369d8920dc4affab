/*
 * Speech recognition on this machine, for C, C++ and Objective-C.
 *
 *     spm_recognizer *recognizer = spm_recognizer_create("en_US", NULL, &error);
 *     spm_request *request = spm_request_create(NULL, &error);
 *     spm_task *task = spm_task_start(recognizer, request, hear, context, &error);
 *     spm_request_append(request, samples, count, 1, 16000, &error);
 *     spm_request_end_audio(request);
 *
 * Compile and link with `pkg-config --cflags --libs spokenmove-speech`.
 *
 * Threads. You can call every function from any thread, and from several at once, unless its
 * comment says otherwise. The library calls back on its own threads, never on the caller's. The
 * callbacks of one recognizer and its tasks run one after another; those of two recognizers may run
 * at the same time. A slow callback delays the next ones, not the recognition. After fork, only the
 * parent can use the library.
 *
 * Ownership. The caller owns what a function named `..._create`, `..._prepare` or `..._start`
 * returns, and frees it once, in any order: a task keeps what it needs of its recognizer and
 * request. The library copies the strings that it gets. A callback's arguments are valid until it
 * returns.
 *
 * Errors. A function that can fail takes an `spm_error **` last, which may be NULL. If it fails, it
 * returns NULL or false and stores an error there, which the caller frees; if it succeeds, it
 * stores NULL. NULL for any other required argument is an error with the code
 * SPM_ERROR_INVALID_CALL; a function without errors then does nothing.
 *
 * All text is UTF-8 and ends with a zero byte. Times are in seconds.
 */
#ifndef SPOKENMOVE_SPEECH_H
#define SPOKENMOVE_SPEECH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. The first number changes when programs must be recompiled, the
 * second when something is added. */
#define SPM_VERSION_MAJOR 0
#define SPM_VERSION_MINOR 2

/* The version of the loaded library's interface: SPM_VERSION_MAJOR * 1000 + SPM_VERSION_MINOR. */
uint32_t spm_version(void);

/* ---- Errors */

/* The kind of an error. Later versions may add some. */
typedef enum spm_error_code {
  /* A needed argument is NULL or impossible, or the function must not be called here. */
  SPM_ERROR_INVALID_CALL = 1,
  /* A model's folder or a file in it is missing or cannot be read. */
  SPM_ERROR_MODEL_UNAVAILABLE = 2,
  /* The decoder could not be created although the model exists. */
  SPM_ERROR_DECODER_FAILED = 3,
  /* A grammar has words without a pronunciation, or with phones that the model lacks. */
  SPM_ERROR_PRONUNCIATION = 4,
  /* A grammar is malformed, or the decoder refused it. */
  SPM_ERROR_GRAMMAR = 5,
  /* A language model, or its data, cannot be read or written, or contradicts itself. */
  SPM_ERROR_LANGUAGE_MODEL = 6,
  /* There is nothing to recognize with, such as an n-gram for dictation. */
  SPM_ERROR_UNAVAILABLE = 7,
  /* Sound could not be read, converted or kept. */
  SPM_ERROR_AUDIO = 8,
  /* The task was cancelled, or another task replaced it. */
  SPM_ERROR_CANCELED = 9
} spm_error_code;

/* What failed. */
typedef struct spm_error {
  spm_error_code code;
  /* Apple's domain, "SFSpeechErrorDomain", and its number for the code; 0 where Apple has none. */
  const char *domain;
  int32_t number;
  /* What failed, on what, why, and what to do about it; English, possibly several lines. */
  const char *message;
} spm_error;

/* Frees an error that a function has stored; does nothing for NULL. Never free an event's error. */
void spm_error_free(spm_error *error);

/* ---- Language models: the phrases that can be said */

typedef struct spm_language_model spm_language_model;

/* Compiles the data file `data` (JSON, as in grammars/examples) and writes the result to `prepared`
 * and two files beside it, with ".dict" and ".json" added to its name. If they were prepared from
 * the same data, it only reads them.
 *
 * The installed model for the data's language provides pronunciations that the data lacks. Blocks
 * for up to several seconds. Must not be called in a callback.
 *
 * Errors: SPM_ERROR_LANGUAGE_MODEL, which lists everything wrong with the data;
 * SPM_ERROR_MODEL_UNAVAILABLE if there is no model for its language; SPM_ERROR_INVALID_CALL. */
spm_language_model *spm_language_model_prepare(const char *data, const char *prepared,
                                               spm_error **error);

/* Frees a language model; its files and the requests that use it stay. */
void spm_language_model_free(spm_language_model *language_model);

/* ---- Recognizers */

typedef struct spm_recognizer spm_recognizer;

/* Makes a recognizer for a language such as "en_US" or "en-US". A model for another region of the
 * language will do. If SpokenMove has phrases for the language, such as "de_DE", an English model
 * will do too; then each word needs a custom pronunciation. Checks that the model's files exist,
 * and reads them with the first task.
 *
 * `models` is a folder with models, such as /usr/share/pocketsphinx/model; NULL for the installed
 * ones and those in the folders in the environment variable SPOKENMOVE_MODELS.
 *
 * Errors: SPM_ERROR_MODEL_UNAVAILABLE, SPM_ERROR_DECODER_FAILED, SPM_ERROR_INVALID_CALL. */
spm_recognizer *spm_recognizer_create(const char *locale, const char *models, spm_error **error);

/* Removes the availability handler, as below, and frees the recognizer. Its tasks go on. */
void spm_recognizer_free(spm_recognizer *recognizer);

/* Whether tasks with a language model can start: true unless opening the acoustic model has
 * failed. */
bool spm_recognizer_is_available(spm_recognizer *recognizer);

/* Called with the availability. */
typedef void (*spm_availability_handler)(void *context, bool is_available);

/* Calls `handler` soon, and after each change of the availability; NULL for none. Replaces the
 * previous handler: when the function returns, that one is not running and will not be called
 * again. In a callback of this recognizer it returns immediately, with the same promise. */
void spm_recognizer_set_availability_handler(spm_recognizer *recognizer,
                                             spm_availability_handler handler, void *context);

/* Whether this program may record. */
typedef enum spm_authorization {
  /* The device does not exist yet, or cannot be used. */
  SPM_AUTHORIZATION_NOT_DETERMINED = 0,
  /* The device exists, but this user may not open it. */
  SPM_AUTHORIZATION_DENIED = 1,
  /* Another program holds the device, or the service's sandbox blocks it. */
  SPM_AUTHORIZATION_RESTRICTED = 2,
  /* The device can be opened. */
  SPM_AUTHORIZATION_AUTHORIZED = 3
} spm_authorization;

/* Whether the program can record from `device`, an ALSA name, right now; NULL for "default". Opens
 * and closes it, which takes some milliseconds. */
spm_authorization spm_authorization_status(const char *device);

/* ---- Requests: the sound, and how to recognize it. A request serves one task. */

typedef struct spm_request spm_request;

/* Makes a request for sound from `spm_request_append`, with a language model; NULL for dictation,
 * which accepts any words. */
spm_request *spm_request_create(spm_language_model *language_model, spm_error **error);

/* Makes a request for a recording: WAV, FLAC, Ogg or MP3, of any rate and channel count. The file
 * is opened when the task begins.
 *
 * Error: SPM_ERROR_INVALID_CALL. */
spm_request *spm_request_create_with_file(const char *path, spm_language_model *language_model,
                                          spm_error **error);

/* Ends the audio, as below, and frees the request. Its task goes on. */
void spm_request_free(spm_request *request);

/* Whether to report partial results; true by default. Set it before the task starts. */
void spm_request_set_reports_partial_results(spm_request *request, bool reports);

/* Whether the final transcript begins with a capital letter and ends with a full stop; false by
 * default. Set it before the task starts. */
void spm_request_set_adds_punctuation(spm_request *request, bool adds);

/* Endpointing: reports SPM_EVENT_DETECTED_END_OF_SPEECH after `pause` seconds of silence after
 * speech, or SPM_EVENT_DETECTED_NO_SPEECH after `patience` seconds without speech, once per task.
 * Both are at most an hour. Reports neither if `pause` is 0, the default, or NaN. Set it before the
 * task starts. It does not end the audio: do that yourself. */
void spm_request_set_endpointing(spm_request *request, double pause, double patience);

/* Makes readings likelier that contain one of these phrases; they add no words. Only the first 100
 * count. Replaces earlier phrases. Call it before the task starts.
 *
 * Error: SPM_ERROR_INVALID_CALL, if a string is NULL; then the earlier phrases stay. */
bool spm_request_set_contextual_strings(spm_request *request, const char *const *strings,
                                        size_t count, spm_error **error);

/* Appends sound: `frame_count` times `channel_count` samples of 16 bits, channels interleaved, of
 * `sample_rate` frames a second. Copies them and returns immediately. Call it from one thread at a
 * time.
 *
 * A request's sound has one format: 1,000 to 768,000 Hz, 1 to 64 channels; 16 kHz and one channel
 * need no conversion. At most 60 s of sound can wait for a slow decoder or an unstarted task.
 *
 * Errors: SPM_ERROR_AUDIO, if the format is impossible or has changed, or the sound was dropped
 * because too much was waiting or the audio had ended; SPM_ERROR_INVALID_CALL, also for a request
 * with a file. An error drops this call's sound, and the request can still be used. */
bool spm_request_append(spm_request *request, const int16_t *samples, size_t frame_count,
                        uint32_t channel_count, double sample_rate, spm_error **error);

/* Ends the sound; the final result follows soon. */
void spm_request_end_audio(spm_request *request);

/* ---- Results */

/* A recognized word. */
typedef struct spm_segment {
  const char *text;
  /* When it begins, from the first sample, and how long it lasts. */
  double timestamp;
  double duration;
  /* 0 to 1; 0 in a partial result. */
  double confidence;
} spm_segment;

/* A class of the data's template, and its spoken value as the data spells it. */
typedef struct spm_slot {
  const char *name;
  const char *value;
} spm_slot;

/* One reading of what was said. */
typedef struct spm_transcription {
  /* The words, separated by spaces. */
  const char *text;
  /* The probability that exactly these words were said, 0 to 1; 0 in a partial result. */
  double confidence;
  const spm_segment *segments;
  size_t segment_count;
  /* The intent of the words, by the data's templates. The name is NULL if the template has none, or
   * no template matches, or the result is partial. */
  const char *intent;
  const spm_slot *slots;
  size_t slot_count;
} spm_transcription;

/* The kind of an event. Later versions may add some: ignore unknown ones. */
typedef enum spm_event_kind {
  /* The first sound that may be a word was heard. */
  SPM_EVENT_DETECTED_SPEECH = 1,
  /* The partial result changed. */
  SPM_EVENT_PARTIAL = 2,
  /* All sound has been read. */
  SPM_EVENT_FINISHED_READING_AUDIO = 3,
  /* The result, even if nothing was understood. */
  SPM_EVENT_FINAL = 4,
  /* The task failed, or was cancelled: code SPM_ERROR_CANCELED. */
  SPM_EVENT_ERROR = 5,
  /* The task is over: after SPM_EVENT_FINAL or SPM_EVENT_ERROR, once, and last. */
  SPM_EVENT_ENDED = 6,
  /* By spm_request_set_endpointing: speech is over, or nothing was said. The task goes on. */
  SPM_EVENT_DETECTED_END_OF_SPEECH = 7,
  SPM_EVENT_DETECTED_NO_SPEECH = 8
} spm_event_kind;

/* The outcome for the sound as a whole. */
typedef enum spm_outcome {
  /* The event is not a final result. */
  SPM_OUTCOME_NONE = 0,
  /* Words that the language model allows. */
  SPM_OUTCOME_RECOGNIZED = 1,
  /* The sound resembles words, but no complete phrase of the language model. */
  SPM_OUTCOME_NOTHING_FITS = 2,
  /* Nothing in the sound resembles a word. */
  SPM_OUTCOME_NO_SPEECH = 3
} spm_outcome;

/* An event. Each member after `kind` is 0, false or NULL except in the events named. */
typedef struct spm_event {
  spm_event_kind kind;
  /* In a final result. */
  spm_outcome outcome;
  /* In a result: the likeliest reading's text; "" if nothing was understood. */
  const char *transcript;
  /* In a final result: the probability that the likeliest reading is what the speaker meant, 0 to
   * 1, and whether that is enough to act on it. */
  double confidence;
  bool is_understood;
  /* In a final result: whether the recording was cut off at the longest decodable length. */
  bool reached_time_limit;
  /* In a result: the length of the decoded sound. */
  double duration;
  /* In a result: all readings, the likeliest first; a partial result has one. */
  const spm_transcription *transcriptions;
  size_t transcription_count;
  /* In SPM_EVENT_ERROR. */
  const spm_error *error;
} spm_event;

/* ---- Tasks: running recognitions */

typedef struct spm_task spm_task;

/* Called with each event of `task`, which `spm_task_start` returns. For a slow callback, the last
 * 32 events are kept, always including the end. */
typedef void (*spm_event_handler)(void *context, spm_task *task, const spm_event *event);

/* Starts a recognition and returns immediately; the first call of `handler` may come before that.
 * A recognizer has one task at a time: a new one cancels the current one.
 *
 * Error: SPM_ERROR_INVALID_CALL, also if the request has been used before. Every other error is an
 * event. */
spm_task *spm_task_start(spm_recognizer *recognizer, spm_request *request,
                         spm_event_handler handler, void *context, spm_error **error);

/* Takes no more sound, and makes the result from the sound so far. */
void spm_task_finish(spm_task *task);

/* Cancels the task without a result: SPM_EVENT_ERROR and SPM_EVENT_ENDED come soon, unless the task
 * is already over. */
void spm_task_cancel(spm_task *task);

/* Frees the task, and cancels it if it is not over. When the function returns, the handler is not
 * running and will not be called again, not even with SPM_EVENT_ENDED: hold no lock that the
 * handler takes. In a callback of the same recognizer, or while its handler waits for the calling
 * callback, it returns immediately; then the handler is not called again after the current call. */
void spm_task_free(spm_task *task);

#ifdef __cplusplus
}
#endif

#endif
