// The disk as SQLite sees it: sqlite3_vfs, and the methods of its files, shared memory included.
#include <stdlib.h>
#include <string.h>

#include "disk.h"

struct handle {
  sqlite3_file base;
  struct power_loss_disk *disk;
  struct node *node;
  int generation, lock, deletes;
  /// As SQLite's own file system for Unix does it, the first sync of a log or journal syncs its folder.
  int syncs_folder;
  /// Which locks of the shared memory it holds.
  unsigned shm_shared, shm_exclusive;
};

#define ENTER(handle)                                    \
  struct power_loss_disk *disk = (handle)->disk;         \
  pthread_mutex_lock(&disk->mutex);                      \
  int is_dead = disk->is_off || (handle)->generation != disk->generation
#define LEAVE(code)                       \
  do {                                    \
    int result_ = (code);                 \
    pthread_mutex_unlock(&disk->mutex);   \
    return result_;                       \
  } while (0)

static int file_unlock(sqlite3_file *file, int level);

static int file_close(sqlite3_file *file) {
  struct handle *handle = (struct handle *)file;
  file_unlock(file, SQLITE_LOCK_NONE);
  ENTER(handle);
  if (!is_dead && handle->deletes) {
    handle->node->exists = handle->node->exists_synced = 0;
    handle->node->now.count = 0;
  }
  LEAVE(SQLITE_OK);
}

static int file_read(sqlite3_file *file, void *into, int count, sqlite3_int64 offset) {
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  if (is_dead) LEAVE(SQLITE_IOERR_READ);
  int64_t left = handle->node->now.count - offset;
  int64_t there = left < 0 ? 0 : left < count ? left : count;
  if (there) memcpy(into, handle->node->now.start + offset, (size_t)there);
  if (there == count) LEAVE(SQLITE_OK);
  memset((char *)into + there, 0, (size_t)(count - there));
  LEAVE(SQLITE_IOERR_SHORT_READ);
}

static int file_write(sqlite3_file *file, const void *data, int count, sqlite3_int64 offset) {
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  if (is_dead) LEAVE(SQLITE_IOERR_WRITE);
  // The power may go while it is being written: it then counts among what was not synced.
  int goes = disk_operate(disk);
  if (!node_write(handle->node, data, count, offset)) LEAVE(SQLITE_NOMEM);
  LEAVE(goes ? SQLITE_IOERR_WRITE : SQLITE_OK);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  if (is_dead) LEAVE(SQLITE_IOERR_TRUNCATE);
  int goes = disk_operate(disk);
  if (!node_truncate(handle->node, size)) LEAVE(SQLITE_NOMEM);
  LEAVE(goes ? SQLITE_IOERR_TRUNCATE : SQLITE_OK);
}

static int file_sync(sqlite3_file *file, int flags) {
  (void)flags;
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  if (is_dead || disk_operate(disk)) LEAVE(SQLITE_IOERR_FSYNC);
  for (struct node *node = disk->nodes; handle->syncs_folder && node; node = node->next)
    node->exists_synced = node->exists;
  handle->syncs_folder = 0;
  LEAVE(node_sync(handle->node) ? SQLITE_OK : SQLITE_NOMEM);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  *size = handle->node->now.count;
  LEAVE(is_dead ? SQLITE_IOERR_FSTAT : SQLITE_OK);
}

static int file_lock(sqlite3_file *file, int level) {
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  struct node *node = handle->node;
  if (is_dead) LEAVE(SQLITE_IOERR_LOCK);
  if (handle->lock >= level) LEAVE(SQLITE_OK);
  if (handle->lock == SQLITE_LOCK_NONE) {
    if (node->pending || node->exclusive) LEAVE(SQLITE_BUSY);
    node->shared += 1;
    handle->lock = SQLITE_LOCK_SHARED;
  }
  if (level >= SQLITE_LOCK_RESERVED && handle->lock < SQLITE_LOCK_RESERVED) {
    if (node->reserved) LEAVE(SQLITE_BUSY);
    node->reserved = 1;
    handle->lock = SQLITE_LOCK_RESERVED;
  }
  if (level == SQLITE_LOCK_EXCLUSIVE) {
    node->pending = 1;
    handle->lock = SQLITE_LOCK_PENDING;
    if (node->shared > 1) LEAVE(SQLITE_BUSY);
    node->exclusive = 1;
    handle->lock = SQLITE_LOCK_EXCLUSIVE;
  }
  LEAVE(SQLITE_OK);
}

