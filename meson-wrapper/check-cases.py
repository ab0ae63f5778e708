#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Checks that every case of MPRIS in the field is tested, or cannot apply.

The cases are numbered. A test names those that it covers at the beginning of its name; a case that
cannot apply to this player stands in Tests/MPRISCases.md with the reason.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The numbers that exist: a bit for each from 1 on would be shorter and say less.
MISSING = (
    "3 11 15 19 23 27 31 35 43 47 51 55 59 63 67 71 75 79 83 87 91 95 99 103 107 111 115 119 123"
    " 127 131 135 139 143 147 151 155 159 163 167"
)
CASES = [
    f"C{number:03}" for number in range(1, 169) if str(number) not in MISSING.split()
]

TEST = re.compile(r"func\s+`((?:C\d{3} )+)\S[^`]*`")
EXEMPTION = re.compile(r"^\* ((?:C\d{3},? ?)+): \S", re.MULTILINE)
NUMBER = re.compile(r"C\d{3}")


def numbers(pattern, paths):
    """The case numbers in what a pattern finds in files."""
    found = set()
    for path in paths:
        for match in pattern.finditer(path.read_text(encoding="utf-8")):
            found.update(NUMBER.findall(match.group(1)))
    return found


def main():
    tested = numbers(TEST, ROOT.glob("Tests/*/*.swift"))
    exempt = numbers(EXEMPTION, [ROOT / "Tests/MPRISCases.md"])
    faults = [f"{case}: no test" for case in CASES if case not in tested | exempt]
    faults += [f"{case}: no such case" for case in sorted((tested | exempt) - set(CASES))]
    faults += [f"{case}: tested, and said not to apply" for case in sorted(tested & exempt)]
    print("\n".join(faults) or f"{len(tested)} cases tested, {len(exempt)} do not apply")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
