#!/usr/bin/env python3
"""Lays out build/web from Web/static and the Wasm files given: names with content hashes, .br and .gz twins, sizes."""

import concurrent.futures
import gzip
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

STATIC = pathlib.Path("Web/static")
TARGET = pathlib.Path("build/web")
VERSION = pathlib.Path("Sources/Server/ServerApp/Version.swift")
SYMBOLS = pathlib.Path("build/web-symbols")
SHRUNK = pathlib.Path("build/web-shrunk")
TEXT = {".js", ".css", ".svg", ".html", ".webmanifest"}
COMPRESSED = TEXT | {".wasm"}
# By path: the program of the app, its name, and the third program with its sheet.
APPS = {
    "eyemon": ("ConsultWeb", "EyeMon", "BookingWeb", "booking"),
    "eyemon-doctor": ("ConsultWeb", "EyeMon Doctor", "ScheduleWeb", "schedule"),
}
# The sheets of what is loaded later, each of these parts.
LATER = {
    "annex.css": ("annex.css", "portrait.css"),
    "booking.css": ("booking.css",),
    "schedule.css": ("booking.css", "schedule.css", "week.css", "portrait.css"),
}
# What the compiler uses of WebAssembly beyond its first version.
FEATURES = [
    f"--enable-{name}" for name in ("bulk-memory", "sign-ext", "mutable-globals", "nontrapping-float-to-int")
]
# Functions become alike only by the first -Oz. The lowest KB of memory is the far end of the stack (--stack-first), so
# no address lies in it.
# What has one caller stays a function: inlined, it saves some bytes and costs a twentieth over the wire.
PASSES = ["--one-caller-inline-max-function-size=0"]
PASSES += ["--low-memory-unused", "-Oz", "--merge-similar-functions", "-Oz"]
STYLE = re.compile(r'(?:<link rel="stylesheet" href="/assets/[\w-]+\.css">\n)+')
REFERENCE = re.compile(r"/assets/([A-Za-z0-9_-]+\.[a-z0-9]+)")


class Assets:
    """Files of /assets, each hashed after the names inside it have been replaced."""

    def __init__(self, sources):
        self.sources = {path.name: path for path in sources}
        self.names = {}
        self.contents = {}

    def name(self, plain, above=()):
        if plain in above:
            sys.exit(f"lay-out-web: {plain} refers to itself")
        if plain not in self.sources:
            sys.exit(f"lay-out-web: /assets/{plain}, named in {above[-1]}, does not exist")
        if plain not in self.names:
            source = self.sources[plain]
            data = self.filled(source, (*above, plain)) if source.suffix in TEXT else source.read_bytes()
            digest = hashlib.sha256(data).hexdigest()[:12]
            self.names[plain] = f"{source.stem}.{digest}{source.suffix}"
            self.contents[plain] = data
        return self.names[plain]

    def filled(self, source, above, marks=()):
        text = source.read_text(encoding="utf-8")
        for mark, value in marks:
            text = text.replace(mark, value)
        return REFERENCE.sub(lambda match: "/assets/" + self.name(match[1], above), text).encode()


def shrink(wasm, folder):
    """Made smaller, which takes long: what came out is kept for as long as the same goes in."""
    stripped = folder / wasm.name
    digest = hashlib.sha256(wasm.read_bytes() + " ".join(PASSES + FEATURES).encode()).hexdigest()[:16]
    kept = SHRUNK / f"{wasm.stem}.{digest}.wasm"
    if not kept.exists():
        optimize(wasm, folder, stripped)
        SHRUNK.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(stripped, kept)
        prune(SHRUNK, wasm.stem, 2)
    shutil.copyfile(kept, stripped)
    return stripped


def prune(folder, stem, count):
    for old in sorted(folder.glob(f"{stem}.*"), key=lambda path: path.stat().st_mtime)[:-count]:
        old.unlink()


def optimize(wasm, folder, stripped):
    """Shipped without names; the twin with names is kept under the hash of what is shipped."""
    named = folder / f"{wasm.stem}-names.wasm"
    subprocess.run(["wasm-opt", "-g", "--strip-dwarf", *PASSES, *FEATURES, wasm, "-o", named], check=True)
    shutil.copyfile(named, stripped)
    subprocess.run(["wasm-strip", stripped], check=True)
    digest = hashlib.sha256(stripped.read_bytes()).hexdigest()[:12]
    SYMBOLS.mkdir(parents=True, exist_ok=True)
    shutil.move(named, SYMBOLS / f"{wasm.stem}.{digest}.wasm")
    prune(SYMBOLS, wasm.stem, 3)


