#pragma once
#include <sqlite3.h>

/// As many bytes of a log are held back: fifteen pages. SQLite's own file system for Unix takes less than 128 KiB at once.
enum { LOG_FILE_HELD = 64 << 10 };

/// A file, followed in memory by the one beneath.
struct log_file {
  sqlite3_file base;
  sqlite3_file *real;
  /// Of a log only: what was written and not handed on, and where it belongs.
  unsigned char *held;
  sqlite3_int64 start;
  int count;
  /// Of a write that nobody was told of.
  int failure;
};

/// For files without shared memory, and with.
extern const sqlite3_io_methods log_file_methods[2];
