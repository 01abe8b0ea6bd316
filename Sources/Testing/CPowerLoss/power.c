#include <stdlib.h>

#include "disk.h"

void power_loss_free(struct power_loss_disk *disk) {
  sqlite3_vfs_unregister(&disk->vfs);
  disk_free_nodes(disk);
  pthread_mutex_destroy(&disk->mutex);
  free(disk->name);
  free(disk);
}

void power_loss_arm(struct power_loss_disk *disk, int64_t operations) {
  pthread_mutex_lock(&disk->mutex);
  disk->cut_at = operations ? disk->operations + operations : 0;
  pthread_mutex_unlock(&disk->mutex);
}

int power_loss_is_off(struct power_loss_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int is_off = disk->is_off;
  pthread_mutex_unlock(&disk->mutex);
  return is_off;
}

int64_t power_loss_operations(struct power_loss_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int64_t operations = disk->operations;
  pthread_mutex_unlock(&disk->mutex);
  return operations;
}

void power_loss_restore(struct power_loss_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  disk_cut(disk);
  disk->generation += 1;
  disk->is_off = 0;
  disk->cut_at = 0;
  pthread_mutex_unlock(&disk->mutex);
}
