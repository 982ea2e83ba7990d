/* A toy engine: a board of 64 squares, copied to make a move. Slow, plain, without Chess960. */
#ifndef TOY_H
#define TOY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char board[64]; /* letters of FEN, ' ' if empty; a1 first */
  int black;      /* to move */
  int rights;     /* K 1, Q 2, k 4, q 8 */
  int ep;         /* square behind a pawn that has just moved two, or -1 */
  int clock, number;
} Toy;

/* From, to << 6, promotion << 12: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen. */
typedef uint16_t ToyMove;

int toy_set(Toy* toy, const char* fen);
void toy_fen(const Toy* toy, char* fen);
int toy_moves(const Toy* toy, ToyMove* moves); /* legal ones, 256 at most; returns how many */
void toy_make(Toy* toy, ToyMove move);
void toy_text(ToyMove move, char* text);
int toy_is_capture(const Toy* toy, ToyMove move); /* en passant included */
int toy_in_check(const Toy* toy);                 /* the side to move */
uint64_t toy_key(const Toy* toy);

#ifdef __cplusplus
}
#endif
#endif
