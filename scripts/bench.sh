#!/usr/bin/env bash
# Builds our server under test and the load generator, and compares with the peers (Benchmarks/compare.py).
set -euo pipefail
cd "$(dirname "$0")/.."
ulimit -n "$(ulimit -Hn)"
swift build -c release --product LoadGenerator
swift build -c release --product RealtimeBench
exec .venv/bin/python Benchmarks/compare.py
