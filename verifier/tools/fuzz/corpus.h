// The files that fuzz runs keep on disk. `failures.epd` is asked first the next time.
// `positions.epd` has positions that reached something new, and is changed further. Other suites in
// the folder are positions to begin with as well.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "verifier/run/model/events.h"
#include "verifier/tools/fuzz/fuzz.h"

namespace perft_verify::verifier {

struct Corpus {
  std::vector<FuzzCase> failures;
  std::vector<Position> stock;
};

/// A folder that is not there is made. The error is one sentence.
std::expected<Corpus, std::string> read_corpus(const std::string& folder);

/// Adds what the run has found: `findings` is the text of a suite of them.
std::expected<void, std::string> write_corpus(const std::string& folder, const FuzzResult& result,
                                              const std::string& findings);

/// The `rows` positions that reached most, in the order in which they came, as a suite with counts.
std::string richest_suite(const FuzzResult& result, std::size_t rows, std::uint64_t seed);

}  // namespace perft_verify::verifier
