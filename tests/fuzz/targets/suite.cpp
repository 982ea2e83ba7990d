// Rows of a suite in any format have passed the gate; written as EPD they are the same rows.
#include "tests/fuzz/target.h"
#include "verifier/suite/suite_reader.h"
#include "verifier/suite/suite_writer.h"

using namespace perft_verify;
using namespace perft_verify::verifier;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr std::array kNames{"s.epd", "s.perft", "s.csv", "s.json", "s.txt"};
  fuzz::Input input(data, size);
  const Suite suite = read_suite(kNames.at(input.byte() % kNames.size()), input.rest(), {});
  for (const Row& row : suite.rows) {
    const auto parsed = parse_fen(row.root());
    fuzz::must(parsed && parsed->position.fen() == row.fen, "a row has a wire FEN");
  }
  for (const SuiteProblem& problem : suite.problems)
    fuzz::must(!problem.message.empty() && problem.line > 0, "a problem has a message and a line");

  const Suite again = read_suite("s.epd", write_suites({&suite, 1}, SuiteFormat::Epd).text, {});
  fuzz::must(again.rows.size() == suite.rows.size(), "no row is lost in writing");
  for (std::size_t at = 0; at < suite.rows.size(); ++at) {
    fuzz::must(again.rows[at].fen == suite.rows[at].fen, "a FEN is written as it was read");
    fuzz::must(again.rows[at].recorded == suite.rows[at].recorded, "and so are its counts");
  }
  return 0;
}
