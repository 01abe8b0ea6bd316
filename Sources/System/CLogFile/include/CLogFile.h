#pragma once

/// A file system for SQLite over another one, which it is but for one thing: what is written to a write-ahead log one
/// piece behind the other reaches the file in one write of up to 64 KiB, at the latest when the log is synced.
///
/// SQLite writes a log page by page, each in two pieces. With `synchronous = FULL` nobody may read a page of it before the
/// sync of its commit, so that nothing depends on those pieces one by one; a write that fails is told by a later write or
/// by the sync of the same transaction. Not for other settings of `synchronous`: there is no sync to wait for.
///
/// - Parameter beneath: the name of a registered file system; NULL: the usual one.
/// - Returns: the name under which it is registered, made at the first call; NULL where there is no such file system or no
///   memory. It stays until `log_file_system_forget`.
const char *log_file_system(const char *beneath);

/// Gives up what was made over a file system that will be unregistered. Everything that was opened on it is closed.
void log_file_system_forget(const char *beneath);
