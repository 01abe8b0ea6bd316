#ifndef CEVENTS_H
#define CEVENTS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

// What Glibc's Swift module lacks or cannot express: epoll, eventfd, accept4, sendmsg with flags, thread-locals.
// Every function answers -errno instead of -1, so that no Swift code runs between the call and the reading of errno.

enum {
  CEVENTS_IN = 0x001,
  CEVENTS_OUT = 0x004,
  CEVENTS_ERROR = 0x008,
  CEVENTS_HANGUP = 0x010,
  CEVENTS_PEER_FINISHED = 0x2000,
};

/// An address in one form for both families: the 16 bytes of IPv6 or the first 4 of IPv4.
typedef struct {
  uint8_t bytes[16];
  uint32_t scope;
  uint16_t port;
  uint8_t is_ipv6;
} cevents_address;

typedef struct {
  uint64_t token;
  uint32_t events;
} cevents_event;

int cevents_poller(void);
int cevents_add(int poller, int fd, uint32_t events, uint64_t token);
int cevents_change(int poller, int fd, uint32_t events, uint64_t token);
int cevents_remove(int poller, int fd);
/// Waits at most `milliseconds` (-1: for ever). `events` has room for `capacity` (at most 256).
int cevents_wait(int poller, cevents_event *events, int capacity, int milliseconds);

int cevents_wakeup(void);
int cevents_wake(int fd);
int cevents_wake_clear(int fd);

int cevents_parse_address(const char *host, uint16_t port, cevents_address *address);
/// Writes the host as text and answers its length.
int cevents_print_host(const cevents_address *address, char *text, size_t capacity);

/// A listening socket: non-blocking, close-on-exec, SO_REUSEADDR.
int cevents_listen(const cevents_address *address, int backlog);
int cevents_local_address(int fd, cevents_address *address);
/// A connection: non-blocking, close-on-exec, TCP_NODELAY.
int cevents_accept(int listener, cevents_address *peer);
/// A socket that is being connected (non-blocking, close-on-exec, TCP_NODELAY): writable once that has ended.
int cevents_connect(const cevents_address *address);
/// How connecting ended: 0 or -errno.
int cevents_connect_result(int fd);
/// A second descriptor of the same socket, close-on-exec.
int cevents_duplicate(int fd);
/// The addresses of a host name, in the order in which to try them; waits for the network. Answers how many, at most
/// `capacity`, or a negative EAI_ code.
int cevents_look_up(const char *host, uint16_t port, cevents_address *addresses, int capacity);

ssize_t cevents_read(int fd, void *bytes, size_t count);
/// One sendmsg without SIGPIPE; `more` says that bytes follow at once (MSG_MORE).
ssize_t cevents_send(int fd, struct iovec *vector, size_t count, int more);
ssize_t cevents_sendfile(int fd, int file, int64_t offset, size_t count);
int cevents_finish_writing(int fd);
int cevents_close(int fd);

/// Those on which this process may run.
int cevents_cores(void);
void cevents_ignore_sigpipe(void);
int64_t cevents_milliseconds(void);
int64_t cevents_nanoseconds(void);

/// A mark of the running thread, compared by the event loops.
void cevents_set_current(const void *mark);
const void *cevents_current(void);

/// Tells the thread sanitizer of an order that it does not see by itself: what a thread did before `cevents_left` of a
/// place happened before what follows another thread's `cevents_entered` of it. Does nothing without the sanitizer.
void cevents_entered(const void *place);
void cevents_left(const void *place);

#endif
