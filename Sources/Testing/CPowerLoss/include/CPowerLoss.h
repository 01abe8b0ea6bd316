#ifndef MARU_POWER_LOSS_H
#define MARU_POWER_LOSS_H

#include <stdint.h>

/// A disk in memory that forgets what was not synced when its power goes: a file system for SQLite (sqlite.org/vfs.html).
struct power_loss_disk;

/// Registers the disk as a file system under a name; NULL without memory.
/// sector: bytes that are written or torn together. powersafe: whether a torn write leaves the bytes beside it alone.
struct power_loss_disk *power_loss_make(const char *name, uint64_t seed, int sector, int powersafe);

/// Nothing may be open on it any more.
void power_loss_free(struct power_loss_disk *disk);

/// Lets the power go at the given operation from now on (1: the next write, sync, truncation or deletion); 0: never.
void power_loss_arm(struct power_loss_disk *disk, int64_t operations);

/// Whether the power is gone: everything fails.
int power_loss_is_off(struct power_loss_disk *disk);

/// Writes, syncs, truncations and deletions so far.
int64_t power_loss_operations(struct power_loss_disk *disk);

/// Lets the power go now if it has not yet, and brings it back: each sector that was not synced is there, or not, or torn.
/// What is open from before stays dead.
void power_loss_restore(struct power_loss_disk *disk);

#endif
