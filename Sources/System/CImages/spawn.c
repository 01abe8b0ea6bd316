#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include "cimages.h"

static int spawn(const char *const arguments[], const char *folder, const char *const environment[], int input,
                 int output, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  if (posix_spawn_file_actions_init(&actions)) return -1;
  if (posix_spawnattr_init(&attributes)) {
    posix_spawn_file_actions_destroy(&actions);
    return -1;
  }
  sigemptyset(&none);
  sigfillset(&all);
  int failed = posix_spawn_file_actions_adddup2(&actions, input, 0) ||
               posix_spawn_file_actions_adddup2(&actions, output, 1) ||
               posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) ||
               posix_spawn_file_actions_addclosefrom_np(&actions, 3) ||
               posix_spawn_file_actions_addchdir_np(&actions, folder) ||
               posix_spawnattr_setsigmask(&attributes, &none) || posix_spawnattr_setsigdefault(&attributes, &all) ||
               /* A group of its own: Ctrl-C in the server's terminal is not for it. */
               posix_spawnattr_setpgroup(&attributes, 0) ||
               posix_spawnattr_setflags(&attributes,
                                        POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP) ||
               posix_spawn(process, arguments[0], &actions, &attributes, (char *const *)arguments,
                           (char *const *)environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed ? -1 : 0;
}

int cimages_spawn(const char *const arguments[], const char *folder, const char *const environment[], int *input,
                  int *output) {
  int to[2], from[2];
  pid_t process = -1;
  if (pipe2(to, O_CLOEXEC)) return -1;
  if (pipe2(from, O_CLOEXEC)) {
    close(to[0]);
    close(to[1]);
    return -1;
  }
  int failed = spawn(arguments, folder, environment, to[0], from[1], &process);
  close(to[0]);
  close(from[1]);
  failed = failed || fcntl(to[1], F_SETFL, O_NONBLOCK) || fcntl(from[0], F_SETFL, O_NONBLOCK);
  if (failed) {
    close(to[1]);
    close(from[0]);
    return -1;
  }
  *input = to[1];
  *output = from[0];
  return process;
}
