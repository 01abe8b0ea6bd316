#!/usr/bin/env bash
# Builds our server under test and the load generator, and compares with the peers (Benchmarks/compare.py). Before that:
# how fast free appointments are found, a room takes messages in, a browser opens one with a long history
# (Benchmarks/open_room.py), and the disk is written.
set -euo pipefail
cd "$(dirname "$0")/.."
ulimit -n "$(ulimit -Hn)"
# Every figure is taken, also behind one that is missed.
status=0
swift build -c release --product MergeBench
.build/release/MergeBench || status=1
swift build -c release --product SlotBench
.build/release/SlotBench || status=1
swift build -c release --product LoadGenerator
swift build -c release --product RealtimeBench
swift build -c release --product maru
scripts/build-web.sh
.venv/bin/python Benchmarks/open_room.py || status=1
swift build -c release --product DurableBench
durable() {
  local folder missed=0
  folder=$(mktemp -d "$PWD/.build/durable.XXXXXX")
  echo "Durable sends, $1:"
  .build/release/DurableBench "$folder/data" "${@:2}" || missed=1
  rm -rf "$folder" "$folder.key"
  return $missed
}
durable "SQLite on this disk" || status=1
cc -shared -fPIC -O2 -o .build/slow_sync.so Benchmarks/slow_sync.c
LD_PRELOAD=$PWD/.build/slow_sync.so durable "SQLite on a disk whose sync takes a millisecond" || status=1
if command -v psql >/dev/null; then
  export -f durable
  MARU_TEST_SCALE=all scripts/with-postgres.sh bash -c 'durable PostgreSQL "$MARU_TEST_POSTGRES"' || status=1
fi
swift build -c release --product AccountsBench
.venv/bin/python Benchmarks/accounts.py || status=1
.venv/bin/python Benchmarks/compare.py || status=1
exit $status
