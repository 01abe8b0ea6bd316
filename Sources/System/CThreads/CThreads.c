#define _GNU_SOURCE
#include "CThreads.h"

#include <pthread.h>
#include <stdio.h>

void cthreads_name(const char *name) {
  char shortened[16];
  snprintf(shortened, sizeof shortened, "%s", name);
#ifdef __APPLE__
  pthread_setname_np(shortened);
#else
  pthread_setname_np(pthread_self(), shortened);
#endif
}
