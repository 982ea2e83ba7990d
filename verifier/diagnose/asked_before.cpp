#include "verifier/diagnose/asked_before.h"

#include <vector>

#include "core/fen.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/positions/probes.h"

namespace perft_verify::verifier {
namespace {

constexpr const char* kChess960Before = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";

Root flipped(const Root& root) { return colors_flipped(reference::question_at(root, {}, 1)).root; }

/// Each has something that may be kept: rights, in Chess960 too, an en passant square, pieces on
/// most squares, a side to move.
std::vector<Root> positions_before(const Finding& finding, ProbedSubject& probed) {
  std::vector<Root> before;
  for (const Fact kept : kKeptOfPositionBefore) {
    before.push_back(standard(position_before(kept).with));
    before.push_back(flipped(before.back()));
  }
  before.push_back(standard(kStartPosition));
  if (probed.may_play_chess960()) before.push_back({.fen = kChess960Before, .chess960 = true});
  before.push_back(flipped(finding.here()));
  return before;
}

}  // namespace

void tell_position_before(Finding& finding, ProbedSubject& probed) {
  if (!depends_on_questions_before(finding) || probed.totals_only()) return;
  const auto asked = make_probe(reference::question_at(
      {finding.reproduce_fen, finding.root.chess960}, {}, finding.reproduce_depth));
  if (!asked) return;
  const auto is_wrong = [&] {
    const auto answer = probed.answer_now(asked->question);
    return answer && *answer != asked->right;
  };
  probed.subject().restart();
  if (is_wrong()) return;
  for (const Root& root : positions_before(finding, probed)) {
    // One command asks about both to the same depth.
    const auto before = make_probe(reference::question_at(root, {}, finding.reproduce_depth));
    if (!before) continue;
    probed.subject().restart();
    if (!probed.answer_now(before->question) || !is_wrong()) continue;
    finding.reasons.emplace_back(AskedBefore{root.fen});
    if (finding.bug_class || !finding.wrong().any()) return;
    // A table holds no lists.
    finding.cause = Cause::Unknown;
    finding.candidates = {BugId::FenMisread, BugId::HashStale};
    return;
  }
}

}  // namespace perft_verify::verifier
