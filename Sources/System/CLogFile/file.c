// The files: sqlite3_io_methods (sqlite.org/c3ref/io_methods.html).
#include "log_file.h"

#include <string.h>

#define REAL(file) (((struct log_file *)(file))->real)
#define METHODS(file) (REAL(file)->pMethods)

/// Writes what was held back.
static int hand_on(struct log_file *log) {
  if (log->count == 0) return SQLITE_OK;
  int count = log->count;
  log->count = 0;
  return log->real->pMethods->xWrite(log->real, log->held, count, log->start);
}

/// Before something that is no write: what fails is kept, so that the transaction hears of it.
static int settle(struct log_file *log) {
  int code = hand_on(log);
  if (code != SQLITE_OK) log->failure = code;
  return code;
}

static int take_failure(struct log_file *log) {
  int code = log->failure;
  log->failure = SQLITE_OK;
  return code;
}

static int file_close(sqlite3_file *file) {
  struct log_file *log = (struct log_file *)file;
  int failed = hand_on(log);
  sqlite3_free(log->held);
  log->held = NULL;
  int code = METHODS(file)->xClose(log->real);
  return code == SQLITE_OK ? failed : code;
}

static int file_read(sqlite3_file *file, void *into, int count, sqlite3_int64 offset) {
  int code = settle((struct log_file *)file);
  return code == SQLITE_OK ? METHODS(file)->xRead(REAL(file), into, count, offset) : code;
}

static int file_write(sqlite3_file *file, const void *data, int count, sqlite3_int64 offset) {
  struct log_file *log = (struct log_file *)file;
  int code = take_failure(log);
  if (code != SQLITE_OK) return code;
  int follows = log->count > 0 && offset == log->start + log->count && count <= LOG_FILE_HELD - log->count;
  if (!follows) code = hand_on(log);
  if (code != SQLITE_OK) return code;
  if (!log->held || count > LOG_FILE_HELD) return METHODS(file)->xWrite(log->real, data, count, offset);
  if (log->count == 0) log->start = offset;
  memcpy(log->held + log->count, data, (size_t)count);
  log->count += count;
  return SQLITE_OK;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = settle((struct log_file *)file);
  return code == SQLITE_OK ? METHODS(file)->xTruncate(REAL(file), size) : code;
}

static int file_sync(sqlite3_file *file, int flags) {
  struct log_file *log = (struct log_file *)file;
  int code = take_failure(log);
  if (code == SQLITE_OK) code = hand_on(log);
  return code == SQLITE_OK ? METHODS(file)->xSync(log->real, flags) : code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  int code = settle((struct log_file *)file);
  return code == SQLITE_OK ? METHODS(file)->xFileSize(REAL(file), size) : code;
}

static int file_lock(sqlite3_file *file, int level) { return METHODS(file)->xLock(REAL(file), level); }

static int file_unlock(sqlite3_file *file, int level) { return METHODS(file)->xUnlock(REAL(file), level); }

static int file_check(sqlite3_file *file, int *result) { return METHODS(file)->xCheckReservedLock(REAL(file), result); }

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return METHODS(file)->xFileControl(REAL(file), operation, argument);
}

static int file_sector(sqlite3_file *file) { return METHODS(file)->xSectorSize(REAL(file)); }

static int file_traits(sqlite3_file *file) { return METHODS(file)->xDeviceCharacteristics(REAL(file)); }

static int shm_map(sqlite3_file *file, int region, int size, int extends, void volatile **out) {
  return METHODS(file)->xShmMap(REAL(file), region, size, extends, out);
}

static int shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return METHODS(file)->xShmLock(REAL(file), offset, count, flags);
}

static void shm_barrier(sqlite3_file *file) { METHODS(file)->xShmBarrier(REAL(file)); }

static int shm_unmap(sqlite3_file *file, int deletes) { return METHODS(file)->xShmUnmap(REAL(file), deletes); }

// Without pages mapped into memory (version 3).
#define LOG_FILE_METHODS(version)                                                                                     \
  {                                                                                                                   \
    version, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock,          \
        file_check, file_control, file_sector, file_traits, shm_map, shm_lock, shm_barrier, shm_unmap, NULL, NULL,    \
  }

const sqlite3_io_methods log_file_methods[2] = {LOG_FILE_METHODS(1), LOG_FILE_METHODS(2)};
