#!/usr/bin/env bash
# Runs a command beside a PostgreSQL cluster of its own, named by MARU_TEST_POSTGRES: with-postgres.sh COMMAND…
# The cluster listens on a socket in a temporary folder only, and goes with the command. fsync is on with
# MARU_TEST_SCALE=all. PostgreSQL refuses to run as root: then it runs as `postgres`.
set -euo pipefail

folder=$(mktemp -d "${TMPDIR:-/tmp}/maru-postgres.XXXXXX")
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || { echo "PostgreSQL is not installed: make setup" >&2; exit 1; }
as=()
if [ "$(id -u)" = 0 ]; then
  as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
  chown postgres "$folder"
fi
fsync=off
[ "${MARU_TEST_SCALE:-}" = all ] && fsync=on

(cd "$folder" && "${as[@]}" "$bin/initdb" --pgdata="$folder/data" --auth=trust --username=maru --encoding=UTF8 \
  --locale=C --no-sync >"$folder/initdb.log" 2>&1) || { cat "$folder/initdb.log" >&2; exit 1; }
(cd "$folder" && exec "${as[@]}" "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses='' \
  -c fsync=$fsync -c max_connections=400 -c shared_buffers=64MB -c log_min_messages=fatal \
  -c log_min_error_statement=panic) >"$folder/postgres.log" 2>&1 &
postgres=$!
stop() {
  kill -INT "$postgres" 2>/dev/null || true
  wait "$postgres" 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT

for _ in $(seq 200); do
  "$bin/pg_isready" -q -h "$folder" -U maru -d postgres && break
  kill -0 "$postgres" 2>/dev/null || { cat "$folder/postgres.log" >&2; exit 1; }
  sleep 0.1
done
export MARU_TEST_POSTGRES="postgres://maru@/postgres?host=$folder"
status=0
"$@" || status=$?
exit $status
