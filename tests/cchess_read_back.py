#!/usr/bin/env python3
"""Writes every game of a folder in each format cchess reads, and has cchess read it back.

usage: cchess_read_back.py QIPU RECORDS [EVERY]

QIPU is the program, RECORDS a folder of game records, EVERY takes one file in so many (default 1).
Needs cchess from PyPI (1.25.5 was used for the figures in docs/figures.md). Games too large for
cchess, which reads trees by recursion, are left to the same comparison without their variations.
Prints for each format how many main lines are the same, differ, or are not read, with examples;
exits 1 if there is a difference that is not one of cchess's known limits.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import cchess

FORMATS = {
    # What is written, and how: cchess reads no variations or comments in PGN and CBF.
    "xqf": ["--to", "xqf"],
    "cbr": ["--to", "cbr"],
    "cbf": ["--to", "cbf", "--moves-only"],
    "pgn": ["--to", "pgn", "--moves-only"],
    "pgn-iccs": ["--to", "pgn-iccs", "--moves-only"],
}
LARGE = 3000


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    qipu, records = sys.argv[1], sys.argv[2]
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    sys.setrecursionlimit(20_000)
    files = sorted(str(path) for path in Path(records).rglob("*") if path.is_file())
    chosen = [path for path in files if not path.endswith((".jsonl", ".md"))][::every]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in FORMATS.items():
            out = Path(folder) / name
            out.mkdir()
            command = [qipu, "record", "convert", *chosen, *arguments, "--out", str(out)]
            subprocess.run(command, check=False, stderr=subprocess.DEVNULL)
            failed |= compare(name, qipu, out)
    sys.exit(failed)


def compare(name, qipu, out):
    """Reads each written file with both; whether they differ where cchess should be right."""
    check = subprocess.run(
        [qipu, "record", "check", str(out), "--json"],
        check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )
    lines = [json.loads(line) for line in check.stdout.splitlines()]
    same, illegal, limits, wrong = 0, 0, 0, []
    for line in lines:
        if line["error"]:
            # cchess stops at an illegal move, as it should.
            illegal += 1
            continue
        if Path(line["file"]).stat().st_size > LARGE * 8 and name in ("xqf", "cbr"):
            limits += 1
            continue
        try:
            found = moves(line["file"])
        except Exception as error:  # cchess raises many kinds
            found = f"{type(error).__name__}: {error}"
        if found == line["moves"]:
            same += 1
        else:
            wrong.append((line["file"], found, line["moves"]))
    total = len(lines)
    print(f"{name}: {same} of {total} the same, {illegal} with illegal moves left out, "
          f"{limits} too large for recursion, {len(wrong)} differ")
    for file, found, wanted in wrong[:8]:
        at = next((i for i, (a, b) in enumerate(zip(found, wanted)) if a != b), None)
        print(f"  {Path(file).name}: {found if isinstance(found, str) else (len(found), len(wanted), at)}")
    return bool(wrong)


def moves(path):
    game = cchess.Game.read_from(path)
    return [move.to_iccs() for move in game.iter_moves()]


if __name__ == "__main__":
    main()
