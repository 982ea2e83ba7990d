// An answer of the store: text that is read as an answer is written as the same text.
#include "tests/fuzz/target.h"
#include "verifier/store/answer_record.h"

using namespace perft_verify;
using namespace perft_verify::verifier;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const bool chess960 = (input.byte() & 1) != 0;
  const AnswerKey key{chess960 ? "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb -"
                               : "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
                      chess960, 1};
  const auto divide = parse_counts(key, input.rest());
  if (divide) fuzz::must(counts_text(key, *divide) == input.rest(), "an answer is written as read");
  return 0;
}
