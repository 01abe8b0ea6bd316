#include "CWasm.h"

#if defined(__wasm__)
// What the Swift runtime and wasi-libc want from a system, answered by the page instead of WASI.

typedef __SIZE_TYPE__ size_t;

__attribute__((import_module("host"), import_name("random")))
extern void host_random(void *bytes, int count);

__attribute__((import_module("host"), import_name("putchar")))
extern void host_putchar(int byte);

double strtod(const char *text, char **end);

// Seeds the hash tables.
void arc4random_buf(void *bytes, size_t count) { host_random(bytes, (int)count); }

// Messages of traps in debug builds.
int putchar(int byte) {
  host_putchar(byte);
  return byte;
}

// Double(text). Returns where reading stopped.
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end = 0;
  *value = strtod(text, &end);
  return end;
}
#endif
