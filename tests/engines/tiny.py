#!/usr/bin/env python3
"""A small move generator that is a script: tiny.py [--bug NAME] [--uci|--totals] [DEPTH FEN [MOVES]]

Without --uci it answers one question and ends, as `SCRIPT DEPTH FEN [MOVES]`; with --uci it is a
slow UCI engine. --totals prints no list. Bugs: ep-pin, no-underpromotion, castle-through-check.
Standard chess and Chess960; nothing here is fast.
"""
import sys

STEPS = {
    "N": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
    "B": [(1, 1), (1, -1), (-1, -1), (-1, 1)],
    "R": [(1, 0), (0, 1), (-1, 0), (0, -1)],
}
STEPS["Q"] = STEPS["K"] = STEPS["B"] + STEPS["R"]
BUG = ""


class Board:
    """Squares are (file, rank); a right is (color, rook's file)."""

    def __init__(self, fen):
        fields = fen.split()
        self.at = {}
        for down, row in enumerate(fields[0].split("/")):
            file = 0
            for c in row:
                if c.isdigit():
                    file += int(c)
                else:
                    self.at[(file, 7 - down)] = c
                    file += 1
        self.white = fields[1] == "w"
        self.chess960 = any(c.lower() in "abcdefgh" for c in fields[2])
        self.rights = set()
        for c in fields[2].replace("-", ""):
            white = c.isupper()
            rank = 0 if white else 7
            king = next(f for (f, r), p in self.at.items() if p == ("K" if white else "k"))
            rooks = [f for (f, r), p in self.at.items() if r == rank and p == ("R" if white else "r")]
            if c.lower() == "k":
                file = max(f for f in rooks if f > king)
            elif c.lower() == "q":
                file = min(f for f in rooks if f < king)
            else:
                file = "abcdefgh".index(c.lower())
            if king != 4 or file not in (0, 7):
                self.chess960 = True
            self.rights.add((white, file))
        self.ep = None if fields[3] == "-" else ("abcdefgh".index(fields[3][0]), int(fields[3][1]) - 1)

    def copy(self):
        other = object.__new__(Board)
        other.at = dict(self.at)
        other.white, other.chess960, other.ep = self.white, self.chess960, self.ep
        other.rights = set(self.rights)
        return other

    def own(self, square):
        piece = self.at.get(square)
        return piece is not None and piece.isupper() == self.white

    def attacked(self, square, by_white):
        file, rank = square
        step = -1 if by_white else 1
        for side in (-1, 1):
            if self.at.get((file + side, rank + step)) == ("P" if by_white else "p"):
                return True
        for kind in "NK":
            for f, r in STEPS[kind]:
                if self.at.get((file + f, rank + r)) == (kind if by_white else kind.lower()):
                    return True
        for kind in "BR":
            for f, r in STEPS[kind]:
                x, y = file + f, rank + r
                while 0 <= x < 8 and 0 <= y < 8:
                    piece = self.at.get((x, y))
                    if piece:
                        if piece.isupper() == by_white and piece.upper() in (kind, "Q"):
                            return True
                        break
                    x, y = x + f, y + r
        return False

    def king(self, white):
        return next(s for s, p in self.at.items() if p == ("K" if white else "k"))

    def pseudo(self):
        forward, first, last = (1, 1, 7) if self.white else (-1, 6, 0)
        for square, piece in list(self.at.items()):
            if piece.isupper() != self.white:
                continue
            file, rank = square
            kind = piece.upper()
            if kind == "P":
                targets = []
                if (file, rank + forward) not in self.at:
                    targets.append((file, rank + forward))
                    if rank == first and (file, rank + 2 * forward) not in self.at:
                        targets.append((file, rank + 2 * forward))
                for side in (-1, 1):
                    to = (file + side, rank + forward)
                    if to == self.ep or (to in self.at and not self.own(to)):
                        targets.append(to)
                for to in targets:
                    if to[1] == last:
                        for letter in "q" if BUG == "no-underpromotion" else "qrbn":
                            yield square, to, letter
                    else:
                        yield square, to, ""
                continue
            for f, r in STEPS[kind]:
                x, y = file + f, rank + r
                while 0 <= x < 8 and 0 <= y < 8:
                    if self.own((x, y)):
                        break
                    yield square, (x, y), ""
                    if (x, y) in self.at or kind in "NK":
                        break
                    x, y = x + f, y + r

    def castlings(self):
        rank = 0 if self.white else 7
        king = self.king(self.white)
        for white, rook in self.rights:
            if white != self.white:
                continue
            side = rook > king[0]
            king_to, rook_to = (6, 5) if side else (2, 3)
            files = [king[0], rook, king_to, rook_to]
            free = all(
                (f, rank) not in self.at
                for f in range(min(files), max(files) + 1)
                if f not in (king[0], rook)
                and (min(king[0], king_to) <= f <= max(king[0], king_to) or min(rook, rook_to) <= f <= max(rook, rook_to))
            )
            if not free:
                continue
            way = range(min(king[0], king_to), max(king[0], king_to) + 1)
            without = self.copy()
            del without.at[king]
            if BUG == "castle-through-check":
                way = (king[0], king_to)
            if any(without.attacked((f, rank), not self.white) for f in way):
                continue
            after = self.copy()
            del after.at[king], after.at[(rook, rank)]
            after.at[(king_to, rank)] = "K" if self.white else "k"
            after.at[(rook_to, rank)] = "R" if self.white else "r"
            if after.attacked((king_to, rank), not self.white):
                continue
            yield king, (rook, rank) if self.chess960 else (king_to, rank), after

    def moves(self):
        """(text, board after) for each legal move."""
        for start, to, promotion in self.pseudo():
            after = self.copy()
            piece = after.at.pop(start)
            passant = piece.upper() == "P" and to == self.ep
            if passant:
                del after.at[(to[0], start[1])]
            after.at[to] = (promotion.upper() if self.white else promotion) or piece
            if passant and BUG == "ep-pin":
                check = self.copy()
                check.at[to] = check.at.pop(start)
            else:
                check = after
            if check.attacked(after.king(self.white), not self.white):
                continue
            after.ep = None
            if piece.upper() == "P" and abs(to[1] - start[1]) == 2:
                after.ep = (start[0], (start[1] + to[1]) // 2)
            yield text(start, to) + promotion, after.turn(start, to, piece)
        for start, to, after in self.castlings():
            after.ep = None
            yield text(start, to), after.turn(start, to, "K")

    def turn(self, start, to, piece):
        rank = 0 if self.white else 7
        if piece.upper() == "K":
            self.rights = {r for r in self.rights if r[0] != self.white}
        for square in (start, to):
            if square[1] == rank:
                self.rights.discard((self.white, square[0]))
            if square[1] == 7 - rank:
                self.rights.discard((not self.white, square[0]))
        self.white = not self.white
        return self


def text(start, to):
    return "".join("abcdefgh"[f] + str(r + 1) for f, r in (start, to))


def perft(board, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in board.moves())
    return sum(perft(after, depth - 1) for _, after in board.moves())


def position(fen, moves):
    board = Board(fen)
    for move in moves:
        found = [after for name, after in board.moves() if name == move]
        if not found:
            sys.exit("illegal move " + move)
        board = found[0]
    return board


def answer(board, depth, totals):
    total = 0
    if totals:
        total = perft(board, depth)
    else:
        for move, after in board.moves():
            nodes = perft(after, depth - 1)
            total += nodes
            print(move, nodes)
        print()
    print(total, flush=True)


def uci(totals):
    board = None
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "uci":
            print("id name tiny\noption name UCI_Chess960 type check default false\nuciok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            at = words.index("moves") if "moves" in words else len(words)
            board = position(" ".join(words[2:at]), words[at + 1 :])
        elif words[0] == "perft" and len(words) == 2:
            answer(board, int(words[1]), totals)
        elif words[0] == "quit":
            return


def main():
    global BUG
    arguments = sys.argv[1:]
    options = []
    while arguments and arguments[0].startswith("--"):
        options.append(arguments.pop(0))
        if options[-1] == "--bug":
            BUG = arguments.pop(0)
    totals = "--totals" in options
    if "--uci" in options:
        uci(totals)
    elif len(arguments) < 2:
        sys.exit("usage: tiny.py [--bug NAME] [--uci|--totals] [DEPTH FEN [MOVES]]")
    else:
        moves = arguments[2].split() if len(arguments) > 2 else []
        answer(position(arguments[1], moves), int(arguments[0]), totals)


main()
