#include "verifier/tools/prove/batch.h"

namespace perft_verify::verifier {

FuzzCase case_of(const Position& position, int depth, std::uint64_t number) {
  FuzzCase result;
  result.number = number;
  result.position = position;
  result.question.root = position.fen();
  result.question.chess960 = position.chess960();
  result.question.depth = depth;
  return result;
}

}  // namespace perft_verify::verifier
