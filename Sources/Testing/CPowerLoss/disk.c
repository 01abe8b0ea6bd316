#include "disk.h"

#include <stdlib.h>
#include <string.h>

/// SplitMix64.
uint64_t disk_random(struct power_loss_disk *disk) {
  uint64_t z = disk->random += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static int resize(struct bytes *bytes, int64_t count) {
  if (count > bytes->capacity) {
    int64_t capacity = count * 2;
    unsigned char *start = realloc(bytes->start, (size_t)capacity);
    if (!start) return 0;
    bytes->start = start;
    bytes->capacity = capacity;
  }
  if (count > bytes->count) memset(bytes->start + bytes->count, 0, (size_t)(count - bytes->count));
  bytes->count = count;
  return 1;
}

static int put(struct bytes *bytes, const void *data, int64_t count, int64_t offset) {
  if (offset + count > bytes->count && !resize(bytes, offset + count)) return 0;
  memcpy(bytes->start + offset, data, (size_t)count);
  return 1;
}

struct node *disk_node(struct power_loss_disk *disk, const char *path, int make) {
  for (struct node *node = disk->nodes; node; node = node->next)
    if (strcmp(node->path, path) == 0) return node;
  if (!make) return NULL;
  struct node *node = calloc(1, sizeof *node);
  if (!node) return NULL;
  node->path = strdup(path);
  if (!node->path) {
    free(node);
    return NULL;
  }
  node->next = disk->nodes;
  disk->nodes = node;
  return node;
}

int disk_operate(struct power_loss_disk *disk) {
  if (disk->is_off) return 1;
  disk->operations += 1;
  if (disk->cut_at && disk->operations >= disk->cut_at) disk->is_off = 1;
  return disk->is_off;
}

static int note(struct node *node, const void *data, int64_t count, int64_t offset) {
  struct change *change = calloc(1, sizeof *change);
  if (!change) return 0;
  change->offset = offset;
  if (data && !put(&change->data, data, count, 0)) {
    free(change);
    return 0;
  }
  if (node->last) node->last->next = change; else node->first = change;
  node->last = change;
  return 1;
}

int node_write(struct node *node, const void *data, int64_t count, int64_t offset) {
  return note(node, data, count, offset) && put(&node->now, data, count, offset);
}

int node_truncate(struct node *node, int64_t size) {
  return note(node, NULL, 0, size) && resize(&node->now, size);
}

static void forget_changes(struct node *node) {
  while (node->first) {
    struct change *change = node->first;
    node->first = change->next;
    free(change->data.start);
    free(change);
  }
  node->last = NULL;
}

int node_sync(struct node *node) {
  if (!resize(&node->synced, node->now.count)) return 0;
  if (node->now.count) memcpy(node->synced.start, node->now.start, (size_t)node->now.count);
  node->exists_synced = node->exists;
  forget_changes(node);
  return 1;
}

/// What becomes of the part of a write that lies in one sector: there, not there, or half there. Where overwriting is
/// not safe, a torn sector is garbage as a whole.
static void settle_sector(
    struct power_loss_disk *disk, struct bytes *after, const unsigned char *data, int64_t count, int64_t offset) {
  switch (disk_random(disk) % 4) {
    case 0: return;
    case 1: {
      int64_t half = (int64_t)(disk_random(disk) % (uint64_t)(count + 1));
      put(after, data, half, offset);
      if (disk->powersafe) return;
      int64_t start = offset - offset % disk->sector;
      for (int64_t at = start; at < start + disk->sector && at < after->count; at++)
        after->start[at] = (unsigned char)disk_random(disk);
      return;
    }
    default: put(after, data, count, offset);
  }
}

static void settle(struct power_loss_disk *disk, struct bytes *after, const struct change *change) {
  if (!change->data.start) {
    if (disk_random(disk) % 2) resize(after, change->offset);
    return;
  }
  int64_t done = 0;
  while (done < change->data.count) {
    int64_t at = change->offset + done;
    int64_t part = disk->sector - at % disk->sector;
    if (part > change->data.count - done) part = change->data.count - done;
    settle_sector(disk, after, change->data.start + done, part, at);
    done += part;
  }
}

void disk_cut(struct power_loss_disk *disk) {
  for (struct node *node = disk->nodes; node; node = node->next) {
    for (const struct change *change = node->first; change; change = change->next)
      settle(disk, &node->synced, change);
    forget_changes(node);
    // The name of a file that was made or deleted since: either way.
    if (node->exists != node->exists_synced && disk_random(disk) % 2) node->exists_synced = node->exists;
    if (!node->exists_synced) node->synced.count = 0;
    node->exists = node->exists_synced;
    resize(&node->now, node->synced.count);
    if (node->synced.count) memcpy(node->now.start, node->synced.start, (size_t)node->synced.count);
    node->shared = node->reserved = node->pending = node->exclusive = 0;
    memset(node->shm_locks, 0, sizeof node->shm_locks);
    for (int region = 0; region < SHM_REGIONS; region++)
      if (node->regions[region]) memset(node->regions[region], 0, (size_t)node->region_size);
  }
}

void disk_free_nodes(struct power_loss_disk *disk) {
  while (disk->nodes) {
    struct node *node = disk->nodes;
    disk->nodes = node->next;
    forget_changes(node);
    for (int region = 0; region < SHM_REGIONS; region++) free(node->regions[region]);
    free(node->now.start);
    free(node->synced.start);
    free(node->path);
    free(node);
  }
}
