#!/usr/bin/env python3
"""Fuzzes the parsers with libFuzzer under the address sanitizer: scripts/fuzz.py [SECONDS] [PARSER …]

Without SECONDS: 2 for each parser, or 300 where MARU_TEST_SCALE is `all`. What is found stays in .build/fuzz/finds;
what covers something new joins .build/fuzz/corpus. The kept corpus is Tests/Fuzz/corpus/PARSER.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".build/fuzz"
PARSERS = ["http", "websocket", "socketio", "engineio", "multipart", "json", "token"]
# In the order in which they import each other.
MODULES = ["Portable/JSON", "Portable/Wire", "Portable/SocketIO", "Portable/Domain"]
MODULES += ["System/Threads", "System/Sockets", "System/Compression", "Server/HTTPServer"]
MODULES += ["System/Crypto", "Server/Tokens"]
C_MODULES = ["CZlib", "CSodium", "COpenSSL"]
# Of our own: with sources.
C_SOURCES = ["CEvents", "CThreads"]
SANITIZE = ["-sanitize=fuzzer,address"]


def run(command):
    subprocess.run([str(word) for word in command], cwd=ROOT, check=True)


def swiftc(name, sources, *more):
    """One module to one object, with its own name."""
    flags = ["-swift-version", "6", "-O", "-wmo", "-parse-as-library", "-module-name", name, "-I", WORK]
    for feature in ("MemberImportVisibility", "ExistentialAny"):
        flags += ["-enable-upcoming-feature", feature]
    maps = [WORK / f"{name}.modulemap" for name in C_SOURCES]
    maps += [ROOT / f"Sources/System/{name}/module.modulemap" for name in C_MODULES]
    for module_map in maps:
        flags += ["-Xcc", f"-fmodule-map-file={module_map}"]
    emit = ["-emit-module", "-emit-module-path", WORK / f"{name}.swiftmodule", "-c", "-o", WORK / f"{name}.o"]
    run(["swiftc", *SANITIZE, *flags, *emit, *more, *sorted(sources)])
    return WORK / f"{name}.o"


def clang(name):
    """One C module to one object, and its module map."""
    folder = ROOT / "Sources/System" / name
    header = folder / f"include/{name}.h"
    target = WORK / f"{name}.o"
    (WORK / f"{name}.modulemap").write_text(f'module {name} {{\n  header "{header}"\n  export *\n}}\n')
    run(["clang", "-O1", "-fsanitize=address", "-I", header.parent, "-c", folder / f"{name}.c", "-o", target])
    return target


def stale(target, sources):
    return not target.exists() or any(path.stat().st_mtime > target.stat().st_mtime for path in sources)


def build():
    WORK.mkdir(parents=True, exist_ok=True)
    target, harness = WORK / "parsers", ROOT / "Tests/Fuzz/Harness.swift"
    folders = [ROOT / "Sources" / name for name in MODULES]
    sources = [path for folder in folders for path in folder.rglob("*.swift")]
    if not stale(target, [*sources, harness, Path(__file__)]):
        return target
    objects = [clang(name) for name in C_SOURCES]
    for folder in folders:
        objects.append(swiftc(folder.name, folder.rglob("*.swift")))
    objects.append(swiftc("Harness", [harness]))
    link = [str(word) for word in ["swiftc", *SANITIZE, *objects, "-lz", "-lsodium", "-lcrypto", "-o", target]]
    ended = subprocess.run(link, cwd=ROOT, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        raise SystemExit(ended.stderr)
    return target


def fuzz(target, parser, seconds):
    """Whether nothing was found."""
    kept, grown, finds = ROOT / "Tests/Fuzz/corpus" / parser, WORK / "corpus" / parser, WORK / "finds"
    for folder in (grown, finds):
        folder.mkdir(parents=True, exist_ok=True)
    command = [target, grown, kept, f"-max_total_time={seconds}", "-max_len=4096", "-timeout=5", "-rss_limit_mb=1024"]
    command += [f"-artifact_prefix={finds}/{parser}-", "-verbosity=0", "-print_final_stats=1"]
    environment = os.environ | {"MARU_FUZZ_PARSER": parser, "ASAN_OPTIONS": "detect_leaks=0"}
    ended = subprocess.run(
        [str(word) for word in command], cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace",
        timeout=seconds + 120, check=False,
    )
    lines = [line for line in ended.stderr.splitlines() if "number_of_executed_units" in line]
    found = "nothing found" if ended.returncode == 0 else "FOUND"
    print(f"{parser}: {lines[0].split()[-1] if lines else '?'} inputs, {found}")
    if ended.returncode != 0:
        print(ended.stderr[-6000:])
    return ended.returncode == 0


def main(words):
    seconds = 300 if os.environ.get("MARU_TEST_SCALE") == "all" else 2
    if words and words[0].isdigit():
        seconds, words = int(words[0]), words[1:]
    if [word for word in words if word not in PARSERS] or not shutil.which("swiftc"):
        print(__doc__, file=sys.stderr)
        return 2
    target = build()
    good = [fuzz(target, parser, seconds) for parser in words or PARSERS]
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed in {seconds} s each")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
