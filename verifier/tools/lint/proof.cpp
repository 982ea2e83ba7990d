#include "verifier/tools/lint/proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/counting/perft.h"
#include "core/text/format.h"

namespace perft_verify::verifier {
namespace {

/// The growth that is assumed before any is known.
constexpr double kFirstGrowth = 30;

CountsByDepth count_with_core(const Row& row, std::uint64_t max_nodes,
                              const std::stop_token& stop) {
  CountsByDepth counted;
  const auto position = row.position();
  if (!position || row.recorded.empty()) return counted;
  const int deepest = row.recorded.rbegin()->first;
  double last = 1;
  double growth = kFirstGrowth;
  for (int depth = 1; depth <= deepest; ++depth) {
    if (depth > 1 && last * growth > static_cast<double>(max_nodes)) break;
    const auto nodes = perft(*position, depth, {.stop = stop});
    if (!nodes) break;
    counted[depth] = *nodes;
    growth = std::max(static_cast<double>(*nodes) / std::max(last, 1.0), 1.0);
    last = static_cast<double>(*nodes);
  }
  return counted;
}

Issue refuted(const Row& row, int depth, std::uint64_t recorded, std::uint64_t counted) {
  Issue issue =
      is_truncated(recorded, counted)
          ? count_issue(Severity::Error, "count-truncated", row, depth,
                        fmt::format("the count {} at depth {} is the low 32 bits of {}",
                                    grouped(recorded), depth, grouped(counted)))
          : count_issue(Severity::Error, "count-refuted", row, depth,
                        fmt::format("the count {} at depth {} is wrong: core and mailbox count {}",
                                    grouped(recorded), depth, grouped(counted)));
  issue.counted = counted;
  return issue;
}

}  // namespace

Proof prove(const Row& row, std::uint64_t max_nodes, reference::Generator& mailbox,
            const std::stop_token& stop) {
  Proof proof;
  proof.counted = count_with_core(row, max_nodes, stop);
  for (const auto& [depth, recorded] : row.recorded) {
    const auto counted = proof.counted.find(depth);
    if (counted == proof.counted.end()) {
      ++proof.too_deep;
      continue;
    }
    if (counted->second == recorded) {
      ++proof.proven;
      continue;
    }
    const auto question = reference::question_at(row.root(), {}, depth);
    const auto vote = mailbox.divide(question, stop);
    if (vote && vote->total == counted->second) {
      proof.issues.push_back(refuted(row, depth, recorded, counted->second));
      continue;
    }
    if (vote && vote->total == recorded) {
      proof.issues.push_back(count_issue(
          Severity::Warning, "count-undecided", row, depth,
          fmt::format("the mailbox counts {} at depth {} as recorded, and core {}: one of them "
                      "is wrong; verify this row with Stockfish",
                      grouped(recorded), depth, grouped(counted->second))));
      continue;
    }
    if (!vote && vote.error().kind == reference::FailureKind::Stopped) {
      ++proof.too_deep;
      continue;
    }
    proof.issues.push_back(count_issue(
        Severity::Warning, "count-undecided", row, depth,
        fmt::format("core counts {} at depth {}, the mailbox {}, and {} is recorded; verify this "
                    "row with Stockfish",
                    grouped(counted->second), depth,
                    vote ? grouped(vote->total) : vote.error().message, grouped(recorded))));
  }
  return proof;
}

}  // namespace perft_verify::verifier
