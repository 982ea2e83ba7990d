// Asks again for a sample of the stored answers.
#pragma once

#include <stop_token>

#include "verifier/store/store.h"

namespace perft_verify::verifier {

/// A reference that can be asked here.
struct LiveReference {
  StoreReference identity;
  std::unique_ptr<reference::Generator> generator;
};

struct Sampling {
  std::size_t size = 100;
  std::uint64_t max_nodes = 0;  // answers with more are left out
  std::uint64_t seed = 0;       // the same seed, the same sample
};

struct Difference {
  RememberedAnswer answer;
  std::uint64_t counted = 0;
  std::string by;  // the generator that counted
};

struct Recheck {
  std::uint64_t answers = 0;
  std::uint64_t damaged = 0;
  std::uint64_t asked = 0;            // of the reference itself
  std::uint64_t counted_by_core = 0;  // because the reference is not here
  std::vector<Difference> different;
  std::vector<std::string> failures;  // one sentence each
};

/// Reads every record. The sample is drawn evenly by a hash of each answer.
DatabaseResult<Recheck> recheck_answers(Store& store, const Sampling& sampling,
                                        std::vector<LiveReference>& living,
                                        reference::Generator& core, const std::stop_token& stop);

}  // namespace perft_verify::verifier
