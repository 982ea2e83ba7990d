// An accepted FEN is written and read again without a change, and has legal moves or none.
#include "core/fen.h"

#include "core/movegen.h"
#include "tests/fuzz/target.h"

using namespace perft_verify;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::uint8_t choice = input.byte();
  const FenOptions options{static_cast<Chess960>(choice % 3), (choice & 4) != 0};
  const auto parsed = parse_fen(input.rest(), options);
  if (!parsed) {
    fuzz::must(parsed.error().offset <= input.rest().size(), "an error has a place in the text");
    return 0;
  }
  const Position& position = parsed->position;
  const std::string fen = position.fen();
  fuzz::must(fen.size() <= 100, "a wire FEN has 100 bytes at most");
  const auto again = parse_fen_as(fen, position.chess960());
  fuzz::must(again.has_value(), "a wire FEN is accepted");
  fuzz::must(again->position.fen() == fen, "a wire FEN is written as it was read");
  fuzz::must(again->position.key() == position.key(), "and has the same key");
  fuzz::must(legal_moves(position).size() <= 218, "no position has more than 218 moves");
  return 0;
}
