#include "toy.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kRights[] = "KQkq";

int toy_set(Toy* toy, const char* fen) {
  char board[128], side[2], rights[5], ep[3];
  if (sscanf(fen, "%127s %1s %4s %2s %d %d", board, side, rights, ep, &toy->clock, &toy->number) !=
      6)
    return 0;
  memset(toy->board, ' ', 64);
  int rank = 7, file = 0;
  for (const char* c = board; *c; ++c) {
    if (*c == '/')
      rank--, file = 0;
    else if (isdigit((unsigned char)*c))
      file += *c - '0';
    else
      toy->board[rank * 8 + file++] = *c;
  }
  toy->black = side[0] == 'b';
  toy->rights = 0;
  for (int i = 0; i < 4; ++i)
    if (strchr(rights, kRights[i])) toy->rights |= 1 << i;
  toy->ep = ep[0] == '-' ? -1 : (ep[1] - '1') * 8 + ep[0] - 'a';
  return 1;
}

void toy_fen(const Toy* toy, char* fen) {
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const char piece = toy->board[rank * 8 + file];
      if (piece == ' ') {
        ++empty;
        continue;
      }
      if (empty) *fen++ = (char)('0' + empty);
      empty = 0;
      *fen++ = piece;
    }
    if (empty) *fen++ = (char)('0' + empty);
    *fen++ = rank ? '/' : ' ';
  }
  *fen++ = toy->black ? 'b' : 'w';
  *fen++ = ' ';
  if (!toy->rights) *fen++ = '-';
  for (int i = 0; i < 4; ++i)
    if (toy->rights >> i & 1) *fen++ = kRights[i];
  if (toy->ep < 0)
    fen += sprintf(fen, " -");
  else
    fen += sprintf(fen, " %c%c", 'a' + toy->ep % 8, '1' + toy->ep / 8);
  sprintf(fen, " %d %d", toy->clock, toy->number);
}

