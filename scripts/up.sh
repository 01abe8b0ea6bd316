#!/usr/bin/env bash
# From a clean clone to a running Maru: scripts/up.sh HOST:PORT DATA
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh build web
scripts/build.sh
exec .build/release/maru serve --listen "$1" --data "$2" --web build/web --demo
