#!/usr/bin/env python3
"""Has other programs read the collections of a publication, and compares the moves.

usage: second_readers.py FOLDER

FOLDER is what `qipu publish` wrote. Its JSON lines are the reference; every game of every archive
is read by cchess (PyPI, 1.25.5) or its notation is made anew by pyffish (PyPI, 0.0.90):
  xqf, cbr, cbf, pgn-iccs                the moves cchess reads
  pgn-wxf                                the WXF texts pyffish writes for the same moves
  pgn, pgn-gb                            the same texts turned into Chinese, sign for sign; cchess
                                         reads them too, and how many it reads alike is told (it
                                         misreads 相 and 仕 that share a file with their twin, and
                                         some soldiers behind each other)
  jsonl                                  every move legal by pyffish
  dhtmlxq, ubb                           the digits of its move list, by the rule of the format
The manifest and SHA-256 of each archive are checked too. Prints a line for each archive; exits 1 if
a game differs, 77 where cchess or pyffish is not installed.
"""

import hashlib
import json
import re
import sys
import tempfile
import zipfile
from pathlib import Path

try:
    import cchess
    import pyffish
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1]) / "collections"
    reference = games_of_json(zipfile.ZipFile(folder / "jsonl.zip"))
    failed = False
    for path in sorted(folder.glob("*.zip")):
        archive = zipfile.ZipFile(path)
        sums(archive)
        read = READERS.get(path.stem)
        if read is None:
            print(f"{path.stem}: sums right; no second reader")
            continue
        found = read(archive, reference)
        differ = [at for at, game in enumerate(reference) if found.get(at) != wanted(path.stem, game)]
        print(f"{path.stem}: {len(reference) - len(differ)} of {len(reference)} games the same")
        for at in differ[:5]:
            print(f"  game {at}: {difference(found.get(at), wanted(path.stem, reference[at]))}")
        failed |= bool(differ)
        if path.stem in ENCODINGS:
            also = by_cchess("pgn", ENCODINGS[path.stem])(archive, reference)
            alike = sum(also.get(at) == game["moves"] for at, game in enumerate(reference))
            print(f"  cchess reads {alike} of them alike")
    sys.exit(failed)


def difference(found, wanted):
    """Where two lines part."""
    if not isinstance(found, list):
        return f"{found}"
    ply = next((n for n, (a, b) in enumerate(zip(found, wanted)) if a != b), min(len(found), len(wanted)))
    return f"ply {ply + 1}: {found[ply:ply + 1]} instead of {wanted[ply:ply + 1]}"


def wanted(form, game):
    if form in ENCODINGS:
        return [chinese(text, at) for at, text in enumerate(wxf(game), first(game))]
    return wxf(game) if form == "pgn-wxf" else game["moves"]


def first(game):
    """0 where Red moves first."""
    return int(game["start"].split()[1] == "b")


def chinese(text, at):
    """WXF turned into Chinese; of soldiers told by ordinals only the end, for texts name them
    in several ways."""
    red = at % 2 == 0
    names = dict(zip("KAEHRCP", "帅仕相马车炮兵" if red else "将士象马车炮卒"))
    digit = lambda d: "一二三四五六七八九"[int(d) - 1] if red else d
    way = dict(zip("+-=", "进退平"))
    end = way[text[2]] + digit(text[3])
    if text[0] in "123456789":
        return end
    if text[1] in "+-":
        return {"+": "前", "-": "后"}[text[1]] + names[text[0]] + end
    return names[text[0]] + digit(text[1]) + end


def sums(archive):
    """The manifest names every file, and the sums are those of the files."""
    manifest = {row["path"]: row["sha256"] for row in json.loads(archive.read("manifest.json"))["files"]}
    listed = dict(reversed(line.split("  ", 1)) for line in archive.read("SHA256SUMS").decode().splitlines())
    assert manifest == listed, archive.filename
    names = {name for name in archive.namelist() if name not in ("manifest.json", "SHA256SUMS")}
    assert names == set(listed), archive.filename
    for name, digest in listed.items():
        assert hashlib.sha256(archive.read(name)).hexdigest() == digest, name


def games_of_json(archive):
    games = []
    for line in archive.read("event.jsonl").decode().splitlines():
        row = json.loads(line)
        games.append({"start": row["start_fen"], "moves": row["main_line"]})
    return games


def uci(move):
    """Coordinates with ranks from 1."""
    return re.sub(r"([a-i])(\d)", lambda m: m[1] + str(int(m[2]) + 1), move)


