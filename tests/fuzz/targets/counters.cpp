// Every instruction set counts the same below every position as the plain generator.
#include "core/counting/perft.h"
#include "core/fen.h"
#include "tests/fuzz/target.h"

using namespace perft_verify;

namespace {

std::uint64_t plain_count(const Position& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t nodes = 0;
  for (const Move move : legal_moves(position))
    nodes += plain_count(position.after(move), depth - 1);
  return nodes;
}

/// A board from the input's bytes: most are refused, and a fuzzer soon learns valid ones.
std::string fen_of(fuzz::Input& input) {
  std::string board;
  for (int rank = 0; rank < 8; ++rank) {
    if (rank > 0) board += '/';
    for (int file = 0; file < 8; ++file) {
      static constexpr std::string_view kPieces = "1111111111KQRBNPkqrbnp1QRBNPqrbn";
      board += kPieces[input.byte() % kPieces.size()];
    }
  }
  return board;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::uint8_t choice = input.byte();
  std::string fen = (choice & 1) != 0 ? std::string(input.rest()) : fen_of(input);
  if ((choice & 1) == 0) fen += (choice & 2) != 0 ? " w - - 0 1" : " b - - 0 1";
  const auto parsed = parse_fen(fen);
  if (!parsed) return 0;
  for (int depth = 1; depth <= 2; ++depth) {
    const std::uint64_t nodes = plain_count(parsed->position, depth);
    for (const SimdPath path : available_simd_paths())
      fuzz::must(perft(parsed->position, depth, {.simd = path}) == nodes, "all counters agree");
  }
  return 0;
}
