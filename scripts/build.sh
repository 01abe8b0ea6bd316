#!/usr/bin/env bash
# Builds server and apps in release mode, unless nothing changed since the last time.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build

# A file or folder newer than the stamp means work (a deleted file makes its folder newer).
stale() {
  local stamp=build/$1.stamp
  shift
  [ ! -e "$stamp" ] || [ -n "$(find "$@" -newer "$stamp" -print -quit)" ]
}

if [ ! -x .build/release/maru ] || stale server Package.swift Sources; then
  touch build/server.next
  swift build -c release --product maru
  mv build/server.next build/server.stamp
fi
if [ ! -e build/web ] || stale web Package.swift Sources Web scripts/build-web.sh; then
  touch build/web.next
  scripts/build-web.sh
  mv build/web.next build/web.stamp
fi
