#!/usr/bin/env python3
"""Who may import whom (docs/architecture.md): reads the import lines of every module under Sources/LAYER/MODULE."""

import re
import sys
from pathlib import Path

from sourcetext import files, masked_swift

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?(\w+)",
    re.M,
)

# Layer: the layers of ours that it may import.
LAYERS = {
    "Portable": {"Portable"},
    "Features": {"Portable"},
    "Apps": {"Portable", "Features"},
    "Web": {"Portable", "Features", "Apps", "Web"},
    "System": {"System"},
    "Server": {"Portable", "System", "Server"},
    "Kit": {"Portable", "System", "Kit"},
    "Testing": {"Portable", "Features", "System", "Server", "Testing"},
    "Benchmarks": {"Portable", "System", "Server"},
    "Examples": {"Portable", "System", "Server", "Kit"},
}
# Layers beside Sources.
AT_THE_ROOT = {"Benchmarks", "Examples"}

# Modules of the platform, by layer. Portable, Features, Apps and Web stand on the standard library alone.
PLATFORM = {"Foundation", "FoundationNetworking", "Glibc", "Musl", "Darwin", "Dispatch", "Synchronization"}
# Of Apple's platforms, inside `#if canImport(…)` only.
APPLE = {"Security", "ImageIO", "CoreGraphics", "CryptoKit"}
ON_PLATFORM = {"System", "Server", "Kit", "Benchmarks", "Examples"}

# Exceptions and sharper rules: module -> what it may import of ours beyond, or must not import.
ALSO = {
    "AppCore": {"Chat", "FeatureCore"},
    "AnnexCore": {"Account", "Me", "FeatureCore"},
    "BookingCore": {"Reserving", "FeatureCore"},
    "Schedule": {"Reserving", "FeatureCore"},
    "System": {"JSON", "Wire"},
    "Simulate": {"Foundation"},
    "StoreSimulation": {"Dispatch", "Synchronization"},
    "SocketTesting": {"Glibc"},
    "StorageTesting": {"Foundation"},
    "PowerLoss": {"Synchronization"},
}
NEVER = {
    "Screens": {"Browser", "CWasm", "Session", "SocketIO", "AnnexScreens"},
    "AnnexScreens": {"Browser", "CWasm", "Session", "SocketIO", "AppCore", "Screens"},
    "BookingScreens": {"Browser", "CWasm", "Session", "SocketIO", "AppCore", "AnnexCore", "Screens", "AnnexScreens"},
    "ScheduleScreens": {"Browser", "CWasm", "Session", "SocketIO", "AppCore", "AnnexCore", "Screens", "AnnexScreens"},
    "PageScreens": {"Browser", "CWasm", "Session", "SocketIO", "Domain", "Contract"},
    "Components": {"Browser", "CWasm", "Session", "SocketIO", "FeatureCore"},
    "Markup": {"Browser", "CWasm", "FeatureCore", "Domain", "Contract"},
}
# Server modules that stand under the areas, and those that join everything.
SERVER_BASE = {"HTTPServer": set(), "Tokens": set(), "Storage": {"Tokens"}, "RealtimeServer": {"HTTPServer"}}
SERVER_TOP = {"ServerApp", "maru"}


def modules(root):
    """Module -> layer, from the folders."""
    found = {}
    for layer in LAYERS:
        folder = root / layer if layer in AT_THE_ROOT else root / "Sources" / layer
        if folder.is_dir():
            found.update({child.name: layer for child in folder.iterdir() if child.is_dir()})
    return found


def fault(module, layer, imported, layers):
    """Why `module` must not import `imported`; None if it may."""
    if imported == "Testing":
        return None if layer == "Testing" else "only tests stand on Testing"
    if imported in APPLE and layer == "Kit":
        return None
    if imported in PLATFORM:
        allowed = layer in ON_PLATFORM or imported in ALSO.get(module, ())
        return None if allowed else f"{layer} stands on the standard library alone"
    if imported not in layers:
        return None if imported == "Swift" or layer == "Benchmarks" else "no module of ours, nor one of the platform's"
    if imported in NEVER.get(module, ()):
        return "a screen is a function of what it is given"
    target = layers[imported]
    if layer == "Features" and target == "Features":
        allowed = imported == "FeatureCore" or imported in ALSO.get(module, ())
        return None if allowed else "features meet only in AppCore and AnnexCore"
    if layer == "System" and target == "Portable":
        return None if imported in ALSO["System"] else "System knows no product"
    if layer == "Testing" and target == "Features":
        return None if imported == "FeatureCore" else "test support knows no feature"
    if target not in LAYERS[layer]:
        return f"{layer} must not know {target}"
    if layer == "Server" and target == "Server":
        return server_fault(module, imported)
    return None


def server_fault(module, imported):
    if module in SERVER_TOP:
        return None if imported != "maru" else "nothing imports the command"
    if module in SERVER_BASE:
        return None if imported in SERVER_BASE[module] else "what areas stand on knows no other part of the server"
    return None if imported in ("Storage", "HTTPServer", "Tokens") else "areas meet only in ServerApp"


def main(root):
    layers, faults = modules(root), []
    if not layers:
        return [f"{root}: no modules found"]
    for module, layer in sorted(layers.items()):
        base = root / (layer if layer in AT_THE_ROOT else f"Sources/{layer}") / module
        for path in files(base, ".swift"):
            for imported in IMPORT.findall(masked_swift(path.read_text("utf-8"))):
                why = fault(module, layer, imported, layers)
                if why:
                    faults.append(f"{path.relative_to(root)}: {module} imports {imported}: {why}")
    return faults


if __name__ == "__main__":
    found = main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent))
    print("\n".join(found) if found else "imports: as the table says")
    sys.exit(1 if found else 0)
