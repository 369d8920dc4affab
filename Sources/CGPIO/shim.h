#pragma once
#include <errno.h>
#include <gpiod.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// One small interface to libgpiod 1 and 2, which have completely different APIs. All functions return a negative errno
// on failure. Only libgpiod 1 defines GPIOD_LINE_BULK_MAX_LINES.

enum { SPOKENMOVE_GPIO_BIAS_AS_IS, SPOKENMOVE_GPIO_BIAS_NONE, SPOKENMOVE_GPIO_BIAS_UP, SPOKENMOVE_GPIO_BIAS_DOWN };

struct spokenmove_gpio_settings {
  bool output;
  bool active_low;
  int bias;              // for an input
  unsigned long debounce; // for an input, in microseconds; libgpiod 1 has none
  const char *consumer;  // the holder's name, for other programs to see
};

// A held line. All zero: none.
struct spokenmove_gpio_line {
  struct gpiod_chip *chip; // libgpiod 1 needs it open while the line is held
  void *request;           // gpiod_line, or gpiod_line_request
  void *events;            // gpiod_edge_event_buffer, libgpiod 2 only
  unsigned int offset;
};

// An edge: status is 1 for active, 0 for inactive, negative on failure.
struct spokenmove_gpio_edge {
  int status;
  int64_t nanoseconds; // its time, by the kernel's monotonic clock
};

static inline int spokenmove_gpio_failure(void) {
  return errno > 0 ? -errno : -EIO;
}

static inline void spokenmove_gpio_copy(char *text, size_t size, const char *source) {
  snprintf(text, size, "%s", source ? source : "");
}

#ifdef GPIOD_LINE_BULK_MAX_LINES // libgpiod 1

static inline bool spokenmove_gpio_debounces(void) {
  return false;
}

// The chip's label, and its number of lines.
static inline int spokenmove_gpio_chip(const char *path, char *label, size_t size) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return spokenmove_gpio_failure();
  spokenmove_gpio_copy(label, size, gpiod_chip_label(chip));
  int count = (int)gpiod_chip_num_lines(chip);
  gpiod_chip_close(chip);
  return count;
}

// The offset of the line with this name.
static inline int spokenmove_gpio_find(const char *path, const char *name) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return spokenmove_gpio_failure();
  struct gpiod_line *line = gpiod_chip_find_line(chip, name);
  int offset = line ? (int)gpiod_line_offset(line) : -ENOENT;
  gpiod_chip_close(chip);
  return offset;
}

// Whether the line is held, and the holder's label: empty if it has none.
static inline int spokenmove_gpio_consumer(const char *path, unsigned int offset, char *text, size_t size) {
  spokenmove_gpio_copy(text, size, NULL);
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return spokenmove_gpio_failure();
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  int status = line ? gpiod_line_is_used(line) : spokenmove_gpio_failure();
  if (line) spokenmove_gpio_copy(text, size, gpiod_line_consumer(line));
  gpiod_chip_close(chip);
  return status;
}

// Takes the line: an output is off, an input reports its edges.
static inline int spokenmove_gpio_request(
    struct spokenmove_gpio_line *held, const char *path, unsigned int offset,
    const struct spokenmove_gpio_settings *settings) {
  memset(held, 0, sizeof *held);
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return spokenmove_gpio_failure();
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  struct gpiod_line_request_config config = {
    .consumer = settings->consumer,
    .request_type = settings->output ? GPIOD_LINE_REQUEST_DIRECTION_OUTPUT
                                     : GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
    .flags = settings->active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
  };
  if (!settings->output) {
    if (settings->bias == SPOKENMOVE_GPIO_BIAS_NONE) config.flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    if (settings->bias == SPOKENMOVE_GPIO_BIAS_UP) config.flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    if (settings->bias == SPOKENMOVE_GPIO_BIAS_DOWN) config.flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
  }
  if (!line || gpiod_line_request(line, &config, 0) < 0) {
    int status = spokenmove_gpio_failure();
    gpiod_chip_close(chip);
    return status;
  }
  held->chip = chip;
  held->request = line;
  held->offset = offset;
  return 0;
}

