#!/bin/sh
# Where our Swift is, on one line, for the formatter.
cd "$(dirname "$0")/.." || exit 1
for path in Package.swift Sources Tests Benchmarks Examples; do
  [ -e "$path" ] && printf '%s ' "$path"
done