def write(path, data):
    """Writes the file and its compressed twins; returns its size over the wire."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    if path.suffix not in COMPRESSED:
        return len(data)
    pathlib.Path(f"{path}.gz").write_bytes(gzip.compress(data, 9, mtime=0))
    # brotli copies the file's time in whole seconds; a twin that looks older than its file is not served.
    subprocess.run(["brotli", "--best", "--force", "--no-copy-stat", f"--output={path}.br", path], check=True)
    return pathlib.Path(f"{path}.br").stat().st_size


def minified(path):
    """Without what only people read."""
    text = subprocess.run(["esbuild", "--minify", "--charset=utf8", path], check=True, stdout=subprocess.PIPE).stdout
    path.write_bytes(text)
    return path


def style_sheet(shell, folder):
    """All sheets of the shell as one, which packs better; returns the shell that names it."""
    links = STYLE.search(shell)[0]
    sheet = folder / "app.css"
    names = re.findall(r"[\w-]+\.css", links)
    sheet.write_text("".join((STATIC / name).read_text(encoding="utf-8") for name in names), encoding="utf-8")
    shell = re.sub(r'<link rel="modulepreload" [^>]*>\n', "", shell).replace("/assets/host.js", "/assets/app.js")
    return shell.replace(links, '<link rel="stylesheet" href="/assets/app.css">\n'), minified(sheet)


class Script:
    """The modules of the page's script as one file, which loads at once and packs better. Each keeps its own names."""

    IMPORT = re.compile(r'^import \{([^}]*)\} from "/assets/([\w-]+)\.js";\n', re.M)
    EXPORT = re.compile(r"^export ((?:async )?(?:function|const) (\w+))", re.M)

    def __init__(self, entrance):
        self.parts, self.open = {}, []
        self.take(entrance)

    def take(self, name):
        if name in self.parts:
            return
        if name in self.open:
            sys.exit(f"lay-out-web: {name}.js imports itself by way of {self.open[-1]}.js")
        self.open.append(name)
        text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
        for _, other in self.IMPORT.findall(text):
            self.take(other)
        text = self.IMPORT.sub(r"const {\1} = $\2;\n", text)
        names = ", ".join(name for _, name in self.EXPORT.findall(text))
        body = self.EXPORT.sub(r"\1", text)
        self.parts[name] = f"const ${name} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();\n"
        self.open.pop()

    def write(self, path):
        path.write_text("".join(self.parts.values()), encoding="utf-8")
        return minified(path)


def service_worker(assets, app, page):
    """The worker keeps what the app's page names."""
    wanted = sorted(set(re.findall(r'"(/assets/[^"]+)"', page.decode())))
    wanted = [path for path in wanted if not path.endswith(".png")]
    version = hashlib.sha256(page).hexdigest()[:12]
    text = (STATIC / "sw.js").read_text(encoding="utf-8")
    icon = "/assets/" + assets.name(f"{app}-192.png")
    text = text.replace("@APP@", app).replace("@VERSION@", version).replace("@ICON@", icon)
    return text.replace('"@ASSETS@"', ", ".join(f'"{path}"' for path in wanted)).encode()


def report(app, page, sizes):
    """What the page loads at once, and what its annexes add when they are first opened."""
    loaded = [name for name in sizes if f"/assets/{name}" in page]
    loaded = [name for name in loaded if pathlib.Path(name).suffix in (".wasm", ".js", ".css")]
    annex, booking = (set(re.findall(rf'data-{what}[\w-]*="/assets/([^"]+)"', page)) for what in ("annex", "booking"))
    first = [name for name in loaded if name not in annex | booking]
    for what, names, more in (
        ("first load", first, sizes[f"{app}/index.html"]),
        ("annex", [name for name in loaded if name in annex], 0),
        ("booking", [name for name in loaded if name in booking], 0),
    ):
        parts = ", ".join(f"{name} {sizes[name] / 1024:.1f}" for name in names)
        print(f"/{app}: {what} {(sum(sizes[name] for name in names) + more) / 1024:.1f} KB brotli ({parts})")


def joined(target, parts):
    target.write_text("".join((STATIC / part).read_text(encoding="utf-8") for part in parts), encoding="utf-8")
    return target


def main():
    fresh = pathlib.Path("build/web.new")
    shutil.rmtree(fresh, ignore_errors=True)
    scratch = fresh / "scratch"
    scratch.mkdir(parents=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wasm = list(pool.map(lambda path: shrink(pathlib.Path(path), scratch), sys.argv[1:]))
    pages = ("index.html", "attendance.html", "shell.html", "sw.js")
    plain = [path for path in STATIC.iterdir() if path.is_file() and path.name not in pages]
    shell_text, sheet = style_sheet((STATIC / "shell.html").read_text(encoding="utf-8"), scratch)
    (scratch / "shell.html").write_text(shell_text, encoding="utf-8")
    later = [minified(joined(scratch / name, parts)) for name, parts in LATER.items()]
    plain = [path for path in plain if path.name not in sum(LATER.values(), ())]
    assets = Assets([*plain, *wasm, sheet, *later, Script("host").write(scratch / "app.js")])
    sizes = {}
    for name in sorted(assets.sources):
        hashed = assets.name(name)
        sizes[hashed] = write(fresh / "assets" / hashed, assets.contents[name])
    # Older clients know the banner by a name that stays.
    shutil.copyfile(STATIC / "attendance.png", fresh / "attendance.png")
    for source in [STATIC / "index.html", STATIC / "attendance.html", *sorted(STATIC.glob("*/*.webmanifest"))]:
        path = str(source.relative_to(STATIC))
        sizes[path] = write(fresh / path, assets.filled(source, (path,)))
    release = re.search(r'text = "([^"]+)"', VERSION.read_text(encoding="utf-8"))[1]
    for app, (program, name, third, sheet) in APPS.items():
        marks = (
            ("@APP@", app), ("@WASM@", program), ("@NAME@", name), ("@RELEASE@", release), ("@BOOKING@", third),
            ("@STYLE@", sheet),
        )
        shell = f"{app}/index.html"
        sizes[shell] = write(fresh / shell, assets.filled(scratch / "shell.html", (shell,), marks))
        page = (fresh / app / "index.html").read_bytes()
        write(fresh / app / "sw.js", service_worker(assets, app, page))
        report(app, page.decode(), sizes)
    shutil.rmtree(scratch)
    shutil.rmtree(TARGET, ignore_errors=True)
    fresh.rename(TARGET)


main()
