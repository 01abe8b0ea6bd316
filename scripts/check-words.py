#!/usr/bin/env python3
"""What must not stand in the repository: places of one machine, promises in place of work, names that say nothing,
scripts and styles inside pages."""

import re
import sys
from pathlib import Path

from sourcetext import files, masked_swift

TEXT = (".swift", ".js", ".py", ".c", ".h", ".sh", ".md", ".html", ".css", ".json", ".txt", ".yml", "Makefile", "run")

# Spelled so that this file does not find itself.
EVERYWHERE = [
    (re.compile(r"(?<![\w.-])/(?:wor[k]|far[m]|roo[t]|hom[e]/\w+)/|/tmp/mar[u]\b|\.librar[y]/"), "one machine's path"),
    (re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X])\b"), "work that is not done"),
    (re.compile(r"\bCl[a]ude\b|sub[a]gent|\bLL[M]\b|\bAI ag[e]nt", re.I), "how the text was made"),
]
PAGE = [
    (re.compile(r"<script(?![^>]*\bsrc=)[^>]*>", re.I), "a script inside the page"),
    (re.compile(r"<style\b|\sstyle\s*=", re.I), "a style inside the page"),
    (re.compile(r"\son[a-z]+\s*=\s*[\"']", re.I), "a handler inside the page"),
    (re.compile(r"javascript:", re.I), "a script as an address"),
]
VAGUE = re.compile(
    r"\b(?:struct|class|enum|actor|protocol)\s+(\w*(?:Manager|Helpers?|Utils?|Utility|Common|Base|Impl|Info))\b"
)


def main(root):
    faults = []
    for path in files(root, *TEXT):
        text, name = path.read_text("utf-8", errors="replace"), path.relative_to(root)
        rules = EVERYWHERE + (PAGE if path.suffix == ".html" else [])
        for number, line in enumerate(text.splitlines(), 1):
            faults += [f"{name}:{number}: {why}: {line.strip()[:80]}" for rule, why in rules if rule.search(line)]
        if path.suffix == ".swift":
            faults += [f"{name}: {found} says nothing" for found in VAGUE.findall(masked_swift(text))]
    return faults


if __name__ == "__main__":
    found = main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent))
    print("\n".join(found) if found else "words: none that must not be there")
    sys.exit(1 if found else 0)
