"""A Python engine, audited by way of the C library. `audit.py bug` plays with captures that forget
en passant. The library is the file that $PERFT_VERIFY_AUDIT names, or the installed one."""
import ctypes
import os
import sys

STEPS = {"n": [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)],
         "b": [(1, 1), (-1, 1), (-1, -1), (1, -1)], "r": [(1, 0), (0, 1), (-1, 0), (0, -1)]}
STEPS["q"] = STEPS["k"] = STEPS["b"] + STEPS["r"]
CORNERS = {7: "K", 0: "Q", 63: "k", 56: "q"}


class Position:
    """A dictionary of pieces by square, copied to make a move; without Chess960."""

    def __init__(self, fen):
        board, side, self.rights, ep, clock, number = fen.split()
        self.board, square = {}, 56
        for c in board.replace("/", ""):
            if c.isdigit():
                square += int(c)
            else:
                self.board[square] = c
                square += 1
            if square % 8 == 0:
                square -= 16
        self.black, self.clock, self.number = side == "b", int(clock), int(number)
        self.ep = None if ep == "-" else "abcdefgh".index(ep[0]) + 8 * (int(ep[1]) - 1)

    def fen(self):
        ranks = []
        for rank in range(7, -1, -1):
            row = "".join(self.board.get(8 * rank + file, "1") for file in range(8))
            for run in range(8, 1, -1):
                row = row.replace("1" * run, str(run))
            ranks.append(row)
        ep = "-" if self.ep is None else "abcdefgh"[self.ep % 8] + str(self.ep // 8 + 1)
        return (f"{'/'.join(ranks)} {'wb'[self.black]} {self.rights} {ep} "
                f"{self.clock} {self.number}")

    def targets(self, square, steps, far=True):
        """Squares that the steps reach, up to and with the first piece."""
        for files, ranks in steps:
            file, rank = square % 8 + files, square // 8 + ranks
            while 0 <= file < 8 and 0 <= rank < 8:
                yield 8 * rank + file
                if not far or 8 * rank + file in self.board:
                    break
                file, rank = file + files, rank + ranks

    def attacked(self, square, black):
        own = str.lower if black else str.upper
        for kind in "nbrqk":
            if any(self.board.get(to) == own(kind)
                   for to in self.targets(square, STEPS[kind], kind in "brq")):
                return True
        up = 1 if black else -1
        return any(self.board.get(to) == own("p")
                   for to in self.targets(square, [(-1, up), (1, up)], False))

    def in_check(self, black):
        king = "k" if black else "K"
        return self.attacked(next(s for s, p in self.board.items() if p == king), not black)

    def after(self, move):
        origin, to, promotion = move & 63, move >> 6 & 63, move >> 12
        new = Position.__new__(Position)
        new.board, new.black, back = dict(self.board), not self.black, 8 if self.black else -8
        piece = new.board.pop(origin)
        pawn = piece in "pP"
        new.clock = 0 if pawn or to in self.board else self.clock + 1
        new.number = self.number + self.black
        if pawn and to == self.ep:
            del new.board[to + back]
        new.ep = to + back if pawn and abs(to - origin) == 16 else None
        new.board[to] = piece if not promotion else " nbrq"[promotion] if self.black \
            else " NBRQ"[promotion]
        if piece in "kK" and abs(to - origin) == 2:
            new.board[(origin + to) // 2] = new.board.pop(to + 1 if to > origin else to - 2)
        lost = {CORNERS.get(origin), CORNERS.get(to)}
        lost |= set("KQ") if piece == "K" else set("kq") if piece == "k" else set()
        new.rights = "".join(r for r in self.rights if r not in lost) or "-"
        return new

    def pseudo_legal(self):
        for square, piece in self.board.items():
            if piece.islower() != self.black:
                continue
            kind, up = piece.lower(), -1 if self.black else 1
            if kind != "p":
                for to in self.targets(square, STEPS[kind], kind in "brq"):
                    if to not in self.board or self.board[to].islower() != self.black:
                        yield square | to << 6
                continue
            targets = [square + 8 * up] * (square + 8 * up not in self.board)
            if targets and square // 8 == (6 if self.black else 1):
                targets += [square + 16 * up] * (square + 16 * up not in self.board)
            targets += [to for to in self.targets(square, [(-1, up), (1, up)], False)
                        if to == self.ep or self.board.get(to, piece).islower() != self.black]
            for to in targets:
                for promotion in range(1, 5) if to // 8 in (0, 7) else [0]:
                    yield square | to << 6 | promotion << 12
        for right in self.rights:
            if right == "-" or right.islower() != self.black:
                continue
            king, way = 60 if self.black else 4, 1 if right in "kK" else -1
            between = [king + way, king + 2 * way] + [king - 3] * (way < 0)
            if not any(s in self.board for s in between) and \
                    not any(self.attacked(s, not self.black) for s in (king, king + way)):
                yield king | king + 2 * way << 6

    def moves(self):
        return [m for m in self.pseudo_legal() if not self.after(m).in_check(self.black)]

    def is_capture(self, move):
        to = move >> 6 & 63
        return to in self.board or (self.board[move & 63] in "pP" and to == self.ep)


# The callbacks of the audit around a stack of positions.

BUG = sys.argv[1:] == ["bug"]
stack = []


def fill(codes, moves):
    for at, move in enumerate(moves):
        codes[at] = move
    return len(moves)


def set_fen(_, fen, chess960):
    stack[:] = [Position(fen.decode())]
    return 1


def text(_, code, out):
    a, b, promotion = code & 63, code >> 6 & 63, code >> 12
    name = "".join("abcdefgh"[s % 8] + str(s // 8 + 1) for s in (a, b))
    ctypes.memmove(out, (name + " nbrq"[promotion].strip() + "\0").encode(), 6)


def captures(_, codes):
    position = stack[-1]
    return fill(codes, [m for m in position.moves() if position.is_capture(m) and
                        not (BUG and m >> 6 & 63 == position.ep)])


def quiets(_, codes):
    return fill(codes, [m for m in stack[-1].moves() if not stack[-1].is_capture(m)])


SELF, CODES = ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint32)
LIST = ctypes.CFUNCTYPE(ctypes.c_size_t, SELF, CODES)
PLAY = ctypes.CFUNCTYPE(None, SELF, ctypes.c_uint32)
ANY = ctypes.c_void_p


class Adapter(ctypes.Structure):
    """The fields of perft_verify_adapter up to `quiets`; what follows is left out by `size`."""
    _fields_ = [("size", ctypes.c_size_t), ("self", SELF),
                ("set_fen", ctypes.CFUNCTYPE(ctypes.c_int, SELF, ctypes.c_char_p, ctypes.c_int)),
                ("moves", LIST),
                ("text", ctypes.CFUNCTYPE(None, SELF, ctypes.c_uint32, ctypes.c_void_p)),
                ("make", PLAY), ("unmake", PLAY), ("fen", ANY), ("key", ANY), ("pawn_key", ANY),
                ("material_key", ANY), ("key_after", ANY), ("captures", LIST), ("quiets", LIST)]


types = dict(Adapter._fields_)
adapter = Adapter(size=ctypes.sizeof(Adapter), set_fen=types["set_fen"](set_fen),
                  moves=LIST(lambda _, codes: fill(codes, stack[-1].moves())),
                  text=types["text"](text), make=PLAY(lambda _, m: stack.append(stack[-1].after(m))),
                  unmake=PLAY(lambda _, m: stack.pop() and None),
                  captures=LIST(captures), quiets=LIST(quiets))

audit = ctypes.CDLL(os.environ.get("PERFT_VERIFY_AUDIT", "libperft_verify_audit.so.0"))
audit.perft_verify_audit_fen.restype = SELF
for name in ("finding", "summary"):
    getattr(audit, "perft_verify_audit_" + name).restype = ctypes.c_char_p
BUG_NAME, TEXT = 0, 13
findings = 0
for fen in ("8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
            "r3k3/1P6/8/8/8/8/6p1/4K2R b Kq - 0 1"):
    result = SELF(audit.perft_verify_audit_fen(ctypes.byref(adapter), None, fen.encode()))
    for at in range(audit.perft_verify_audit_findings(result)):
        findings += 1
        print(audit.perft_verify_audit_finding(result, ctypes.c_size_t(at), TEXT).decode())
    print(audit.perft_verify_audit_summary(result).decode(), end="")
    audit.perft_verify_audit_free(result)
sys.exit(1 if findings else 0)
