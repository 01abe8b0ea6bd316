#!/usr/bin/env python3
"""Files of at most 400 lines, functions of at most 60, lines of at most 120 characters: Swift, JavaScript, Python, and
style sheets, which have no functions."""

import ast
import re
import sys
from pathlib import Path

from sourcetext import closing_brace, files, line_of, masked_js, masked_swift

FILE_LINES, FUNCTION_LINES, LINE_LENGTH = 400, 60, 120

SWIFT_FUNCTION = re.compile(r"\b(?:func\s+([^\s(<]+)|(init|deinit|subscript)\b[?!]?(?=\s*[(<{]))")
JS_FUNCTION = re.compile(
    r"\bfunction\b\s*\*?\s*(\w*)\s*\([^)]*\)\s*\{"
    r"|(?:\b(\w+)\s*[=:]\s*)?(?:async\s+)?(?:\([^()]*\)|\w+)\s*=>\s*\{"
    r"|^\s*(?:async\s+|static\s+|get\s+|set\s+|\*\s*)*"
    r"(?!(?:if|for|while|switch|catch|with|function)\b)(#?\w+)\s*\([^()]*\)\s*\{",
    re.M,
)


def swift_functions(text):
    """Name, first and last line of every function with a body."""
    masked = masked_swift(text)
    for match in SWIFT_FUNCTION.finditer(masked):
        body = body_start(masked, match.end())
        if body is not None:
            end = closing_brace(masked, body)
            yield match.group(1) or match.group(2), line_of(text, match.start()), line_of(text, end)


def body_start(masked, at):
    """The brace that opens the body behind a head; None where a requirement ends without one."""
    depth = 0
    for token in re.compile(r"[(){}]|\b(?:func|init|deinit|subscript|var|let|case)\b").finditer(masked, at):
        if token.group() == "(":
            depth += 1
        elif token.group() == ")":
            depth -= 1
        elif depth == 0:
            return token.start() if token.group() == "{" else None
    return None


def js_functions(text):
    masked = masked_js(text)
    for match in JS_FUNCTION.finditer(masked):
        start = match.end() - 1
        first = match.start() + len(match.group()) - len(match.group().lstrip())
        name = match.group(1) or match.group(2) or match.group(3) or "function"
        yield name, line_of(text, first), line_of(text, closing_brace(masked, start))


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno


READERS = {
    ".swift": swift_functions, ".js": js_functions, ".py": python_functions, ".css": lambda text: (),
}


def main(root):
    faults = []
    for path in files(root, *READERS):
        text, name = path.read_text("utf-8"), path.relative_to(root)
        lines = text.splitlines()
        if len(lines) > FILE_LINES:
            faults.append(f"{name}: {len(lines)} lines")
        for number, line in enumerate(lines, 1):
            if len(line) > LINE_LENGTH:
                faults.append(f"{name}:{number}: {len(line)} characters")
        for function, first, last in READERS[path.suffix](text):
            if last - first + 1 > FUNCTION_LINES:
                faults.append(f"{name}:{first}: {function} has {last - first + 1} lines")
    return faults


if __name__ == "__main__":
    found = main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent))
    print("\n".join(found) if found else "budgets: kept")
    sys.exit(1 if found else 0)
