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

// In place of the tables for composed and decomposed spellings (Unicode normalization), a tenth of the program. In the
// browser two texts are the same where their scalars are; `Letters` in Chat compares spellings where that matters.
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT8_TYPE__ uint8_t;
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getComposition(uint32_t x, uint32_t y) { return 0xFFFFFFFF; }
const uint8_t _swift_stdlib_nfd_decompositions[1] = {0};

// Double(text). Returns where reading stopped.
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end = 0;
  *value = strtod(text, &end);
  return end;
}
#endif
