#!/usr/bin/env bash
# Builds our server under test and the load generator, and compares with the peers (Benchmarks/compare.py). Before that,
# how fast a browser opens a room with a long history (Benchmarks/open_room.py).
set -euo pipefail
cd "$(dirname "$0")/.."
ulimit -n "$(ulimit -Hn)"
swift build -c release --product LoadGenerator
swift build -c release --product RealtimeBench
swift build -c release --product maru
scripts/build-web.sh
.venv/bin/python Benchmarks/open_room.py
exec .venv/bin/python Benchmarks/compare.py
