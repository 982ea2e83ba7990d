//! A toy engine: a board of 64 letters, copied to make a move. Without Chess960.

const STEPS: [(i32, i32); 16] = [
    (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1),
    (1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1),
];

/// The steps of a piece, and whether it goes on.
fn steps_of(kind: u8) -> (&'static [(i32, i32)], bool) {
    match kind {
        b'n' => (&STEPS[8..], false),
        b'k' => (&STEPS[..8], false),
        b'b' => (&STEPS[4..8], true),
        b'r' => (&STEPS[..4], true),
        _ => (&STEPS[..8], true),
    }
}

fn step(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    if (0..8).contains(&file) && (0..8).contains(&rank) {
        Some((rank * 8 + file) as usize)
    } else {
        None
    }
}

/// From, to << 6, promotion << 12: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen.
pub type Move = u32;

pub fn text(code: Move) -> String {
    let square = |at: u32| format!("{}{}", (b'a' + (at % 8) as u8) as char, at / 8 + 1);
    let promotion = ["", "n", "b", "r", "q"].get((code >> 12) as usize).unwrap_or(&"?");
    format!("{}{}{}", square(code & 63), square(code >> 6 & 63), promotion)
}

#[derive(Clone)]
pub struct Position {
    board: [u8; 64],
    black: bool,
    rights: String,
    ep: Option<usize>,
}

impl Position {
    pub fn from_fen(fen: &str) -> Option<Position> {
        let fields: Vec<&str> = fen.split(' ').collect();
        if fields.len() != 6 {
            return None;
        }
        let mut board = [b' '; 64];
        for (row, rank) in fields[0].split('/').enumerate() {
            let mut square = 56 - 8 * row;
            for c in rank.bytes() {
                if c.is_ascii_digit() {
                    square += (c - b'0') as usize;
                } else {
                    board[square] = c;
                    square += 1;
                }
            }
        }
        let ep = fields[3].as_bytes();
        Some(Position {
            board,
            black: fields[1] == "b",
            rights: fields[2].to_string(),
            ep: if ep.len() == 2 { Some((ep[1] - b'1') as usize * 8 + (ep[0] - b'a') as usize) } else { None },
        })
    }

    pub fn without_en_passant(&self) -> Position {
        Position { ep: None, ..self.clone() }
    }

    fn own(&self, square: usize) -> bool {
        self.board[square] != b' ' && self.board[square].is_ascii_lowercase() == self.black
    }

    /// The squares that a piece of this kind reaches, up to and with the first piece.
    fn targets(&self, from: usize, kind: u8) -> Vec<usize> {
        let (steps, far) = steps_of(kind);
        let mut all = Vec::new();
        for &(files, ranks) in steps {
            let mut square = from;
            while let Some(to) = step(square, files, ranks) {
                all.push(to);
                if !far || self.board[to] != b' ' {
                    break;
                }
                square = to;
            }
        }
        all
    }

    fn attacked(&self, square: usize, by_black: bool) -> bool {
        let letter = |kind: u8| if by_black { kind } else { kind.to_ascii_uppercase() };
        let up = if by_black { 1 } else { -1 };
        [-1, 1].iter().any(|&side| step(square, side, up).map_or(false, |at| self.board[at] == letter(b'p')))
            || b"nbrqk".iter().any(|&kind| {
                self.targets(square, kind).iter().any(|&at| self.board[at] == letter(kind))
            })
    }

    fn in_check(&self, black: bool) -> bool {
        let king = if black { b'k' } else { b'K' };
        let square = self.board.iter().position(|&piece| piece == king).unwrap();
        self.attacked(square, !black)
    }

    pub fn after(&self, code: Move) -> Position {
        let (from, to, promotion) = ((code & 63) as usize, (code >> 6 & 63) as usize, code >> 12);
        let mut new = self.clone();
        let piece = self.board[from];
        let pawn = piece.to_ascii_lowercase() == b'p';
        let behind = if self.black { to + 8 } else { to.wrapping_sub(8) };
        new.board[from] = b' ';
        new.board[to] = match promotion {
            0 => piece,
            n if self.black => b" nbrq"[n as usize],
            n => b" NBRQ"[n as usize],
        };
        if pawn && Some(to) == self.ep {
            new.board[behind] = b' ';
        }
        let distance = (to as i32 - from as i32).abs();
        new.ep = if pawn && distance == 16 { Some(behind) } else { None };
        if piece.to_ascii_lowercase() == b'k' && distance == 2 {
            let rook = if to > from { to + 1 } else { to - 2 };
            new.board[(from + to) / 2] = new.board[rook];
            new.board[rook] = b' ';
        }
        for (right, rook, king) in [('K', 7, 4), ('Q', 0, 4), ('k', 63, 60), ('q', 56, 60)] {
            if [from, to].contains(&rook) || from == king {
                new.rights = new.rights.replace(right, "");
            }
        }
        new.black = !self.black;
        new
    }

    pub fn is_capture(&self, code: Move) -> bool {
        let to = (code >> 6 & 63) as usize;
        self.board[to] != b' '
            || (self.board[(code & 63) as usize].to_ascii_lowercase() == b'p' && Some(to) == self.ep)
    }

    fn pawn_targets(&self, from: usize) -> Vec<usize> {
        let up = if self.black { -1 } else { 1 };
        let empty = |square: &usize| self.board[*square] == b' ';
        let mut all: Vec<usize> = step(from, 0, up).into_iter().filter(empty).collect();
        if !all.is_empty() && from / 8 == if self.black { 6 } else { 1 } {
            all.extend(step(from, 0, 2 * up).into_iter().filter(empty));
        }
        all.extend([-1, 1].iter().filter_map(|&side| step(from, side, up)).filter(|to| {
            Some(*to) == self.ep || (self.board[*to] != b' ' && !self.own(*to))
        }));
        all
    }

    fn castling(&self) -> Vec<Move> {
        let king = if self.black { 60usize } else { 4 };
        let free = |squares: &[usize]| squares.iter().all(|&at| self.board[at] == b' ');
        let safe = |at: usize| !self.attacked(at, !self.black);
        let has = |right: char| {
            self.rights.contains(if self.black { right.to_ascii_lowercase() } else { right })
        };
        let mut all = Vec::new();
        if has('K') && free(&[king + 1, king + 2]) && safe(king) && safe(king + 1) {
            all.push((king | (king + 2) << 6) as Move);
        }
        if has('Q') && free(&[king - 1, king - 2, king - 3]) && safe(king) && safe(king - 1) {
            all.push((king | (king - 2) << 6) as Move);
        }
        all
    }

    pub fn moves(&self) -> Vec<Move> {
        let mut all = self.castling();
        for from in (0..64).filter(|&at| self.own(at)) {
            let kind = self.board[from].to_ascii_lowercase();
            let targets = if kind == b'p' { self.pawn_targets(from) } else { self.targets(from, kind) };
            for to in targets.into_iter().filter(|&to| !self.own(to)) {
                let last = kind == b'p' && (to < 8 || to > 55);
                let promotions = if last { 1..5 } else { 0..1 };
                all.extend(promotions.map(|promotion| (from | to << 6 | promotion << 12) as Move));
            }
        }
        all.retain(|&code| !self.after(code).in_check(self.black));
        all
    }
}