def legal(archive, reference):
    found = {}
    for at, game in enumerate(reference):
        fen, done = game["start"], []
        for move in game["moves"]:
            if uci(move) not in pyffish.legal_moves("xiangqi", fen, [uci(m) for m in done]):
                break
            done.append(move)
        found[at] = done
    return found


def wxf(game):
    return pyffish.get_san_moves(
        "xiangqi", game["start"], [uci(m) for m in game["moves"]], False, pyffish.NOTATION_XIANGQI_WXF
    )


def bodies(text):
    """The move text of each game of a PGN file, without comments and results."""
    for part in re.split(r"\n(?=\[Game )", text):
        body = re.sub(r"^\[.*\]\s*$", "", part, flags=re.M)
        yield re.sub(r"\{[^}]*\}", " ", body)


def pgn_wxf(archive, reference):
    found = {}
    for at, body in enumerate(bodies(archive.read("event.pgn").decode())):
        words = [re.sub(r"^\d+\.+", "", word) for word in body.split()]
        found[at] = [word for word in words if word and word not in ("1-0", "0-1", "1/2-1/2", "*")]
    return found


def pgn_chinese(encoding):
    def read(archive, reference):
        found = {}
        for at, body in enumerate(bodies(archive.read("event.pgn").decode(encoding))):
            words = [re.sub(r"^\d+\.+", "", word) for word in body.split()]
            words = [fold(w) for w in words if w and w not in ("1-0", "0-1", "1/2-1/2", "*", "……")]
            ordinals = [text[0] in "123456789" for text in wxf(reference[at])]
            found[at] = [w[-2:] if short else w for w, short in zip(words, ordinals)]
            # pyffish says 前 and 后 only where both could make the move; the rule of print says them
            # whenever two stand on the file.
            for n, text in enumerate(wanted("pgn", reference[at])[:len(found[at])]):
                ours = found[at][n]
                if ours[0] in "前后" and text[0] == ours[1] and text[-2:] == ours[-2:]:
                    found[at][n] = text
            found[at] += words[len(ordinals):]
        return found

    return read


def fold(text):
    """One character for each piece, plain digits for Black."""
    return text.translate(str.maketrans("車馬傌俥砲帥將１２３４５６７８９", "车马马车炮帅将123456789"))


def by_cchess(suffix, encoding=None):
    """cchess reads one game a file: the files of the rounds, or the games of the event's file."""

    def read(archive, reference):
        found = {}
        with tempfile.TemporaryDirectory() as folder:
            if encoding:
                text = archive.read("event.pgn").decode(encoding)
                # cchess reads no comments in PGN.
                text = re.sub(r"\s*\{[^}]*\}", "", text)
                parts = [part.encode() for part in re.split(r"\n(?=\[Game )", text)]
            else:
                names = sorted(n for n in archive.namelist() if n.startswith("rounds/"))
                parts = [archive.read(name) for name in names]
            for at, part in enumerate(parts):
                path = Path(folder) / f"{at}.{suffix}"
                path.write_bytes(part)
                try:
                    game = cchess.Game.read_from(str(path))
                    found[at] = [move.to_iccs() for move in game.iter_moves()]
                except Exception as error:  # cchess raises many kinds
                    found[at] = f"{type(error).__name__}: {error}"
        return found

    return read


def dhtmlxq(archive, reference):
    found = {}
    names = [n for n in archive.namelist() if n.startswith("event.")]
    names = names or sorted(n for n in archive.namelist() if n.startswith("rounds/"))
    texts = [archive.read(n).decode("gb18030" if n.endswith("ubb") else "utf-8") for n in names]
    for at, digits in enumerate(re.findall(r"\[DhtmlXQ_movelist\](\d*)\[", "".join(texts))):
        points = [("abcdefghi"[int(x)] + str(9 - int(y))) for x, y in re.findall(r"(\d)(\d)", digits)]
        found[at] = ["".join(pair) for pair in zip(points[::2], points[1::2])]
    return found


ENCODINGS = {"pgn": "utf-8", "pgn-gb": "gb18030"}
READERS = {
    "jsonl": legal,
    "pgn": pgn_chinese("utf-8"),
    "pgn-gb": pgn_chinese("gb18030"),
    "pgn-iccs": by_cchess("pgn", "utf-8"),
    "pgn-wxf": pgn_wxf,
    "xqf": by_cchess("xqf"),
    "cbr": by_cchess("cbr"),
    "cbf": by_cchess("cbf"),
    "dhtmlxq": dhtmlxq,
    "ubb": dhtmlxq,
}

if __name__ == "__main__":
    main()
