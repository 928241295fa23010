"""Writes ../data/wxf.txt: legal moves and WXF texts of 10,000 positions, as pyffish gives them
(the file kept holds the first 9,931).

pip install pyffish; python3 wxf.py > ../data/wxf.txt

A line is one random game: start FEN; moves in ICCS; then for the position before each move, and the
last one, the number of legal moves and the FNV-1a hash (32 bits) of the lines "ICCS WXF\n" of all its
legal moves in the order of their ICCS text. The starts are the usual one and random placements, half
of them with many soldiers and doubled pieces on few files.
"""

import random

import pyffish

POSITIONS = 10_000
PLIES = 49
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
PALACE = {"k": [(f, r) for f in (3, 4, 5) for r in (0, 1, 2)],
          "a": [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
          "b": [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)]}


def fnv(text):
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def points(kind, crowded):
    if kind in PALACE:
        return PALACE[kind]
    files = crowded or range(9)
    if kind == "p":
        far = [(f, r) for f in files for r in range(5, 10)]
        near = [(f, r) for f in range(0, 9, 2) for r in (3, 4)]
        return far if crowded else far + near
    return [(f, r) for f in files for r in range(10)]


def placement(rng):
    """A random board as rank 9 to rank 0, or None where two pieces claim one point."""
    board = {}
    crowd = rng.random() < 0.5
    for red in (True, False):
        crowded = rng.sample(range(9), rng.choice((1, 2, 3))) if crowd else None
        for kind, most in (("k", 1), ("a", 2), ("b", 2), ("n", 2), ("r", 2), ("c", 2), ("p", 5)):
            if kind == "k":
                count = 1
            elif crowd and kind == "p":
                count = rng.randint(3, 5)
            else:
                count = rng.randint(0, most)
            for _ in range(count):
                file, rank = rng.choice(points(kind, crowded))
                point = (file, rank) if red else (8 - file, 9 - rank)
                if kind == "k" and point in board:
                    return None
                if point not in board:
                    board[point] = kind.upper() if red else kind
    rows = []
    for rank in range(9, -1, -1):
        row = ""
        for file in range(9):
            piece = board.get((file, rank))
            if piece:
                row += piece
            elif row and row[-1].isdigit():
                row = row[:-1] + str(int(row[-1]) + 1)
            else:
                row += "1"
        rows.append(row)
    return "/".join(rows)


def start(rng):
    while True:
        board = placement(rng)
        if board is None:
            continue
        side = rng.choice("wb")
        other = "b" if side == "w" else "w"
        # The side that is not to move must not be in check, nor the generals face each other.
        if faces(board) or pyffish.gives_check("xiangqi", f"{board} {other} - - 0 1", []):
            continue
        fen = f"{board} {side} - - 0 1"
        if pyffish.legal_moves("xiangqi", fen, []):
            return fen


def faces(board):
    column = {}
    for rank, row in enumerate(board.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                column[file, rank] = letter
                file += 1
    kings = {letter: point for point, letter in column.items() if letter in "kK"}
    (file, top), (other, bottom) = kings["k"], kings["K"]
    return file == other and all((file, rank) not in column for rank in range(top + 1, bottom))


def iccs(move):
    head = 3 if move[2:3].isdigit() else 2
    return "".join(f"{point[0]}{int(point[1:]) - 1}" for point in (move[:head], move[head:]))


def main():
    rng = random.Random(2011)
    done = 0
    game = 0
    while done < POSITIONS:
        fen = first = START if game % 10 == 0 else start(rng)
        game += 1
        played, marks = [], []
        while done < POSITIONS:
            moves = sorted((iccs(move), move) for move in pyffish.legal_moves("xiangqi", fen, []))
            texts = "".join(
                f"{name} {pyffish.get_san('xiangqi', fen, move, False, pyffish.NOTATION_XIANGQI_WXF)}\n"
                for name, move in moves
            )
            marks.append(f"{len(moves)}:{fnv(texts):08x}")
            done += 1
            if not moves or len(played) == PLIES:
                break
            name, move = rng.choice(moves)
            played.append(name)
            fen = pyffish.get_fen("xiangqi", fen, [move])
        print(first, " ".join(played), " ".join(marks), sep=";")


main()
