#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Checks that imports point down only.

Two things are compared with the table below: the dependencies that Package.swift declares, and
the imports of every Swift file. A file may import only what its target declares, so that the
compiler's transitive search never hides a missing declaration.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Target: what it may import of ours. A level-4 target never imports another one.
LAYERS = {
    # Level 0: C.
    "CGatefoldGLib": "",
    "CGatefoldDBus": "",
    "CGatefoldGStreamer": "",
    "CGatefoldTagLibFlags": "",
    "CGatefoldDispatch": "",
    "CGatefoldTagLib": "CGatefoldTagLibFlags",
    "CGatefoldCurl": "",
    "CGatefoldCrypto": "",
    "CGatefoldSQLite": "",
    # Level 1: values and rules.
    "GatefoldModel": "",
    # Level 2: the main context; pure translation.
    "GatefoldGLib": "GatefoldModel CGatefoldGLib",
    "GatefoldMPRIS": "GatefoldModel",
    # Level 3: D-Bus, the session, the artwork cache.
    "GatefoldDBus": "GatefoldGLib CGatefoldDBus CGatefoldGLib",
    "GatefoldPlayer": "GatefoldModel GatefoldGLib",
    "GatefoldArtwork": "GatefoldModel GatefoldGLib",
    # Level 4: edges.
    "GatefoldBus": "GatefoldModel GatefoldGLib GatefoldDBus GatefoldMPRIS GatefoldPlayer",
    "GatefoldGStreamer": "GatefoldModel GatefoldGLib GatefoldPlayer"
    " CGatefoldGStreamer CGatefoldGLib",
    "GatefoldLibrary": "GatefoldModel GatefoldGLib GatefoldArtwork CGatefoldTagLib"
    " CGatefoldSQLite CGatefoldGLib",
    # libcrypto signs what Apple's API knows a developer by.
    "GatefoldCatalog": "GatefoldModel GatefoldGLib GatefoldArtwork CGatefoldCurl CGatefoldCrypto"
    " CGatefoldGLib",
    # The keyring is reached over D-Bus; the command line keeps passwords in it too.
    "GatefoldSecrets": "GatefoldModel GatefoldGLib GatefoldDBus",
    # Level 5: composition.
    "GatefoldRuntime": "GatefoldModel GatefoldGLib GatefoldMPRIS GatefoldDBus GatefoldPlayer"
    " GatefoldArtwork GatefoldBus GatefoldGStreamer GatefoldLibrary GatefoldCatalog"
    " GatefoldSecrets",
    # What shows an app on the desktop, for those that make their own sound: without GStreamer.
    "GatefoldPresence": "GatefoldModel GatefoldGLib GatefoldMPRIS GatefoldDBus GatefoldPlayer"
    " GatefoldBus GatefoldArtwork",
    # Level 6: the modules that apps import.
    "MediaPlayer": "GatefoldPresence GatefoldModel GatefoldGLib CGatefoldDispatch Combine"
    " CoreMedia",
    "MusicKit": "GatefoldPresence GatefoldRuntime GatefoldBus GatefoldLibrary GatefoldPlayer"
    " GatefoldArtwork GatefoldGLib GatefoldModel Combine",
    "AVFoundation": "GatefoldRuntime GatefoldPlayer GatefoldGLib GatefoldModel Combine"
    " CoreMedia",
    "CGatefoldMediaPlayer": "",
    "GatefoldMediaPlayerC": "CGatefoldMediaPlayer GatefoldPresence GatefoldModel GatefoldGLib",
    # Beside the levels: what Apple's code imports besides, which knows nothing of ours.
    "Combine": "",
    "CoreMedia": "",
    "CGatefoldOS": "",
    "os": "CGatefoldOS",
    # Other names by which Apple's code imports the same.
    "AVFAudio": "AVFoundation",
    "AVKit": "AVFoundation",
    "OSLog": "os",
    # What apps look like.
    "NowPlayingPublisher": "MediaPlayer",
    "QueuePlayer": "MusicKit",
    "HybridPlayer": "MediaPlayer MusicKit",
    # Level 6: programs.
    "gatefoldd": "GatefoldRuntime GatefoldModel GatefoldGLib",
    "gatefold": "GatefoldBus GatefoldSecrets GatefoldMPRIS GatefoldModel GatefoldGLib",
}

# Modules that are not ours and that some targets may not import: Foundation carries 40 MB of
# ICU, and libdispatch wakes an idle process up.
FORBIDDEN = {"Foundation", "Dispatch"}
# Apple's names come with Foundation, which an app in Swift has anyway.
APPLE = {"MediaPlayer", "MusicKit", "AVFoundation", "Combine", "CoreMedia", "os", "QueuePlayer"}
PURE = {"GatefoldModel", "GatefoldMPRIS"}
IMPURE = FORBIDDEN | {"FoundationEssentials", "Glibc", "Musl"}

IMPORT = re.compile(
    r"^\s*(?:@[\w()]+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)",
    re.MULTILINE,
)


def declared_targets():
    """The targets of Package.swift by name."""
    dump = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    return {target["name"]: target for target in json.loads(dump.stdout)["targets"]}


def dependencies(target):
    return {(d.get("byName") or d.get("target"))[0] for d in target["dependencies"]}


def folder(target):
    default = "Tests" if target["type"] == "test" else "Sources"
    return ROOT / (target.get("path") or f"{default}/{target['name']}")


def manifest_complaints(targets):
    """What Package.swift declares against the table. Test targets may use what they test."""
    for name, target in targets.items():
        if folder(target).relative_to(ROOT).parts[0] == "Tests":
            continue
        if name not in LAYERS:
            yield f"Package.swift: {name} has no place in the table of check-layers.py"
            continue
        for dependency in sorted(dependencies(target) - set(LAYERS[name].split())):
            yield f"Package.swift: {name} may not depend on {dependency}"
    for name in sorted(LAYERS.keys() - targets.keys()):
        yield f"check-layers.py: {name} is not in Package.swift"


def imports(file):
    """The modules that a file imports; a text of several lines may hold another language."""
    text = re.sub(r'""".*?"""', "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    return set(IMPORT.findall(text))


def import_complaints(targets):
    """What each Swift file imports against its target's declaration and the rules."""
    for name, target in targets.items():
        path = folder(target)
        in_sources = path.relative_to(ROOT).parts[0] == "Sources"
        allowed = dependencies(target)
        for file in sorted(path.rglob("*.swift")):
            place = file.relative_to(ROOT)
            for module in sorted(imports(file) - {name}):
                if module in targets and module not in allowed:
                    yield f"{place}: imports {module}, which {name} does not depend on"
                if in_sources and module in FORBIDDEN and name not in APPLE:
                    yield f"{place}: imports {module}, which {name} may not"
                elif name in PURE and module in IMPURE:
                    yield f"{place}: imports {module}, but {name} is pure"


def main():
    targets = declared_targets()
    complaints = [*manifest_complaints(targets), *import_complaints(targets)]
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
