#!/usr/bin/env python3
"""What an app weighs, brotli. Its first load, which is page, program, script and style, must stay within 300 KB; what
each of its annexes (the account; reservations) adds when one of its places is first opened, within 250 KB."""

import re
import sys
from pathlib import Path

LIMIT = 300 * 1024
ANNEX_LIMIT = 250 * 1024
ANNEXES = {what: re.compile(rf'data-{what}[\w-]*="/assets/([^"]+)"') for what in ("annex", "booking")}
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
            for pattern in ANNEXES.values():
                text = pattern.sub("", text)
            for name in re.findall(r"[\w.-]+\.(?:js|css|wasm)\b", text):
                if name in assets and assets[name] not in named and assets[name].name != "sw.js":
                    waiting.append(assets[name])
    return named


def annex(web, load, what):
    """The files that the page of this first load names for its annex of this name."""
    pages = [path.read_text("utf-8") for path in load if path.suffix == ".html"]
    names = [name for page in pages for name in ANNEXES[what].findall(page)]
    if not names:
        raise SystemExit(f"{web}: a page names no {what}")
    return {web / "assets" / name for name in names}


def told(app, what, files, limit):
    """Prints the weight of the files; whether it is over the limit."""
    total = sum(weight(path) for path in files)
    parts = ", ".join(f"{path.name} {weight(path) / 1024:.1f}" for path in sorted(files, key=weight, reverse=True))
    print(f"{app}: {total / 1024:.1f} KB of {limit / 1024:.0f} {what} ({parts})")
    return total > limit


def main(web):
    over = False
    for app in APPS:
        load = first_load(web, app)
        if not any(path.suffix == ".wasm" for path in load):
            raise SystemExit(f"{app}: its page leads to no Wasm")
        over |= told(app, "at first load", load, LIMIT)
        for what in ANNEXES:
            over |= told(app, f"in its {what}", annex(web, load, what), ANNEX_LIMIT)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/web")))
