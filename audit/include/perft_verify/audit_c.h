/* SPDX-License-Identifier: MIT
 *
 * The C interface of the audit: callbacks in, findings out. Include perft_verify/audit.h, which in
 * C is this file and in C++ also makes the callbacks from a class.
 *
 * A move is a code of the engine's own, 32 bits at most, with a UCI text; the text of a code may
 * depend on nothing but the code and on Chess960. A set of squares has bit 0 for a1, bit 7 for h1,
 * bit 63 for h8. Nothing is kept after a call but what it returns. Nothing is printed. */
#ifndef PERFT_VERIFY_AUDIT_C_H
#define PERFT_VERIFY_AUDIT_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* Room for codes in every list, and for the text of a move with its NUL. */
#define PERFT_VERIFY_MAX_MOVES 512
#define PERFT_VERIFY_MAX_TEXT 16

/* The engine's functions. `self` is passed to each. The five functions at the beginning are
 * required; any other may be null, and the summary then says what is not checked without it.
 * Initialize the whole structure to zero, and `size` to sizeof(perft_verify_adapter). */
typedef struct perft_verify_adapter {
  size_t size;
  void* self;

  /* Sets up a position: six fields, castling rights as file letters if `chess960`. Zero: refused.
   */
  int (*set_fen)(void* self, const char* fen, int chess960);
  /* All legal moves; returns how many, even if there is no room for them. */
  size_t (*moves)(void* self, uint32_t* codes);
  /* The UCI text of a code, any code: e2e4, e7e8q, castling e1g1, or e1h1 if `chess960`. */
  void (*text)(void* self, uint32_t code, char* text);
  /* Plays a legal move; takes the last one back. */
  void (*make)(void* self, uint32_t code);
  void (*unmake)(void* self, uint32_t code);

  /* The FEN of the position; returns its length, at most `room` - 1 bytes are written and a NUL. */
  size_t (*fen)(void* self, char* text, size_t room);
  uint64_t (*key)(void* self);
  uint64_t (*pawn_key)(void* self);                 /* of the pawns alone */
  uint64_t (*material_key)(void* self);             /* of the number of pieces of each kind alone */
  uint64_t (*key_after)(void* self, uint32_t code); /* the key after a legal move, not made */

  /* Parts of the list: legal or pseudo-legal moves. Promotions that capture nothing may be among
   * the captures or the quiets. */
  size_t (*captures)(void* self, uint32_t* codes);
  size_t (*quiets)(void* self, uint32_t* codes);
  size_t (*evasions)(void* self, uint32_t* codes);     /* asked in check only */
  size_t (*checks)(void* self, uint32_t* codes);       /* all moves that give check */
  size_t (*quiet_checks)(void* self, uint32_t* codes); /* those of them that are no captures */
  /* The moves that the staged picker yields, in its order; `hash_move` is null or a code, of any
   * position or (where codes have 16 bits) of none, as is_pseudo_legal is asked about. */
  size_t (*picked)(void* self, const uint32_t* hash_move, uint32_t* codes);

  /* Asked for codes from everywhere: all below `codes`, or where the engine's are larger, those
   * of other positions. */
  int (*is_legal)(void* self, uint32_t code);
  int (*is_pseudo_legal)(void* self, uint32_t code);
  int (*gives_check)(void* self, uint32_t code); /* of a legal move */
  uint32_t codes;                                /* 0: 65,536 */
  int no_chess960; /* nonzero: positions of Chess960 are left out, and their number is told */
  int copies; /* nonzero: unmake puts a copy back, so that it shows nothing; the summary says so */

  int (*in_check)(void* self);
  uint64_t (*checkers)(void* self);
  uint64_t (*pinned)(void* self); /* pieces of the side to move, pinned to their king */
  uint64_t (*attackers)(void* self, int square); /* of both sides */

  void (*null_move)(void* self); /* never in check */
  void (*undo_null_move)(void* self);

  /* A copy of everything that unmake has to restore, whether it is the same, and its end. */
  void* (*save)(void* self);
  int (*same)(void* self, const void* saved);
  void (*release)(void* self, void* saved);
} perft_verify_adapter;

/* Families of checks, for `checks` of the options. */
enum {
  PERFT_VERIFY_LEGAL_LIST = 1,   /* the list against the core of perft-verify, make, unmake */
  PERFT_VERIFY_SUBLISTS = 2,     /* captures, quiets, evasions, checks */
  PERFT_VERIFY_PICKER = 4,       /* each move once, with any hash move */
  PERFT_VERIFY_CODES = 8,        /* is_legal, is_pseudo_legal */
  PERFT_VERIFY_GIVES_CHECK = 16, /* gives_check */
  PERFT_VERIFY_ATTACKS = 32,     /* in_check, checkers, pinned, attackers */
  PERFT_VERIFY_KEYS = 64,        /* all keys, key_after */
  PERFT_VERIFY_RESTORED = 128,   /* FEN, keys and `same` after unmake */
  PERFT_VERIFY_NULL_MOVE = 256,
  PERFT_VERIFY_FEN = 512, /* FEN out, and in again */
  PERFT_VERIFY_ALL = 1023
};

