#ifndef CIMAGES_H
#define CIMAGES_H

#include <stddef.h>
#include <stdint.h>

/* What libvips does for Maru, without its variadic interface. Everything blocks. Not for an event loop, and for
   untrusted bytes only in a process of its own. */

enum {
  CIMAGES_DONE = 0,
  /* The bytes are no image of that format, or a broken one. */
  CIMAGES_UNREADABLE = 1,
  /* More pixels than allowed. Nothing was decoded. */
  CIMAGES_TOO_LARGE = 2,
  /* No fault of the bytes. */
  CIMAGES_FAILED = 3,
};

enum {
  CIMAGES_JPEG = 1,
  CIMAGES_PNG = 2,
  CIMAGES_GIF = 3,
  CIMAGES_WEBP = 4,
  CIMAGES_HEIF = 5,
  CIMAGES_PDF = 6,
};

struct cimages_limits {
  int32_t side;
  int64_t pixels;
};

struct cimages_result {
  int32_t width;
  int32_t height;
  /* Of a document. */
  int32_t pages;
  int32_t format;
  /* Freed with cimages_free; NULL where nothing was made. */
  void *bytes;
  size_t count;
};

/* Once per process, before anything else. 0 where it worked. */
int cimages_start(void);

/* Upright, in sRGB and without any metadata; HEIF becomes JPEG, animations stay animations. */
int cimages_normalise(const void *bytes, size_t count, int format, struct cimages_limits limits,
                      struct cimages_result *result);

/* At most `width` pixels wide, in the format that came in, which is one that cimages_normalise makes. */
int cimages_shrink(const void *bytes, size_t count, int width, struct cimages_limits limits,
                   struct cimages_result *result);

/* Pages, and the size of the first one in points. */
int cimages_measure_document(const void *bytes, size_t count, struct cimages_result *result);

/* The first page as a JPEG of about that width. */
int cimages_draw_page(const void *bytes, size_t count, int width, struct cimages_limits limits,
                      struct cimages_result *result);

void cimages_free(void *bytes);

/* What holds a process that decodes; a bit is set where the system granted it. */
enum {
  CIMAGES_NO_NETWORK = 1,
  CIMAGES_NO_WRITING = 2,
  CIMAGES_NO_PROCESSES = 4,
  CIMAGES_SYSTEM_FILES_ONLY = 8,
  CIMAGES_LIMITS = 16,
};

/* Gives up, for good, all that decoding does not need: the network, new processes, writing to files, reading any but
   the system's own files, memory beyond `memory` bytes. After cimages_start. The bits of what is in force. */
int cimages_confine(uint64_t memory);

/* From now on this process has that much processor time before it is killed. */
void cimages_grant_seconds(int seconds);

/* Starts a program (arguments[0] is its path) in a folder, with that environment and no open file but two pipes: what is
   written to *input it reads, what it writes comes from *output. Both ends do not block. Its number; -1 on failure. */
int cimages_spawn(const char *const arguments[], const char *folder, const char *const environment[], int *input,
                  int *output);

#endif
