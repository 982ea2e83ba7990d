#include "verifier/tools/prove/batch.h"

namespace perft_verify::verifier {

FuzzCase case_of(const Position& position, int depth, std::uint64_t number) {
  return {.number = number,
          .question = reference::question_at(root_of(position), {}, depth),
          .position = position};
}

}  // namespace perft_verify::verifier