typedef struct perft_verify_audit_options {
  size_t size;
  const char* suite;      /* gate, quick, standard, rules, or an EPD file ("gate") */
  unsigned depth;         /* plies below each row (2) */
  uint64_t max_nodes;     /* positions a row; its first ply is always complete (20,000) */
  unsigned checks;        /* families (PERFT_VERIFY_ALL) */
  unsigned code_interval; /* all codes at the root of every so many rows, and after one random move
                             there (4); 0: at every position */
  unsigned max_findings;  /* 0: all (0) */
  uint64_t key_positions; /* of perft_verify_audit_keys: positions of random games (1,000,000) */
  unsigned key_bits;      /* bits of the key, for the expected collisions (64) */
  uint64_t seed;          /* of everything random (1) */
  int legal_sublists;     /* the parts of the list hold legal moves only (0) */
} perft_verify_audit_options;

typedef struct perft_verify_audit_result perft_verify_audit_result;

/* One fact of a finding; empty where it does not apply. */
typedef enum perft_verify_field {
  PERFT_VERIFY_BUG,           /* stable name in kebab-case */
  PERFT_VERIFY_TITLE,         /* the name in words */
  PERFT_VERIFY_SENTENCE,      /* the fault at this place */
  PERFT_VERIFY_WHERE,         /* where to look in the engine */
  PERFT_VERIFY_CAUSE,         /* generation (of a list); answer (of another function, wrong from the
                                 FEN); set_fen; make; unmake; null_move (or its end); unknown */
  PERFT_VERIFY_ROW,           /* "gate 12 kiwipete", else empty */
  PERFT_VERIFY_ROOT,          /* FEN */
  PERFT_VERIFY_PATH,          /* moves from the root, with blanks between them */
  PERFT_VERIFY_POSITION,      /* FEN after the path */
  PERFT_VERIFY_MOVE,          /* the move that is wrong or is wrongly answered */
  PERFT_VERIFY_REDUCED,       /* FEN of the smallest position found */
  PERFT_VERIFY_REDUCED_MOVES, /* moves from there */
  PERFT_VERIFY_BOARD,         /* drawn, several lines */
  PERFT_VERIFY_TEXT           /* all of it, as a terminal shows it */
} perft_verify_field;

void perft_verify_audit_defaults(perft_verify_audit_options* options);

/* Each returns a result to be freed, never null. `options` may be null. */
perft_verify_audit_result* perft_verify_audit_suite(const perft_verify_adapter* adapter,
                                                    const perft_verify_audit_options* options);
/* One row of the suite, counted from 0. */
perft_verify_audit_result* perft_verify_audit_row(const perft_verify_adapter* adapter,
                                                  const perft_verify_audit_options* options,
                                                  size_t row);
/* A FEN, or "startpos". */
perft_verify_audit_result* perft_verify_audit_fen(const perft_verify_adapter* adapter,
                                                  const perft_verify_audit_options* options,
                                                  const char* fen);
/* The position that the adapter has now, by its own `fen`; at the end it has another one. */
perft_verify_audit_result* perft_verify_audit_here(const perft_verify_adapter* adapter,
                                                   const perft_verify_audit_options* options,
                                                   int chess960);
/* Different positions of random games have different keys; `key` is required. */
perft_verify_audit_result* perft_verify_audit_keys(const perft_verify_adapter* adapter,
                                                   const perft_verify_audit_options* options);

/* Why nothing could be audited: one sentence; null if it could. */
const char* perft_verify_audit_error(const perft_verify_audit_result* result);
size_t perft_verify_audit_findings(const perft_verify_audit_result* result);
const char* perft_verify_audit_finding(const perft_verify_audit_result* result, size_t finding,
                                       perft_verify_field field);
/* How often the finding was seen. */
uint64_t perft_verify_audit_times(const perft_verify_audit_result* result, size_t finding);
/* Positions visited, and seconds. */
uint64_t perft_verify_audit_nodes(const perft_verify_audit_result* result);
double perft_verify_audit_seconds(const perft_verify_audit_result* result);
/* The number of checks of each kind, and those left out for want of a function. Several lines. */
const char* perft_verify_audit_summary(const perft_verify_audit_result* result);
void perft_verify_audit_free(perft_verify_audit_result* result);

/* The rows of a suite, and the name of one; 0 and null if there is no such suite or row. The name
 * is good until the next call in this thread. */
size_t perft_verify_suite_rows(const char* suite);
const char* perft_verify_suite_row_name(const char* suite, size_t row);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
