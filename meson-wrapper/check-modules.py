#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Checks the modules with Apple's names, as `swift build` has made them.

  check-modules.py typecheck [--together] FILE.swift…
      Type-checks code that imports them, each file alone or all together, in the language modes 5
      and 6.
  check-modules.py compatibility MODULE…
      Compares the public symbols of a module with the table in its Compatibility.md.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A build with a sanitizer lies beside the ordinary one.
BUILD = ROOT / ".build" / os.environ.get("GATEFOLD_SANITIZER", "") / "debug"
C_PACKAGES = ["glib-2.0", "dbus-1", "gstreamer-audio-1.0", "taglib", "libcurl", "sqlite3"]


def search_flags():
    """Our modules import C's, so the compiler has to find those: what SwiftPM sees to by itself."""
    flags = ["-I", str(BUILD / "Modules")]
    for pattern in ("*/module.modulemap", "*/include/module.modulemap"):
        for module_map in sorted((ROOT / "Sources").glob(pattern)):
            flags += ["-I", str(module_map.parent)]
    # A target without a module map of its own gets one from SwiftPM.
    for module_map in sorted(BUILD.glob("*.build/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={module_map}"]
    for package in C_PACKAGES:
        found = subprocess.run(
            ["pkg-config", "--cflags-only-I", package], stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL, check=False)
        for flag in found.stdout.split():
            flags += ["-Xcc", flag]
    return flags


def typecheck(arguments):
    together = arguments[:1] == ["--together"]
    files = arguments[1:] if together else arguments
    failed = False
    for group in [files] if together else [[file] for file in files]:
        for mode in ("5", "6"):
            command = ["swiftc", "-typecheck", "-swift-version", mode, *search_flags(), *group]
            if subprocess.run(command, check=False).returncode != 0:
                print(f"language mode {mode}: {' '.join(group)}", file=sys.stderr)
                failed = True
    return failed


def target_triple():
    information = subprocess.run(
        ["swiftc", "-print-target-info"], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(information.stdout)["target"]["triple"]


def public_symbols(module):
    """Names as in `MPRemoteCommand.addTarget(handler:)`."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, "-target", target_triple(),
             *search_flags(), "-output-dir", folder, "-minimum-access-level", "public",
             "-skip-synthesized-members"], check=True)
        graphs = [json.loads(file.read_text()) for file in pathlib.Path(folder).glob("*.json")]
    return {".".join(symbol["pathComponents"]) for graph in graphs for symbol in graph["symbols"]}


def table(module):
    """Symbol: what the table says of it."""
    document = ROOT / "Sources" / module / f"{module}.docc" / "Compatibility.md"
    row = re.compile(r"^\| `([^`]+)` \| (same|differs|addition|absent) \| ?(.*?) ?\|$", re.MULTILINE)
    return {symbol: (status, note) for symbol, status, note in row.findall(document.read_text())}


def complaints(module):
    symbols, rows = public_symbols(module), table(module)
    present = {symbol for symbol, (status, _) in rows.items() if status != "absent"}
    for symbol in sorted(symbols - rows.keys()):
        yield f"{module}: {symbol} is not in the table"
    for symbol in sorted(present - symbols):
        yield f"{module}: {symbol} is in the table, and not in the module"
    for symbol in sorted(symbols & (rows.keys() - present)):
        yield f"{module}: {symbol} is said to be absent"
    for symbol, (status, note) in sorted(rows.items()):
        if status in ("differs", "absent") and not note:
            yield f"{module}: nothing says how {symbol} differs, or why it is absent"


def compatibility(modules):
    found = [complaint for module in modules for complaint in complaints(module)]
    for complaint in found:
        print(complaint)
    return bool(found)


def main():
    commands = {"typecheck": typecheck, "compatibility": compatibility}
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        print(__doc__, file=sys.stderr)
        return 2
    return 1 if commands[sys.argv[1]](sys.argv[2:]) else 0


if __name__ == "__main__":
    sys.exit(main())