static inline int spokenmove_gpio_get(const struct spokenmove_gpio_line *held) {
  int value = gpiod_line_get_value((struct gpiod_line *)held->request);
  return value < 0 ? spokenmove_gpio_failure() : value;
}

static inline int spokenmove_gpio_set(const struct spokenmove_gpio_line *held, bool value) {
  return gpiod_line_set_value((struct gpiod_line *)held->request, value) < 0 ? spokenmove_gpio_failure() : 0;
}

// The descriptor that is readable when there is an edge.
static inline int spokenmove_gpio_descriptor(const struct spokenmove_gpio_line *held) {
  int descriptor = gpiod_line_event_get_fd((struct gpiod_line *)held->request);
  return descriptor < 0 ? spokenmove_gpio_failure() : descriptor;
}

// The next edge. Blocks if there is none.
static inline struct spokenmove_gpio_edge spokenmove_gpio_read_edge(
    const struct spokenmove_gpio_line *held) {
  struct spokenmove_gpio_edge edge = {0};
  struct gpiod_line_event event;
  if (gpiod_line_event_read((struct gpiod_line *)held->request, &event) < 0) {
    edge.status = spokenmove_gpio_failure();
    return edge;
  }
  edge.status = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  edge.nanoseconds = (int64_t)event.ts.tv_sec * 1000000000 + event.ts.tv_nsec;
  return edge;
}

static inline void spokenmove_gpio_release(struct spokenmove_gpio_line *held) {
  if (held->request) gpiod_line_release((struct gpiod_line *)held->request);
  if (held->chip) gpiod_chip_close(held->chip);
  memset(held, 0, sizeof *held);
}

#else // libgpiod 2

static inline bool spokenmove_gpio_debounces(void) {
  return true;
}

static inline int spokenmove_gpio_chip(const char *path, char *label, size_t size) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return spokenmove_gpio_failure();
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  int count = info ? (int)gpiod_chip_info_get_num_lines(info) : spokenmove_gpio_failure();
  spokenmove_gpio_copy(label, size, info ? gpiod_chip_info_get_label(info) : NULL);
  if (info) gpiod_chip_info_free(info);
  gpiod_chip_close(chip);
  return count;
}

static inline int spokenmove_gpio_find(const char *path, const char *name) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return spokenmove_gpio_failure();
  int offset = gpiod_chip_get_line_offset_from_name(chip, name);
  if (offset < 0) offset = spokenmove_gpio_failure();
  gpiod_chip_close(chip);
  return offset;
}

static inline int spokenmove_gpio_consumer(const char *path, unsigned int offset, char *text, size_t size) {
  spokenmove_gpio_copy(text, size, NULL);
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return spokenmove_gpio_failure();
  struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
  int status = info ? gpiod_line_info_is_used(info) : spokenmove_gpio_failure();
  if (info) spokenmove_gpio_copy(text, size, gpiod_line_info_get_consumer(info));
  if (info) gpiod_line_info_free(info);
  gpiod_chip_close(chip);
  return status;
}

