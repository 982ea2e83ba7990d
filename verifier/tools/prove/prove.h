// Which families of positions a generator answers right as a whole.
#pragma once

#include <optional>

#include "verifier/tools/fuzz/inspector.h"
#include "verifier/tools/prove/families.h"

namespace perft_verify::verifier {

struct ProveOptions {
  std::vector<const Family*> families;
  std::optional<double> seconds;            // at most, for all families together
  std::optional<std::size_t> max_findings;  // a family with more is not gone through to its end
  bool chess960 = true;                     // else those families are left out
  reference::GeneratorFactory subject;
  reference::GeneratorFactory reference;
  InspectorOptions inspector;
};

struct FamilyResult {
  const Family* family = nullptr;
  std::uint64_t positions = 0;  // compared
  bool whole = false;           // all of them
  bool refuted = false;         // the two differ somewhere
  std::uint64_t differing = 0;  // positions
  std::uint64_t nodes = 0;      // counted by the subject
  double seconds = 0;
  [[nodiscard]] bool proved() const { return whole && !refuted; }
};

struct ProveResult {
  std::vector<FamilyResult> families;
  std::vector<FuzzFinding> findings;
  std::map<std::string, std::uint64_t> undecided;
  std::uint64_t nodes = 0;  // counted by the subject
  double seconds = 0;
};

ProveResult prove(const ProveOptions& options, const std::stop_token& stop,
                  const std::function<void(const FamilyResult&)>& progress = {});

/// SHA-256 of what a generator answers to all positions of a family, in their order, and how many
/// there are. The failure is that of the generator.
struct FamilyAnswers {
  std::uint64_t positions = 0;
  std::string digest;
};
reference::Answer<FamilyAnswers> answers_of(const Family& family, reference::Generator& generator,
                                            const std::stop_token& stop);

}  // namespace perft_verify::verifier
