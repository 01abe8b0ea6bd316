#!/usr/bin/env bash
# Builds server and apps in release mode, unless nothing changed since the last time.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build

# A file or folder newer than the stamp means work (a deleted file makes its folder newer).
stale() {
  [ ! -e build/server.stamp ] || [ -n "$(find Package.swift Sources -newer build/server.stamp -print -quit)" ]
}

if [ ! -x .build/release/maru ] || stale; then
  touch build/server.next
  swift build -c release --product maru
  mv build/server.next build/server.stamp
fi
scripts/build-web.sh
