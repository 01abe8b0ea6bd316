#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cimages.h"

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static void limit(int resource, rlim_t most) {
  struct rlimit value = {most, most};
  setrlimit(resource, &value);
}

void cimages_grant_seconds(int seconds) {
  struct timespec used;
  struct rlimit value;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) || getrlimit(RLIMIT_CPU, &value)) return;
  value.rlim_cur = (rlim_t)used.tv_sec + (rlim_t)seconds + 1;
  setrlimit(RLIMIT_CPU, &value);
}

/* Reading below the system's own folders, and nothing else of the file system. */
static int confine_files(void) {
#ifdef SYS_landlock_create_ruleset
  struct landlock_ruleset_attr attributes = {
      .handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |
                           LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                           LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                           LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                           LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                           LANDLOCK_ACCESS_FS_MAKE_SYM};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  if (rules < 0) return 0;
  static const char *const readable[] = {"/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache",
                                         "/var/cache/fontconfig"};
  for (size_t index = 0; index < sizeof readable / sizeof *readable; index++) {
    struct landlock_path_beneath_attr rule = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE};
    rule.parent_fd = open(readable[index], O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) continue;
    if (index != 4) rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
  }
  int failed = (int)syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return failed ? 0 : CIMAGES_SYSTEM_FILES_ONLY | CIMAGES_NO_WRITING;
#else
  return 0;
#endif
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* Falls through to the next rule where the call is another one. */
#define REFUSE(name, error)                                                                                            \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

/* No sockets, no programs, no look into other processes, no processes of its own (threads it may have), and no file
   opened for writing. */
static int confine_calls(void) {
#ifdef OWN_ARCHITECTURE
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
#ifdef __x86_64__
      /* The second numbering of calls would go around all rules. */
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      REFUSE(fork, EPERM),
      REFUSE(vfork, EPERM),
      REFUSE(creat, EPERM),
#endif
      REFUSE(socket, EPERM),
      REFUSE(socketpair, EPERM),
      REFUSE(connect, EPERM),
      REFUSE(bind, EPERM),
      REFUSE(accept, EPERM),
      REFUSE(accept4, EPERM),
      REFUSE(sendto, EPERM),
      REFUSE(sendmsg, EPERM),
      REFUSE(execve, EPERM),
      REFUSE(execveat, EPERM),
      REFUSE(ptrace, EPERM),
      REFUSE(process_vm_readv, EPERM),
      REFUSE(process_vm_writev, EPERM),
      REFUSE(kill, EPERM),
      REFUSE(tkill, EPERM),
      REFUSE(unshare, EPERM),
      REFUSE(setns, EPERM),
      REFUSE(mount, EPERM),
      REFUSE(bpf, EPERM),
      REFUSE(keyctl, EPERM),
      REFUSE(io_uring_setup, ENOSYS),
      REFUSE(open_by_handle_at, EPERM),
      REFUSE(truncate, EPERM),
      REFUSE(ftruncate, EPERM),
      /* The C library goes back to clone, whose flags can be read. */
      REFUSE(clone3, ENOSYS),
      REFUSE(openat2, ENOSYS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
#ifdef SYS_open
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 0, 4),
      LOAD(args[1]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
      LOAD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)) return 0;
  return CIMAGES_NO_NETWORK | CIMAGES_NO_PROCESSES | CIMAGES_NO_WRITING;
#else
  return 0;
#endif
}

int cimages_confine(uint64_t memory) {
  /* Each arena reserves address space, which is what is limited. */
  mallopt(M_ARENA_MAX, 2);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  /* A warning into a file is an error then, not the end. */
  signal(SIGXFSZ, SIG_IGN);
  limit(RLIMIT_NOFILE, 64);
  struct rlimit space = {memory, memory};
  int held = setrlimit(RLIMIT_AS, &space) ? 0 : CIMAGES_LIMITS;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC) == 0) held |= CIMAGES_NO_NETWORK;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return held;
  held |= confine_files();
  return held | confine_calls();
}