static int file_unlock(sqlite3_file *file, int level) {
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  struct node *node = handle->node;
  if (handle->generation == disk->generation) {
    if (handle->lock >= SQLITE_LOCK_RESERVED && level < SQLITE_LOCK_RESERVED) {
      node->reserved = 0;
      if (handle->lock >= SQLITE_LOCK_PENDING) node->pending = node->exclusive = 0;
    }
    if (handle->lock >= SQLITE_LOCK_SHARED && level == SQLITE_LOCK_NONE) node->shared -= 1;
  }
  if (level < handle->lock) handle->lock = level;
  (void)is_dead;
  LEAVE(SQLITE_OK);
}

static int file_check_reserved(sqlite3_file *file, int *is_reserved) {
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  *is_reserved = handle->node->reserved;
  LEAVE(is_dead ? SQLITE_IOERR_CHECKRESERVEDLOCK : SQLITE_OK);
}

static int file_control(sqlite3_file *file, int what, void *argument) {
  (void)file, (void)what, (void)argument;
  return SQLITE_NOTFOUND;
}

static int file_sector(sqlite3_file *file) { return ((struct handle *)file)->disk->sector; }

static int file_characteristics(sqlite3_file *file) {
  return ((struct handle *)file)->disk->powersafe ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0;
}

static int shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **at) {
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  struct node *node = handle->node;
  *at = NULL;
  if (is_dead || region >= SHM_REGIONS) LEAVE(SQLITE_IOERR_SHMMAP);
  if (!node->regions[region]) {
    if (!extend) LEAVE(SQLITE_OK);
    node->regions[region] = calloc(1, (size_t)size);
    if (!node->regions[region]) LEAVE(SQLITE_NOMEM);
    node->region_size = size;
  }
  *at = node->regions[region];
  LEAVE(SQLITE_OK);
}

static int shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  struct handle *handle = (struct handle *)file;
  ENTER(handle);
  int *locks = handle->node->shm_locks;
  unsigned mask = ((1u << count) - 1) << offset;
  int is_current = handle->generation == disk->generation;
  if (flags & SQLITE_SHM_UNLOCK) {
    for (int slot = offset; is_current && slot < offset + count; slot++) {
      if (handle->shm_exclusive & 1u << slot) locks[slot] = 0;
      if (handle->shm_shared & 1u << slot) locks[slot] -= 1;
    }
    handle->shm_exclusive &= ~mask;
    handle->shm_shared &= ~mask;
    LEAVE(SQLITE_OK);
  }
  if (is_dead) LEAVE(SQLITE_IOERR_SHMLOCK);
  if (flags & SQLITE_SHM_SHARED) {
    if (handle->shm_shared & mask) LEAVE(SQLITE_OK);
    if (locks[offset] < 0) LEAVE(SQLITE_BUSY);
    locks[offset] += 1;
    handle->shm_shared |= mask;
    LEAVE(SQLITE_OK);
  }
  for (int slot = offset; slot < offset + count; slot++)
    if (locks[slot] && !(handle->shm_exclusive & 1u << slot)) LEAVE(SQLITE_BUSY);
  for (int slot = offset; slot < offset + count; slot++) locks[slot] = -1;
  handle->shm_exclusive |= mask;
  LEAVE(SQLITE_OK);
}

static void shm_barrier(sqlite3_file *file) {
  (void)file;
  __sync_synchronize();
}

