#!/usr/bin/env python3
"""The checks catch what they are for, and let pass what is right: each runs on a small tree made here."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent


class Checks(unittest.TestCase):
    def run_check(self, name, tree):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in tree.items():
                target = Path(folder, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, "utf-8")
            command = [sys.executable, str(HERE / f"check-{name}.py"), folder]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            return run.returncode, run.stdout + run.stderr

    def refuse(self, name, tree, word):
        status, output = self.run_check(name, tree)
        self.assertEqual(status, 1, output)
        self.assertIn(word, output)

    def allow(self, name, tree):
        status, output = self.run_check(name, tree)
        self.assertEqual(status, 0, output)


class Imports(Checks):
    def tree(self, path, text):
        modules = ["Portable/JSON", "Portable/Wire", "Portable/SocketIO", "Features/Chat", "Features/Account"]
        modules += ["Features/FeatureCore", "Features/AppCore", "Apps/EyeMon", "Web/Browser", "Web/Screens"]
        modules += ["Server/Chats", "Server/Accounts", "Server/Storage", "Server/ServerApp", "Server/HTTPServer"]
        modules += ["System/SQLite"]
        tree = {f"Sources/{module}/Empty.swift": "" for module in modules}
        return tree | {f"Sources/{path}/Sample.swift": text}

    def test_refuses(self):
        for path, text in [
            ("Portable/Wire", "import Foundation"),
            ("Portable/Wire", "  @preconcurrency public import Foundation"),
            ("Portable/Wire", "import Chat"),
            ("Features/Chat", "import Account"),
            ("Features/AppCore", "import Account"),
            ("Features/Chat", "import struct Foundation.Data"),
            ("Apps/EyeMon", "import Browser"),
            ("Web/Screens", "import Browser"),
            ("Web/Screens", "import SocketIO"),
            ("Web/Screens", "import Storage"),
            ("System/SQLite", "import SocketIO"),
            ("Server/Chats", "import Accounts"),
            ("Server/Storage", "import HTTPServer"),
            ("Server/Accounts", "import ServerApp"),
            ("Server/Accounts", "import Chat"),
            ("Server/Accounts", "import Testing"),
            ("Server/Accounts", "import Vapor"),
        ]:
            with self.subTest(path=path, text=text):
                self.refuse("imports", self.tree(path, text), path.split("/")[1])

    def test_allows(self):
        for path, text in [
            ("Portable/Wire", "import JSON\n// import Foundation\n/* \nimport Foundation */"),
            ("Portable/Wire", 'let text = """\n  import Foundation\n  """'),
            ("Features/Chat", "import FeatureCore\nimport Wire"),
            ("Features/AppCore", "import Chat\nimport FeatureCore\nimport SocketIO"),
            ("Features/AnnexCore", "import Account\nimport FeatureCore"),
            ("Apps/EyeMon", "import AppCore"),
            ("System/SQLite", "import Foundation\nimport JSON"),
            ("Server/Chats", "import Storage\nimport Foundation\nimport SQLite"),
            ("Server/ServerApp", "import Accounts\nimport Chats"),
        ]:
            with self.subTest(path=path, text=text):
                self.allow("imports", self.tree(path, text))

    def test_an_empty_tree_is_no_success(self):
        self.refuse("imports", {}, "no modules")


class Budgets(Checks):
    def test_files(self):
        self.refuse("budgets", {"a.swift": "let a = 1\n" * 401}, "401 lines")
        self.allow("budgets", {"a.swift": "let a = 1\n" * 400})

    def test_lines(self):
        self.refuse("budgets", {"a.js": "//" + "가" * 119}, "121 characters")
        self.allow("budgets", {"a.js": "//" + "가" * 118})

    def test_functions(self):
        body = "  x()\n"
        for name, head, foot in [
            ("a.swift", 'func f(_ c: () -> Void = {}) {\n  print("}}\\(g("{"))") // }\n', "}\n"),
            ("b.swift", "struct S {\n  init?(a: Int) {\n", "  }\n}\n"),
            ("a.js", "export function f(a) {\n const b = '}' + `}` // }\n", "}\n"),
            ("b.js", "const f = async (a) => {\n /[}]/.test(a)\n", "}\n"),
            ("c.js", "class A {\n  f(a) {\n", "  }\n}\n"),
        ]:
            lines = head.count("\n") + foot.count("\n") - (2 if foot.count("\n") == 2 else 0)
            with self.subTest(name=name):
                self.refuse("budgets", {name: head + body * (61 - lines) + foot}, " has 61 lines")
                self.allow("budgets", {name: head + body * (60 - lines) + foot})
        self.refuse("budgets", {"a.py": "def f():\n" + "    x()\n" * 60}, "f has 61 lines")

    def test_a_requirement_has_no_body(self):
        self.allow("budgets", {"a.swift": "protocol P {\n  func f()\n}\nenum E {\n" + "  case a\n" * 70 + "}\n"})


class Words(Checks):
    def test_refuses(self):
        for name, text, why in [
            ("a.swift", "// TO" + "DO later", "not done"),
            ("a.md", "see /wor" + "k/main", "one machine's"),
            ("a.md", "see /tmp/mar" + "u/x", "one machine's"),
            ("a.html", "<script>x()</script>", "script inside"),
            ("a.html", "<p style='x'>", "style inside"),
            ("a.html", "<style>p{}</style>", "style inside"),
            ("a.html", '<p onclick="x()">', "handler inside"),
            ("a.html", '<a href="javascript:x()">', "as an address"),
            ("a.swift", "final class RoomManager {}", "says nothing"),
        ]:
            with self.subTest(text=text):
                self.refuse("words", {name: text}, why)

    def test_allows(self):
        self.allow(
            "words",
            {
                "a.html": '<script src="/assets/host.js" type="module"></script><link rel="stylesheet" href="a.css">',
                "a.swift": '// network/ teamwork/\nstruct Room {}\nlet text = "class DataManager"',
                "a.md": "GET /v1/work/1 answers",
            },
        )


if __name__ == "__main__":
    unittest.main()
