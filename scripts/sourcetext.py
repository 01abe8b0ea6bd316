"""Reads source text for the checks: which files there are, and code without its strings and comments."""

import os
import re
from pathlib import Path

SKIPPED = {".git", ".build", "build", ".venv", "node_modules", "__pycache__", "data", ".pytest_cache"}


def files(root, *suffixes):
    """All files of the repository with these endings, in order; all of them without endings."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in sorted(names):
            if not suffixes or name.endswith(suffixes):
                found.append(Path(folder) / name)
    return found


def blank(text):
    """Spaces in place of everything but line ends, so that positions stay."""
    return re.sub(r"[^\n]", " ", text)


def masked_swift(text):
    """Swift code with comments and string contents blanked."""
    out, at = [], 0
    opening = re.compile(r'//|/\*|(#*)("""|")')
    while True:
        match = opening.search(text, at)
        if not match:
            return "".join(out) + text[at:]
        out.append(text[at : match.start()])
        if match.group() == "//":
            end = text.find("\n", match.start())
            end = len(text) if end < 0 else end
        elif match.group() == "/*":
            end = end_of_comment(text, match.end())
        else:
            end = end_of_string(text, match.end(), match.group(2), match.group(1))
        out.append(blank(text[match.start() : end]))
        at = end


def end_of_comment(text, at):
    depth = 1
    for match in re.compile(r"/\*|\*/").finditer(text, at):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


def end_of_string(text, at, quote, hashes):
    """The position behind a Swift string whose content starts at `at`; strings inside interpolations nest."""
    close, escape = quote + hashes, "\\" + hashes
    while at < len(text):
        if text.startswith(close, at):
            return at + len(close)
        if text.startswith(escape + "(", at):
            at = end_of_interpolation(text, at + len(escape) + 1)
        elif text.startswith(escape, at):
            at += len(escape) + 1
        elif text[at] == "\n" and quote == '"':
            return at
        else:
            at += 1
    return len(text)


def end_of_interpolation(text, at):
    depth, token = 1, re.compile(r'(#*)("""|")|[()]')
    while depth:
        match = token.search(text, at)
        if not match:
            return len(text)
        at = match.end()
        if match.group() == "(":
            depth += 1
        elif match.group() == ")":
            depth -= 1
        else:
            at = end_of_string(text, at, match.group(2), match.group(1))
    return at


JS_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`"
    r"|(?<=[=(,:;!&|?{}\n])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n\[])+/[a-z]*",
    re.S,
)


def masked_js(text):
    """JavaScript with comments, strings, templates and regular expressions blanked."""
    return JS_TOKEN.sub(lambda match: blank(match.group()), text)


def closing_brace(masked, at):
    """The position of the brace that closes the one at `at`."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(masked, at):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(masked)


def line_of(text, at):
    return text.count("\n", 0, at) + 1