static int shm_unmap(sqlite3_file *file, int deletes) {
  struct handle *handle = (struct handle *)file;
  shm_lock(file, 0, SHM_LOCKS, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
  ENTER(handle);
  // The memory itself stays until the disk goes: others may have it mapped.
  for (int region = 0; deletes && !is_dead && region < SHM_REGIONS; region++)
    if (handle->node->regions[region]) memset(handle->node->regions[region], 0, (size_t)handle->node->region_size);
  LEAVE(SQLITE_OK);
}

static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock,
    file_check_reserved, file_control, file_sector, file_characteristics, shm_map, shm_lock, shm_barrier, shm_unmap,
    NULL, NULL};

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  struct power_loss_disk *disk = vfs->pAppData;
  struct handle *handle = (struct handle *)file;
  memset(handle, 0, sizeof *handle);
  pthread_mutex_lock(&disk->mutex);
  char temporary[32];
  if (!name) {
    sqlite3_snprintf(sizeof temporary, temporary, "temporary-%llx", (unsigned long long)disk_random(disk));
    name = temporary;
  }
  struct node *node = disk_node(disk, name, flags & SQLITE_OPEN_CREATE);
  int code = SQLITE_OK;
  if (disk->is_off || !node || (!node->exists && !(flags & SQLITE_OPEN_CREATE))) code = SQLITE_CANTOPEN;
  if (code == SQLITE_OK) {
    node->exists = 1;
    handle->base.pMethods = &methods;
    handle->disk = disk;
    handle->node = node;
    handle->generation = disk->generation;
    handle->deletes = flags & SQLITE_OPEN_DELETEONCLOSE;
    handle->syncs_folder = flags & SQLITE_OPEN_CREATE && flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL);
    if (out_flags) *out_flags = flags;
  }
  pthread_mutex_unlock(&disk->mutex);
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
  struct power_loss_disk *disk = vfs->pAppData;
  pthread_mutex_lock(&disk->mutex);
  struct node *node = disk_node(disk, path, 0);
  int code = disk->is_off ? SQLITE_IOERR_DELETE : !node || !node->exists ? SQLITE_IOERR_DELETE_NOENT : SQLITE_OK;
  if (code == SQLITE_OK) {
    int goes = disk_operate(disk);
    node->exists = 0;
    if (!goes && sync_folder) node->exists_synced = 0;
    if (!node_truncate(node, 0)) code = SQLITE_NOMEM;
    if (goes) code = SQLITE_IOERR_DELETE;
  }
  pthread_mutex_unlock(&disk->mutex);
  return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
  (void)flags;
  struct power_loss_disk *disk = vfs->pAppData;
  pthread_mutex_lock(&disk->mutex);
  struct node *node = disk_node(disk, path, 0);
  *answer = node && node->exists;
  int code = disk->is_off ? SQLITE_IOERR_ACCESS : SQLITE_OK;
  pthread_mutex_unlock(&disk->mutex);
  return code;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int capacity, char *into) {
  (void)vfs;
  sqlite3_snprintf(capacity, into, "%s", path);
  return SQLITE_OK;
}

/// Seeded, so that the salts of the log are the same in each run.
static int vfs_randomness(sqlite3_vfs *vfs, int count, char *into) {
  struct power_loss_disk *disk = vfs->pAppData;
  pthread_mutex_lock(&disk->mutex);
  for (int at = 0; at < count; at++) into[at] = (char)disk_random(disk);
  pthread_mutex_unlock(&disk->mutex);
  return count;
}

struct power_loss_disk *power_loss_make(const char *name, uint64_t seed, int sector, int powersafe) {
  sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
  struct power_loss_disk *disk = calloc(1, sizeof *disk);
  if (!usual || !disk || !(disk->name = strdup(name))) {
    free(disk);
    return NULL;
  }
  disk->random = seed;
  disk->sector = sector;
  disk->powersafe = powersafe;
  pthread_mutex_init(&disk->mutex, NULL);
  // Time and sleep are the usual ones.
  disk->vfs = *usual;
  disk->vfs.pNext = NULL;
  disk->vfs.szOsFile = sizeof(struct handle);
  disk->vfs.mxPathname = 512;
  disk->vfs.zName = disk->name;
  disk->vfs.pAppData = disk;
  disk->vfs.xOpen = vfs_open;
  disk->vfs.xDelete = vfs_delete;
  disk->vfs.xAccess = vfs_access;
  disk->vfs.xFullPathname = vfs_full_path;
  disk->vfs.xRandomness = vfs_randomness;
  if (disk->vfs.iVersion > 2) disk->vfs.iVersion = 2;
  if (sqlite3_vfs_register(&disk->vfs, 0) == SQLITE_OK) return disk;
  free(disk->name);
  free(disk);
  return NULL;
}
