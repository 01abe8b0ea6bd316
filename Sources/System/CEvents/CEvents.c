#define _GNU_SOURCE
#include "CEvents.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

_Static_assert(CEVENTS_IN == EPOLLIN && CEVENTS_OUT == EPOLLOUT, "epoll masks");
_Static_assert(CEVENTS_ERROR == EPOLLERR && CEVENTS_HANGUP == EPOLLHUP, "epoll masks");
_Static_assert(CEVENTS_PEER_FINISHED == EPOLLRDHUP, "epoll masks");

static inline int result(int value) { return value < 0 ? -errno : value; }

static int control(int poller, int operation, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return result(epoll_ctl(poller, operation, fd, &event));
}

int cevents_poller(void) { return result(epoll_create1(EPOLL_CLOEXEC)); }

int cevents_add(int poller, int fd, uint32_t events, uint64_t token) {
  return control(poller, EPOLL_CTL_ADD, fd, events, token);
}

int cevents_change(int poller, int fd, uint32_t events, uint64_t token) {
  return control(poller, EPOLL_CTL_MOD, fd, events, token);
}

int cevents_remove(int poller, int fd) { return control(poller, EPOLL_CTL_DEL, fd, 0, 0); }

int cevents_wait(int poller, cevents_event *events, int capacity, int milliseconds) {
  struct epoll_event found[256];
  if (capacity > 256) capacity = 256;
  int count = epoll_wait(poller, found, capacity, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int i = 0; i < count; i++) {
    events[i].token = found[i].data.u64;
    events[i].events = found[i].events;
  }
  return count;
}

int cevents_wakeup(void) { return result(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

int cevents_wake(int fd) {
  uint64_t one = 1;
  return result((int)write(fd, &one, sizeof one));
}

int cevents_wake_clear(int fd) {
  uint64_t count;
  return result((int)read(fd, &count, sizeof count));
}

int cevents_parse_address(const char *host, uint16_t port, cevents_address *address) {
  memset(address, 0, sizeof *address);
  address->port = port;
  if (inet_pton(AF_INET, host, address->bytes) == 1) return 0;
  if (inet_pton(AF_INET6, host, address->bytes) != 1) return -EINVAL;
  address->is_ipv6 = 1;
  return 0;
}

int cevents_print_host(const cevents_address *address, char *text, size_t capacity) {
  int family = address->is_ipv6 ? AF_INET6 : AF_INET;
  if (!inet_ntop(family, address->bytes, text, (socklen_t)capacity)) return -errno;
  return (int)strlen(text);
}

static void from_socket(const struct sockaddr_storage *storage, cevents_address *address) {
  memset(address, 0, sizeof *address);
  if (storage->ss_family == AF_INET6) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)storage;
    address->port = ntohs(six->sin6_port);
    if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
      memcpy(address->bytes, (const uint8_t *)&six->sin6_addr + 12, 4);
      return;
    }
    address->is_ipv6 = 1;
    address->scope = six->sin6_scope_id;
    memcpy(address->bytes, &six->sin6_addr, 16);
  } else if (storage->ss_family == AF_INET) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)storage;
    address->port = ntohs(four->sin_port);
    memcpy(address->bytes, &four->sin_addr, 4);
  }
}

static int bind_to(int fd, const cevents_address *address) {
  if (address->is_ipv6) {
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(address->port)};
    six.sin6_scope_id = address->scope;
    memcpy(&six.sin6_addr, address->bytes, 16);
    return result(bind(fd, (struct sockaddr *)&six, sizeof six));
  }
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(address->port)};
  memcpy(&four.sin_addr, address->bytes, 4);
  return result(bind(fd, (struct sockaddr *)&four, sizeof four));
}

int cevents_listen(const cevents_address *address, int backlog) {
  int family = address->is_ipv6 ? AF_INET6 : AF_INET;
  int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  int one = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  int answer = bind_to(fd, address);
  if (answer == 0) answer = result(listen(fd, backlog));
  if (answer < 0) {
    close(fd);
    return answer;
  }
  return fd;
}

int cevents_local_address(int fd, cevents_address *address) {
  struct sockaddr_storage storage;
  socklen_t length = sizeof storage;
  if (getsockname(fd, (struct sockaddr *)&storage, &length) < 0) return -errno;
  from_socket(&storage, address);
  return 0;
}

