#!/usr/bin/env bash
# The tests of the modules that threads share, under the thread sanitizer: scripts/tsan.sh MODULE,MODULE…
set -euo pipefail
cd "$(dirname "$0")/.."
export MARU_ONLY=$1
swift build --build-tests --sanitize=thread --scratch-path .build/tsan
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
"$clang" -O1 -shared -fPIC scripts/tsan-mutex.c -o .build/tsan/mutex.so -ldl
LD_PRELOAD=$PWD/.build/tsan/mutex.so swift test --sanitize=thread --scratch-path .build/tsan --no-parallel --skip-build
