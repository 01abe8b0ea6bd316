// Loaded before a program (LD_PRELOAD): each sync of a file takes a millisecond or more, as on a disk that keeps what it
// was told to keep when its power fails. Disks of virtual machines often answer in a twentieth of that.
#define _GNU_SOURCE
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>

static int wait_out(long call, int descriptor) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += 1000000;
  if (end.tv_nsec >= 1000000000) {
    end.tv_nsec -= 1000000000;
    end.tv_sec += 1;
  }
  int result = (int)syscall(call, descriptor);
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL);
  return result;
}

int fsync(int descriptor) { return wait_out(SYS_fsync, descriptor); }

int fdatasync(int descriptor) { return wait_out(SYS_fdatasync, descriptor); }
