#!/usr/bin/env bash
# Installs what is missing for the named parts of scripts/apt-packages.txt (all parts without a name).
# As root through apt; otherwise prints the one command that does and ends with status 1.
set -euo pipefail
cd "$(dirname "$0")/.."
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(build web test bench)

wants() {
  local wanted
  for wanted in "${parts[@]}"; do [ "$wanted" = "$1" ] && return 0; done
  return 1
}

if ! command -v swift >/dev/null; then
  echo "Swift 6.3 is not on the PATH. Install the toolchain from https://www.swift.org/install/linux/ first." >&2
  exit 1
fi

packages=()
declare -A least
while read -r part name reason; do
  case "$part" in "" | "#"*) continue ;; esac
  if ! wants "$part"; then continue; fi
  packages+=("${name%%>=*}")
  if [[ "$name" == *">="* ]]; then least[${name%%>=*}]=${name#*>=}; fi
done <scripts/apt-packages.txt

is_old() {
  [ -n "${least[$1]:-}" ] && dpkg --compare-versions "$(dpkg-query -W -f='${Version}' "$1")" lt "${least[$1]}"
}

if ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian: install these packages, or what they are called here: ${packages[*]}" >&2
else
  installed=$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' "${packages[@]}" 2>/dev/null | grep '^ii' || true)
  missing=()
  for name in "${packages[@]}"; do
    if ! grep -q "^ii *$name\$" <<<"$installed" || is_old "$name"; then missing+=("$name"); fi
  done
  if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" -ne 0 ]; then
      echo "Missing packages. This command installs them:" >&2
      echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
      exit 1
    fi
    echo "installing: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
fi

if ! wants test && ! wants bench; then exit 0; fi

# The folder remembers which list it was filled from.
stamp=.venv/requirements.sum
sum=$(cksum <scripts/requirements.txt)
if [ "$(cat "$stamp" 2>/dev/null || true)" != "$sum" ]; then
  python=""
  for candidate in /usr/bin/python3 python3; do
    if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then python=$candidate; break; fi
  done
  if [ -z "$python" ]; then
    echo "No python3 with venv and ensurepip was found (Debian: python3-venv)." >&2
    exit 1
  fi
  echo "preparing .venv for the tests"
  rm -rf .venv
  "$python" -m venv .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-cache-dir -r scripts/requirements.txt
  echo "$sum" >"$stamp"
fi
