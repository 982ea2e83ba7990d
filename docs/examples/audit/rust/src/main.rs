//! A Rust engine, audited. `audit bug` plays with captures that forget en passant.
mod engine;

use engine::{text, Move, Position};
use std::ffi::{c_void, CStr};
use std::os::raw::{c_char, c_int};

type List = extern "C" fn(*mut c_void, *mut u32) -> usize;
type Play = extern "C" fn(*mut c_void, u32);

/// The fields of perft_verify_adapter up to `quiets`; what follows is left out by `size`.
#[repr(C)]
struct Adapter {
    size: usize,
    this: *mut c_void,
    set_fen: extern "C" fn(*mut c_void, *const c_char, c_int) -> c_int,
    moves: List,
    text: extern "C" fn(*mut c_void, u32, *mut c_char),
    make: Play,
    unmake: Play,
    not_provided: [Option<Play>; 5], // fen, key, pawn_key, material_key, key_after
    captures: List,
    quiets: List,
}

#[link(name = "perft_verify_audit")]
extern "C" {
    fn perft_verify_audit_fen(adapter: *const Adapter, options: *const c_void, fen: *const c_char) -> *mut c_void;
    fn perft_verify_audit_findings(result: *const c_void) -> usize;
    fn perft_verify_audit_finding(result: *const c_void, finding: usize, field: c_int) -> *const c_char;
    fn perft_verify_audit_summary(result: *const c_void) -> *const c_char;
    fn perft_verify_audit_free(result: *mut c_void);
}
const TEXT: c_int = 13;

struct Game {
    positions: Vec<Position>,
    with_bug: bool,
}

fn game<'a>(this: *mut c_void) -> &'a mut Game {
    unsafe { &mut *(this as *mut Game) }
}
fn fill(codes: *mut u32, moves: impl Iterator<Item = Move>) -> usize {
    moves.enumerate().map(|(at, code)| unsafe { *codes.add(at) = code }).count()
}

extern "C" fn set_fen(this: *mut c_void, fen: *const c_char, _chess960: c_int) -> c_int {
    let fen = unsafe { CStr::from_ptr(fen) }.to_str().unwrap();
    game(this).positions = Position::from_fen(fen).into_iter().collect();
    game(this).positions.len() as c_int
}
extern "C" fn moves(this: *mut c_void, codes: *mut u32) -> usize {
    fill(codes, game(this).positions.last().unwrap().moves().into_iter())
}
extern "C" fn captures(this: *mut c_void, codes: *mut u32) -> usize {
    let mut position = game(this).positions.last().unwrap().clone();
    if game(this).with_bug {
        position = position.without_en_passant();
    }
    fill(codes, position.moves().into_iter().filter(|&code| position.is_capture(code)))
}
extern "C" fn quiets(this: *mut c_void, codes: *mut u32) -> usize {
    let position = game(this).positions.last().unwrap();
    fill(codes, position.moves().into_iter().filter(|&code| !position.is_capture(code)))
}
extern "C" fn write_text(_this: *mut c_void, code: u32, out: *mut c_char) {
    for (at, c) in text(code).bytes().chain(std::iter::once(0)).enumerate() {
        unsafe { *out.add(at) = c as c_char }
    }
}
extern "C" fn make(this: *mut c_void, code: u32) {
    let after = game(this).positions.last().unwrap().after(code);
    game(this).positions.push(after);
}
extern "C" fn unmake(this: *mut c_void, _code: u32) {
    game(this).positions.pop();
}

fn main() {
    let with_bug = std::env::args().nth(1).map_or(false, |word| word == "bug");
    let mut game = Game { positions: Vec::new(), with_bug };
    let adapter = Adapter {
        size: std::mem::size_of::<Adapter>(),
        this: &mut game as *mut Game as *mut c_void,
        set_fen, moves, text: write_text, make, unmake,
        not_provided: [None; 5],
        captures, quiets,
    };
    let mut findings = 0;
    for fen in ["8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3\0", "r3k3/1P6/8/8/8/8/6p1/4K2R b Kq - 0 1\0"] {
        unsafe {
            let result = perft_verify_audit_fen(&adapter, std::ptr::null(), fen.as_ptr() as *const c_char);
            for at in 0..perft_verify_audit_findings(result) {
                let text = perft_verify_audit_finding(result, at, TEXT);
                println!("{}", CStr::from_ptr(text).to_string_lossy());
                findings += 1;
            }
            print!("{}", CStr::from_ptr(perft_verify_audit_summary(result)).to_string_lossy());
            perft_verify_audit_free(result);
        }
    }
    std::process::exit(if findings > 0 { 1 } else { 0 });
}
