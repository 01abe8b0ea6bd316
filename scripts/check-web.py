#!/usr/bin/env python3
"""What an app's first load weighs, brotli: its page, program, script and style together must stay within 300 KB."""

import re
import sys
from pathlib import Path

LIMIT = 300 * 1024
APPS = ("eyemon", "eyemon-doctor")


def weight(path):
    twin = path.with_name(path.name + ".br")
    return twin.stat().st_size if twin.exists() else path.stat().st_size


def first_load(web, app):
    """The files that the app's page names, and those that these name, from the built folder."""
    pages = [path for path in web.rglob("*.html") if path.parent.name == app or path.stem == app]
    if not pages:
        raise SystemExit(f"{web}: no page of {app}")
    named, waiting = set(), pages[:1]
    assets = {path.name: path for path in web.rglob("*") if path.is_file() and path.suffix not in (".br", ".gz")}
    while waiting:
        path = waiting.pop()
        named.add(path)
        if path.suffix in (".html", ".js", ".css"):
            text = path.read_text("utf-8")
            for name in re.findall(r"[\w.-]+\.(?:js|css|wasm)\b", text):
                if name in assets and assets[name] not in named and assets[name].name != "sw.js":
                    waiting.append(assets[name])
    return named


def main(web):
    over = False
    for app in APPS:
        load = first_load(web, app)
        if not any(path.suffix == ".wasm" for path in load):
            raise SystemExit(f"{app}: its page leads to no Wasm")
        total = sum(weight(path) for path in load)
        parts = ", ".join(f"{path.name} {weight(path) / 1024:.1f}" for path in sorted(load, key=weight, reverse=True))
        print(f"{app}: {total / 1024:.1f} KB of {LIMIT / 1024:.0f} at first load ({parts})")
        over = over or total > LIMIT
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/web")))
