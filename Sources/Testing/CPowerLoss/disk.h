// What the disk keeps, and what a cut leaves of it.
#ifndef MARU_POWER_LOSS_DISK_H
#define MARU_POWER_LOSS_DISK_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>

#include "CPowerLoss.h"

struct bytes {
  unsigned char *start;
  int64_t count, capacity;
};

/// A change that was not synced: bytes from `offset` on, or (`data.start == NULL`) the new size of the file.
struct change {
  int64_t offset;
  struct bytes data;
  struct change *next;
};

enum { SHM_LOCKS = 8, SHM_REGIONS = 64 };

struct node {
  char *path;
  /// `now` is what a program reads, `synced` what surely outlives a cut.
  struct bytes now, synced;
  struct change *first, *last;
  /// A name is there now, and after a cut.
  int exists, exists_synced;
  /// Locks of the database file: readers, one that will write, one that writes.
  int shared, reserved, pending, exclusive;
  /// Shared memory of the write-ahead log, and who holds its locks: -1 one writer, else readers.
  void *regions[SHM_REGIONS];
  int region_size;
  int shm_locks[SHM_LOCKS];
  struct node *next;
};

struct power_loss_disk {
  sqlite3_vfs vfs;
  char *name;
  pthread_mutex_t mutex;
  uint64_t random;
  int sector, powersafe;
  int64_t operations, cut_at;
  int is_off;
  /// Counts restores: what was opened before is dead.
  int generation;
  struct node *nodes;
};

uint64_t disk_random(struct power_loss_disk *disk);
struct node *disk_node(struct power_loss_disk *disk, const char *path, int make);
/// Counts an operation; nonzero where the power goes with it or has gone.
int disk_operate(struct power_loss_disk *disk);
int node_write(struct node *node, const void *data, int64_t count, int64_t offset);
int node_truncate(struct node *node, int64_t size);
int node_sync(struct node *node);
void disk_cut(struct power_loss_disk *disk);
void disk_free_nodes(struct power_loss_disk *disk);

#endif
