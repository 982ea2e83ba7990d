/* A C engine, audited. `audit_c bug` plays with captures that forget en passant.
 *
 *   cc audit.c toy.c $(pkg-config --cflags --libs perft-verify-audit) -o audit_c */
#include "perft_verify/audit.h"

#include <stdio.h>
#include <string.h>

#include "toy.h"

static Toy stack[128];
static int top;
static int with_bug;

static int set_fen(void* self, const char* fen, int chess960) {
  (void)self, (void)chess960;
  top = 0;
  return toy_set(&stack[0], fen);
}

/* The moves that are captures (1), that are not (0), or all (-1). */
static size_t list(uint32_t* codes, int captures) {
  ToyMove moves[256];
  const int size = toy_moves(&stack[top], moves);
  size_t wanted = 0;
  for (int i = 0; i < size; ++i)
    if (captures < 0 || toy_is_capture(&stack[top], moves[i]) == captures)
      codes[wanted++] = moves[i];
  return wanted;
}
static size_t moves(void* self, uint32_t* codes) { return (void)self, list(codes, -1); }
static size_t quiets(void* self, uint32_t* codes) { return (void)self, list(codes, 0); }
static size_t captures(void* self, uint32_t* codes) {
  (void)self;
  Toy* toy = &stack[top];
  const int ep = toy->ep;
  if (with_bug) toy->ep = -1;
  const size_t size = list(codes, 1);
  toy->ep = ep;
  return size;
}

static void text(void* self, uint32_t code, char* out) { (void)self, toy_text((ToyMove)code, out); }
static void make(void* self, uint32_t code) {
  (void)self;
  stack[top + 1] = stack[top];
  toy_make(&stack[++top], (ToyMove)code);
}
static void unmake(void* self, uint32_t code) { (void)self, (void)code, --top; }
static size_t fen(void* self, char* out, size_t room) {
  (void)self, (void)room;
  toy_fen(&stack[top], out);
  return strlen(out);
}
static uint64_t key(void* self) { return (void)self, toy_key(&stack[top]); }
static int in_check(void* self) { return (void)self, toy_in_check(&stack[top]); }

int main(int count, char** words) {
  with_bug = count > 1 && strcmp(words[1], "bug") == 0;
  perft_verify_adapter adapter = {.size = sizeof adapter,
                                  .set_fen = set_fen,
                                  .moves = moves,
                                  .text = text,
                                  .make = make,
                                  .unmake = unmake,
                                  .fen = fen,
                                  .key = key,
                                  .captures = captures,
                                  .quiets = quiets,
                                  .in_check = in_check,
                                  .no_chess960 = 1};
  perft_verify_audit_options options;
  perft_verify_audit_defaults(&options);
  options.depth = 1;
  perft_verify_audit_result* result = perft_verify_audit_suite(&adapter, &options);
  const size_t findings = perft_verify_audit_findings(result);
  for (size_t i = 0; i < findings; ++i)
    puts(perft_verify_audit_finding(result, i, PERFT_VERIFY_TEXT));
  fputs(perft_verify_audit_summary(result), stdout);
  perft_verify_audit_free(result);
  return findings > 0;
}
