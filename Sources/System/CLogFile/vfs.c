// The file system: sqlite3_vfs (sqlite.org/c3ref/vfs.html).
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLogFile.h"
#include "log_file.h"

#define BENEATH(vfs) ((sqlite3_vfs *)(vfs)->pAppData)

static int is_powersafe(sqlite3_file *file) {
  return (file->pMethods->xDeviceCharacteristics(file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE) != 0;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  struct log_file *log = (struct log_file *)file;
  memset(log, 0, sizeof *log);
  log->real = (sqlite3_file *)(log + 1);
  log->real->pMethods = NULL;
  int code = BENEATH(vfs)->xOpen(BENEATH(vfs), path, log->real, flags, out);
  // SQLite closes a file that has methods, also where opening it failed.
  if (log->real->pMethods) file->pMethods = &log_file_methods[log->real->pMethods->iVersion >= 2];
  // Without memory for it, it is a file like any other. So it is where a torn write harms what is beside it: SQLite then
  // syncs in the middle of the last page of a commit, and the rest of that may be read without another sync.
  if (code == SQLITE_OK && (flags & SQLITE_OPEN_WAL) && is_powersafe(log->real)) {
    log->held = sqlite3_malloc(LOG_FILE_HELD);
  }
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  return BENEATH(vfs)->xDelete(BENEATH(vfs), path, syncs);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  return BENEATH(vfs)->xAccess(BENEATH(vfs), path, flags, result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *out) {
  return BENEATH(vfs)->xFullPathname(BENEATH(vfs), path, count, out);
}

static void *vfs_library(sqlite3_vfs *vfs, const char *path) { return BENEATH(vfs)->xDlOpen(BENEATH(vfs), path); }

static void vfs_library_error(sqlite3_vfs *vfs, int count, char *out) {
  BENEATH(vfs)->xDlError(BENEATH(vfs), count, out);
}

static void (*vfs_symbol(sqlite3_vfs *vfs, void *library, const char *name))(void) {
  return BENEATH(vfs)->xDlSym(BENEATH(vfs), library, name);
}

static void vfs_library_close(sqlite3_vfs *vfs, void *library) { BENEATH(vfs)->xDlClose(BENEATH(vfs), library); }

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *out) {
  return BENEATH(vfs)->xRandomness(BENEATH(vfs), count, out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) { return BENEATH(vfs)->xSleep(BENEATH(vfs), microseconds); }

static int vfs_time(sqlite3_vfs *vfs, double *now) { return BENEATH(vfs)->xCurrentTime(BENEATH(vfs), now); }

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *out) {
  return BENEATH(vfs)->xGetLastError(BENEATH(vfs), count, out);
}

static int vfs_time64(sqlite3_vfs *vfs, sqlite3_int64 *now) {
  return BENEATH(vfs)->xCurrentTimeInt64(BENEATH(vfs), now);
}

struct over {
  sqlite3_vfs vfs;
  char name[128];
  struct over *next;
};

static struct over *all = NULL;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct over *make(sqlite3_vfs *beneath) {
  struct over *over = calloc(1, sizeof *over);
  if (!over) return NULL;
  snprintf(over->name, sizeof over->name, "log-%s", beneath->zName);
  over->vfs = (sqlite3_vfs){
      .iVersion = beneath->iVersion >= 2 ? 2 : 1,
      .szOsFile = (int)sizeof(struct log_file) + beneath->szOsFile,
      .mxPathname = beneath->mxPathname,
      .zName = over->name,
      .pAppData = beneath,
      .xOpen = vfs_open,
      .xDelete = vfs_delete,
      .xAccess = vfs_access,
      .xFullPathname = vfs_full_path,
      .xDlOpen = vfs_library,
      .xDlError = vfs_library_error,
      .xDlSym = vfs_symbol,
      .xDlClose = vfs_library_close,
      .xRandomness = vfs_randomness,
      .xSleep = vfs_sleep,
      .xCurrentTime = vfs_time,
      .xGetLastError = vfs_last_error,
      .xCurrentTimeInt64 = vfs_time64,
  };
  if (sqlite3_vfs_register(&over->vfs, 0) == SQLITE_OK) return over;
  free(over);
  return NULL;
}

const char *log_file_system(const char *name) {
  sqlite3_vfs *beneath = sqlite3_vfs_find(name);
  if (!beneath) return NULL;
  pthread_mutex_lock(&mutex);
  struct over *over = all;
  while (over && over->vfs.pAppData != beneath) over = over->next;
  if (!over && (over = make(beneath))) {
    over->next = all;
    all = over;
  }
  pthread_mutex_unlock(&mutex);
  return over ? over->name : NULL;
}

void log_file_system_forget(const char *name) {
  sqlite3_vfs *beneath = sqlite3_vfs_find(name);
  pthread_mutex_lock(&mutex);
  struct over **place = &all;
  while (*place && (*place)->vfs.pAppData != beneath) place = &(*place)->next;
  struct over *over = *place;
  if (over) {
    *place = over->next;
    sqlite3_vfs_unregister(&over->vfs);
    free(over);
  }
  pthread_mutex_unlock(&mutex);
}
