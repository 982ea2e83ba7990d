// The families of positions that a generator answers right as a whole, and its answers to a sample
// of the rest.
#pragma once

#include <optional>

#include "verifier/tools/fuzz/inspector.h"
#include "verifier/tools/prove/batch.h"
#include "verifier/tools/prove/families.h"

namespace perft_verify::verifier {

/// The first positions of a family, all of them right.
struct Agreed {
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;  // counted by the subject
};

struct ProveOptions {
  std::vector<const Family*> families;
  std::uint64_t sample = 0;                 // random positions; none: no rows of the gate either
  std::optional<double> seconds;            // at most, for everything together
  std::optional<std::size_t> max_findings;  // a family with more is not gone through to its end
  bool chess960 = true;                     // else those families are left out
  unsigned jobs = 1;
  reference::GeneratorFactory subject;
  reference::GeneratorFactory reference;
  InspectorOptions inspector;
  /// Other processes that compare positions of the families as well.
  std::vector<std::unique_ptr<BatchComparer>> remote;
  /// Told, in one sentence, why one of them does no more.
  std::function<void(const std::string& why)> on_lost = [](const std::string&) {};
  /// The first positions that another run has found to agree, by the name of the family: they are
  /// not asked again.
  std::map<std::string, Agreed, std::less<>> agreed_before;
  /// Called whenever more of a family agrees from its beginning on.
  std::function<void(const Family& family, const Agreed& agreed)> note;
};

/// A piece where it stands.
using PlacedPiece = std::pair<PieceType, Square>;

struct FamilyResult {
  const Family* family = nullptr;
  std::uint64_t positions = 0;   // compared, those of `remembered` included
  std::uint64_t remembered = 0;  // from another run
  bool whole = false;            // all of them
  bool refuted = false;          // the subject is wrong somewhere
  std::uint64_t differing = 0;   // positions where the two sides differ, whichever is wrong
  /// The number of positions with a finding in which a piece had a wrong move, a missing one, or
  /// one that is counted wrong.
  std::map<PlacedPiece, std::uint64_t> wrong_pieces = {};
  std::uint64_t nodes = 0;  // counted by the subject
  double seconds = 0;
  [[nodiscard]] bool proved() const { return whole && differing == 0; }
};

/// Positions that prove nothing.
struct SampleResult {
  std::string_view name;
  std::string_view what;
  std::uint64_t positions = 0;
  std::uint64_t differing = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

struct ProveResult {
  std::vector<FamilyResult> families;
  std::vector<SampleResult> samples;
  std::vector<FuzzFinding> findings;
  std::map<std::string, std::uint64_t> undecided;
  std::uint64_t nodes = 0;  // counted by the subject
  double seconds = 0;
};

/// Called after each round of questions.
using ProveProgress =
    std::function<void(std::string_view name, std::uint64_t positions, std::uint64_t all)>;

/// The result is the same with any number of `jobs`, unless the time is up before the end.
ProveResult prove(const ProveOptions& options, const std::stop_token& stop,
                  const ProveProgress& progress = {});

}  // namespace perft_verify::verifier
