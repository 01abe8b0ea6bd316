#!/usr/bin/env bash
# Builds the browser side into build/web: one release Wasm per app, script, style and pages, each with .br and .gz.
#   scripts/build-web.sh                  everything; quick where nothing changed
#   scripts/build-web.sh --check [TARGET…] only compiles to Wasm (default: all of Portable, Features and Web)
set -euo pipefail
cd "$(dirname "$0")/.."

apps=(AnnexWeb BookingWeb ScheduleWeb ConsultWeb)
scratch=$PWD/.build/wasm

fail() { echo "build-web: $*" >&2; exit 1; }

require_tools() {
  local missing=() swift
  swift=$(command -v swift) || fail "no swift on PATH; install the Swift 6.3 toolchain"
  toolchain=$(dirname "$(dirname "$(readlink -f "$swift")")")
  [ -x "$toolchain/bin/wasm-ld" ] || fail "the toolchain in $toolchain has no wasm-ld"
  libc=$(find /usr/lib/wasm32-wasi -maxdepth 1 -name libc.a 2>/dev/null | head -n 1)
  builtins=$(find /usr/lib/llvm-*/lib/clang -name libclang_rt.builtins-wasm32.a 2>/dev/null | sort -V | tail -n 1)
  [ -n "$libc" ] || missing+=(wasi-libc)
  [ -n "$builtins" ] || missing+=(libclang-rt-14-dev-wasm32)
  command -v wasm-strip >/dev/null || missing+=(wabt)
  command -v wasm-opt >/dev/null || missing+=(binaryen)
  command -v esbuild >/dev/null || missing+=(esbuild)
  command -v brotli >/dev/null || missing+=(brotli)
  command -v python3 >/dev/null || missing+=(python3)
  [ ${#missing[@]} -eq 0 ] || fail "missing; run: apt-get install -y ${missing[*]}"
}

# The driver runs any wasm-opt that it finds on PATH, and the same sources would give other bytes. So swift sees only
# the tools that it needs.
pin_path() {
  local tools=$1/tools tool
  mkdir -p "$tools"
  for tool in timeout git sh bash env uname which pkg-config ld ld.gold; do
    if command -v "$tool" >/dev/null; then ln -sf "$(command -v "$tool")" "$tools/$tool"; fi
  done
  pinned=$toolchain/bin:$tools
  [ ! -e "$toolchain/bin/wasm-opt" ] || fail "remove wasm-opt from $toolchain/bin"
}

# configuration, scratch path, further arguments
swift_build() {
  local configuration=$1 path=$2 optimize=
  shift 2
  # Overlapping accesses are found by the same code's native tests.
  [ "$configuration" = debug ] || optimize='"-Osize", "-enforce-exclusivity=unchecked",'
  mkdir -p "$path"
  pin_path "$path"
  sed -e "s|@OPTIMIZE@|$optimize|" -e "s|@TOOLCHAIN@|$toolchain|" -e "s|@LIBC@|$libc|" \
    -e "s|@BUILTINS@|$builtins|" scripts/wasm-toolset.json >"$path/toolset.new"
  # SwiftPM does not see that a toolset changed.
  cmp -s "$path/toolset.new" "$path/toolset.json" || rm -rf "$path"/wasm32-*
  cp "$path/toolset.new" "$path/toolset.json"
  PATH=$pinned timeout 3600 swift build -c "$configuration" --scratch-path "$path" --toolset "$path/toolset.json" \
    --triple wasm32-unknown-none-wasm --jobs 2 "$@"
}

# Two modules that define one outlined constant under the same name would read each other's data.
refuse_shared_constants() {
  local twice
  twice=$(find "$1" -name '*.o' -print0 | xargs -0 "$toolchain/bin/llvm-nm" --defined-only -j 2>/dev/null |
    grep -E 'Tv[0-9]*r?_' | sort | uniq -d) || true
  [ -z "$twice" ] || fail "constants defined in two objects (is object-outliner off?): $twice"
}

if [ "${1:-}" = --check ]; then
  require_tools
  shift
  [ $# -gt 0 ] || set -- EyeMon EyeMonDoctor Screens Browser
  for target in "$@"; do swift_build debug "$PWD/.build/wasm-check" --target "$target"; done
  exit
fi

[ $# -eq 0 ] || fail "unknown argument $1"
stamp=$(find Package.swift scripts/build-web.sh scripts/lay-out-web.py scripts/wasm-toolset.json Sources/Server/ServerApp/Version.swift Web/static \
  Sources/Portable Sources/Features Sources/Apps Sources/Web -type f -print0 | sort -z | xargs -0 sha256sum |
  cat - <(swift --version 2>/dev/null) | sha256sum)
if [ "$stamp" = "$(cat build/web.stamp 2>/dev/null)" ] && [ -f build/web/index.html ]; then
  echo "build/web is up to date"
  exit
fi

require_tools
release=$scratch/wasm32-unknown-none-wasm/release
# All in one go, so that the programs are made beside each other.
MARU_ONLY=$(IFS=,; echo "${apps[*]}") swift_build release "$scratch"
refuse_shared_constants "$release"
built=("${apps[@]/#/$release/}")
built=("${built[@]/%/.wasm}")
python3 scripts/lay-out-web.py "${built[@]}"
echo "$stamp" >build/web.stamp