int cevents_accept(int listener, cevents_address *peer) {
  struct sockaddr_storage storage;
  socklen_t length = sizeof storage;
  int fd = accept4(listener, (struct sockaddr *)&storage, &length, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) return -errno;
  int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  from_socket(&storage, peer);
  return fd;
}

ssize_t cevents_read(int fd, void *bytes, size_t count) {
  ssize_t answer = recv(fd, bytes, count, 0);
  return answer < 0 ? -errno : answer;
}

ssize_t cevents_send(int fd, struct iovec *vector, size_t count, int more) {
  struct msghdr message = {.msg_iov = vector, .msg_iovlen = count};
  ssize_t answer = sendmsg(fd, &message, MSG_NOSIGNAL | (more ? MSG_MORE : 0));
  return answer < 0 ? -errno : answer;
}

ssize_t cevents_sendfile(int fd, int file, int64_t offset, size_t count) {
  off_t position = offset;
  ssize_t answer = sendfile(fd, file, &position, count);
  return answer < 0 ? -errno : answer;
}

int cevents_finish_writing(int fd) { return result(shutdown(fd, SHUT_WR)); }

int cevents_close(int fd) { return result(close(fd)); }

int cevents_cores(void) {
  // The kernel refuses a set that is smaller than its own.
  for (int most = CPU_SETSIZE; most <= CPU_SETSIZE * 64; most *= 2) {
    cpu_set_t *set = CPU_ALLOC(most);
    if (set == NULL) break;
    const size_t size = CPU_ALLOC_SIZE(most);
    const int count = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (count > 0) return count;
  }
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

void cevents_ignore_sigpipe(void) { signal(SIGPIPE, SIG_IGN); }

int64_t cevents_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t cevents_milliseconds(void) { return cevents_nanoseconds() / 1000000; }

static _Thread_local const void *current;

void cevents_set_current(const void *mark) { current = mark; }

const void *cevents_current(void) { return current; }

int cevents_connect(const cevents_address *address) {
  int fd = socket(address->is_ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  int answer;
  if (address->is_ipv6) {
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(address->port)};
    six.sin6_scope_id = address->scope;
    memcpy(&six.sin6_addr, address->bytes, 16);
    answer = result(connect(fd, (struct sockaddr *)&six, sizeof six));
  } else {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(address->port)};
    memcpy(&four.sin_addr, address->bytes, 4);
    answer = result(connect(fd, (struct sockaddr *)&four, sizeof four));
  }
  if (answer < 0 && answer != -EINPROGRESS && answer != -EINTR) {
    close(fd);
    return answer;
  }
  return fd;
}

int cevents_connect_result(int fd) {
  int error = 0;
  socklen_t length = sizeof error;
  if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) < 0) return -errno;
  return -error;
}

int cevents_duplicate(int fd) { return result(fcntl(fd, F_DUPFD_CLOEXEC, 0)); }

int cevents_look_up(const char *host, uint16_t port, cevents_address *addresses, int capacity) {
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
  struct addrinfo *found = NULL;
  int answer = getaddrinfo(host, NULL, &hints, &found);
  if (answer != 0) return answer < 0 ? answer : -answer;
  int count = 0;
  for (struct addrinfo *each = found; each && count < capacity; each = each->ai_next) {
    struct sockaddr_storage storage;
    if (each->ai_addrlen > sizeof storage) continue;
    memset(&storage, 0, sizeof storage);
    memcpy(&storage, each->ai_addr, each->ai_addrlen);
    from_socket(&storage, &addresses[count]);
    addresses[count++].port = port;
  }
  freeaddrinfo(found);
  return count;
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CEVENTS_SANITIZED 1
#endif
#endif

#ifdef CEVENTS_SANITIZED
void __tsan_acquire(void *address);
void __tsan_release(void *address);

void cevents_entered(const void *place) { __tsan_acquire((void *)place); }
void cevents_left(const void *place) { __tsan_release((void *)place); }
#else
void cevents_entered(const void *place) { (void)place; }
void cevents_left(const void *place) { (void)place; }
#endif