/* The square so many files and ranks away; -1 if it is not on the board. */
static int step(int square, int files, int ranks) {
  const int file = square % 8 + files, rank = square / 8 + ranks;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

static const int kSteps[16][2] = {{1, 0},   {0, 1},  {-1, 0},  {0, -1}, {1, 1},  {-1, 1},
                                  {-1, -1}, {1, -1}, {1, 2},   {2, 1},  {-1, 2}, {-2, 1},
                                  {1, -2},  {2, -1}, {-1, -2}, {-2, -1}};
/* The first and the last step of each piece. */
static void steps_of(char piece, int* first, int* last) {
  *first = piece == 'b' ? 4 : piece == 'n' ? 8 : 0;
  *last = piece == 'r' ? 4 : piece == 'n' ? 16 : 8;
}

static int is_black(char piece) { return islower((unsigned char)piece) != 0; }

static int attacked(const Toy* toy, int square, int by_black) {
  for (int i = 0; i < 16; ++i)
    for (int to = square, n = 1; (to = step(to, kSteps[i][0], kSteps[i][1])) >= 0; ++n) {
      const char piece = toy->board[to];
      if (piece == ' ' && i < 8) continue;
      if (piece == ' ' || is_black(piece) != by_black) break;
      const int kind = tolower((unsigned char)piece);
      if (kind == 'p' && n == 1 && i >= 4 && i < 8 && (kSteps[i][1] > 0) == by_black) return 1;
      int first, last;
      steps_of((char)kind, &first, &last);
      if (kind != 'p' && i >= first && i < last && (n == 1 || kind != 'k')) return 1;
      break;
    }
  return 0;
}

static int checked(const Toy* toy, int black) {
  for (int square = 0; square < 64; ++square)
    if (toy->board[square] == (black ? 'k' : 'K')) return attacked(toy, square, !black);
  return 0;
}

int toy_in_check(const Toy* toy) { return checked(toy, toy->black); }

void toy_make(Toy* toy, ToyMove move) {
  const int from = move & 63, to = move >> 6 & 63, promotion = move >> 12;
  const char piece = toy->board[from];
  const int kind = tolower((unsigned char)piece), back = toy->black ? 8 : -8;
  toy->clock = kind == 'p' || toy->board[to] != ' ' ? 0 : toy->clock + 1;
  toy->number += toy->black;
  if (kind == 'p' && to == toy->ep) toy->board[to + back] = ' ';
  toy->ep = kind == 'p' && abs(to - from) == 16 ? to + back : -1;
  toy->board[from] = ' ';
  toy->board[to] = piece;
  if (promotion) toy->board[to] = (toy->black ? " nbrq" : " NBRQ")[promotion];
  if (kind == 'k' && abs(to - from) == 2) {
    const int rook = to > from ? to + 1 : to - 2;
    toy->board[(from + to) / 2] = toy->board[rook];
    toy->board[rook] = ' ';
  }
  static const int kCorners[4] = {7, 0, 63, 56};
  for (int i = 0; i < 4; ++i)
    if (from == kCorners[i] || to == kCorners[i] || from == (i < 2 ? 4 : 60))
      toy->rights &= ~(1 << i);
  toy->black = !toy->black;
}

/* Adds a move if it leaves no king in check; a pawn's to the last rank four times. */
static int add(const Toy* toy, int from, int to, ToyMove* moves, int size) {
  const int last_rank = tolower((unsigned char)toy->board[from]) == 'p' && (to < 8 || to > 55);
  for (int promotion = last_rank ? 1 : 0; promotion <= (last_rank ? 4 : 0); ++promotion) {
    Toy after = *toy;
    const ToyMove move = (ToyMove)(from | to << 6 | promotion << 12);
    toy_make(&after, move);
    if (!checked(&after, toy->black)) moves[size++] = move;
  }
  return size;
}

static int add_pawn(const Toy* toy, int from, ToyMove* moves, int size) {
  const int up = toy->black ? -1 : 1, one = step(from, 0, up), two = step(from, 0, 2 * up);
  if (toy->board[one] == ' ') {
    size = add(toy, from, one, moves, size);
    if (from / 8 == (toy->black ? 6 : 1) && toy->board[two] == ' ')
      size = add(toy, from, two, moves, size);
  }
  for (int side = -1; side <= 1; side += 2) {
    const int to = step(from, side, up);
    if (to >= 0 &&
        (to == toy->ep || (toy->board[to] != ' ' && is_black(toy->board[to]) != toy->black)))
      size = add(toy, from, to, moves, size);
  }
  return size;
}

static int add_castling(const Toy* toy, ToyMove* moves, int size) {
  const int king = toy->black ? 60 : 4;
  for (int queen_side = 0; queen_side < 2; ++queen_side) {
    const int way = queen_side ? -1 : 1;
    if (!(toy->rights >> (2 * toy->black + queen_side) & 1)) continue;
    if (toy->board[king + way] != ' ' || toy->board[king + 2 * way] != ' ' ||
        (queen_side && toy->board[king - 3] != ' '))
      continue;
    if (!attacked(toy, king, !toy->black) && !attacked(toy, king + way, !toy->black))
      size = add(toy, king, king + 2 * way, moves, size);
  }
  return size;
}

int toy_moves(const Toy* toy, ToyMove* moves) {
  int size = add_castling(toy, moves, 0);
  for (int from = 0; from < 64; ++from) {
    const char piece = toy->board[from];
    if (piece == ' ' || is_black(piece) != toy->black) continue;
    const int kind = tolower((unsigned char)piece);
    if (kind == 'p') {
      size = add_pawn(toy, from, moves, size);
      continue;
    }
    int first, last;
    steps_of((char)kind, &first, &last);
    for (int i = first; i < last; ++i)
      for (int to = from; (to = step(to, kSteps[i][0], kSteps[i][1])) >= 0;) {
        const int taken = toy->board[to] != ' ';
        if (taken && is_black(toy->board[to]) == toy->black) break;
        size = add(toy, from, to, moves, size);
        if (taken || kind == 'k' || kind == 'n') break;
      }
  }
  return size;
}

void toy_text(ToyMove move, char* text) {
  const int from = move & 63, to = move >> 6 & 63, promotion = move >> 12;
  sprintf(text, "%c%c%c%c", 'a' + from % 8, '1' + from / 8, 'a' + to % 8, '1' + to / 8);
  if (promotion) sprintf(text + 4, "%c", promotion < 5 ? " nbrq"[promotion] : '?');
}

int toy_is_capture(const Toy* toy, ToyMove move) {
  const int to = move >> 6 & 63;
  return toy->board[to] != ' ' ||
         (tolower((unsigned char)toy->board[move & 63]) == 'p' && to == toy->ep);
}

/* Whether a pawn stands beside the one that has just moved two. */
static int may_capture_en_passant(const Toy* toy) {
  const char pawn = toy->black ? 'p' : 'P';
  for (int files = -1; toy->ep >= 0 && files <= 1; files += 2) {
    const int from = step(toy->ep, files, toy->black ? 1 : -1);
    if (from >= 0 && toy->board[from] == pawn) return 1;
  }
  return 0;
}

/* FNV-1a of all that makes positions different. */
uint64_t toy_key(const Toy* toy) {
  const int ep = may_capture_en_passant(toy) ? toy->ep : -1;
  uint64_t key = 14695981039346656037u;
  for (int i = 0; i < 64; ++i) key = (key ^ (uint64_t)toy->board[i]) * 1099511628211u;
  key = (key ^ (uint64_t)toy->rights) * 1099511628211u;
  key = (key ^ (uint64_t)(ep + 1)) * 1099511628211u;
  return (key ^ (uint64_t)toy->black) * 1099511628211u;
}
