#!/usr/bin/env python3
"""Every test that docs/security.md names is there."""

import re
import sys
from pathlib import Path

NAMED = re.compile(r"`(test_\w+|[a-z]+(?:[A-Z][A-Za-z]*){2,})`")
DEFINED = re.compile(r"\b(?:func|def) (\w+)\(")


def main(root):
    tests = set()
    for path in [*root.glob("Tests/**/*.swift"), *root.glob("Tests/**/*.py"), *root.glob("BrowserTests/**/*.py")]:
        tests |= set(DEFINED.findall(path.read_text("utf-8", errors="replace")))
    return sorted({name for name in NAMED.findall((root / "docs/security.md").read_text("utf-8")) if name not in tests})


if __name__ == "__main__":
    missing = main(Path(__file__).resolve().parent.parent)
    for name in missing:
        print(f"docs/security.md names {name}, which no test is called")
    print("security: every named test is there" if not missing else f"security: {len(missing)} missing")
    sys.exit(1 if missing else 0)