static inline int spokenmove_gpio_configure(
    struct gpiod_line_settings *line, const struct spokenmove_gpio_settings *settings) {
  gpiod_line_settings_set_active_low(line, settings->active_low);
  if (settings->output) {
    if (gpiod_line_settings_set_output_value(line, GPIOD_LINE_VALUE_INACTIVE) < 0) return -1;
    return gpiod_line_settings_set_direction(line, GPIOD_LINE_DIRECTION_OUTPUT);
  }
  enum gpiod_line_bias bias = GPIOD_LINE_BIAS_AS_IS;
  if (settings->bias == SPOKENMOVE_GPIO_BIAS_NONE) bias = GPIOD_LINE_BIAS_DISABLED;
  if (settings->bias == SPOKENMOVE_GPIO_BIAS_UP) bias = GPIOD_LINE_BIAS_PULL_UP;
  if (settings->bias == SPOKENMOVE_GPIO_BIAS_DOWN) bias = GPIOD_LINE_BIAS_PULL_DOWN;
  gpiod_line_settings_set_debounce_period_us(line, settings->debounce);
  if (gpiod_line_settings_set_direction(line, GPIOD_LINE_DIRECTION_INPUT) < 0) return -1;
  if (gpiod_line_settings_set_bias(line, bias) < 0) return -1;
  return gpiod_line_settings_set_edge_detection(line, GPIOD_LINE_EDGE_BOTH);
}

static inline int spokenmove_gpio_request(
    struct spokenmove_gpio_line *held, const char *path, unsigned int offset,
    const struct spokenmove_gpio_settings *settings) {
  memset(held, 0, sizeof *held);
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return spokenmove_gpio_failure();
  struct gpiod_line_settings *line = gpiod_line_settings_new();
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *config = gpiod_request_config_new();
  int status = -ENOMEM;
  if (line && lines && config) {
    gpiod_request_config_set_consumer(config, settings->consumer);
    if (spokenmove_gpio_configure(line, settings) == 0 &&
        gpiod_line_config_add_line_settings(lines, &offset, 1, line) == 0)
      held->request = gpiod_chip_request_lines(chip, config, lines);
    status = held->request ? 0 : spokenmove_gpio_failure();
  }
  if (config) gpiod_request_config_free(config);
  if (lines) gpiod_line_config_free(lines);
  if (line) gpiod_line_settings_free(line);
  gpiod_chip_close(chip);
  if (status == 0 && !settings->output && !(held->events = gpiod_edge_event_buffer_new(1))) {
    status = -ENOMEM;
    gpiod_line_request_release((struct gpiod_line_request *)held->request);
    held->request = NULL;
  }
  held->offset = offset;
  return status;
}

static inline int spokenmove_gpio_get(const struct spokenmove_gpio_line *held) {
  int value = gpiod_line_request_get_value((struct gpiod_line_request *)held->request, held->offset);
  return value < 0 ? spokenmove_gpio_failure() : value;
}

static inline int spokenmove_gpio_set(const struct spokenmove_gpio_line *held, bool value) {
  enum gpiod_line_value wanted = value ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  int status = gpiod_line_request_set_value((struct gpiod_line_request *)held->request, held->offset, wanted);
  return status < 0 ? spokenmove_gpio_failure() : 0;
}

static inline int spokenmove_gpio_descriptor(const struct spokenmove_gpio_line *held) {
  return gpiod_line_request_get_fd((struct gpiod_line_request *)held->request);
}

static inline struct spokenmove_gpio_edge spokenmove_gpio_read_edge(
    const struct spokenmove_gpio_line *held) {
  struct spokenmove_gpio_edge edge = {0};
  struct gpiod_edge_event_buffer *buffer = (struct gpiod_edge_event_buffer *)held->events;
  int count = gpiod_line_request_read_edge_events((struct gpiod_line_request *)held->request, buffer, 1);
  struct gpiod_edge_event *event = count < 1 ? NULL : gpiod_edge_event_buffer_get_event(buffer, 0);
  if (!event) {
    edge.status = spokenmove_gpio_failure();
    return edge;
  }
  edge.status = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  edge.nanoseconds = (int64_t)gpiod_edge_event_get_timestamp_ns(event);
  return edge;
}

static inline void spokenmove_gpio_release(struct spokenmove_gpio_line *held) {
  if (held->events) gpiod_edge_event_buffer_free((struct gpiod_edge_event_buffer *)held->events);
  if (held->request) gpiod_line_request_release((struct gpiod_line_request *)held->request);
  memset(held, 0, sizeof *held);
}

#endif
