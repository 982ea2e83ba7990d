#include "verifier/diagnose/counted_moves.h"

#include <algorithm>

#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "reference/zoo/zoo_generator.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/needed_field.h"

namespace perft_verify::verifier {
namespace {

/// A line and the position after its move.
struct Leaf {
  reference::Question question;
  std::uint64_t subject;
};

/// Whether something is wrong, and castling rights that are lost on the way explain it.
bool may_have_lost_rights(const CountedPosition& counted, const Position& position) {
  bool any = false;
  for (const CountedLine& line : counted.lines) {
    if (line.subject == line.reference) continue;
    Line after(position);
    if (!after.push_text(line.move)) return false;
    const Position lost = without(NeededField::CastlingRights, after.position());
    if (static_cast<std::uint64_t>(count_legal(lost)) != line.subject) return false;
    any = true;
  }
  return any;
}

/// The wrong ones first: they refute most bugs. None if a move cannot be read.
std::vector<Leaf> leaves_of(const CountedPosition& counted) {
  std::vector<Leaf> leaves;
  const auto position = admitted(counted.root);
  if (!position || may_have_lost_rights(counted, *position)) return leaves;
  for (const bool right : {false, true})
    for (const CountedLine& line : counted.lines) {
      if ((line.subject == line.reference) != right) continue;
      Line after(*position);
      if (!after.push_text(line.move)) return {};
      leaves.push_back({reference::question_at(root_of(after.position()), {}, 1), line.subject});
    }
  return leaves;
}

bool gives(BugId bug, const std::vector<Leaf>& leaves) {
  const auto model = zoo::make_zoo_generator(zoo::BugSet(bug));
  return std::ranges::all_of(leaves, [&](const Leaf& leaf) {
    const auto answer = model->divide(leaf.question, {});
    return answer && answer->total == leaf.subject;
  });
}

}  // namespace

std::vector<BugId> bugs_of_counted_moves(const CountedPosition& counted) {
  std::vector<BugId> found;
  if (counted.depth != 2 || counted.other_moves) return found;
  const std::vector<Leaf> leaves = leaves_of(counted);
  if (leaves.empty()) return found;
  for (const Hypothesis& each : all_hypotheses()) {
    if (each.only || bug_of(each).cause() != Cause::Generation) continue;
    if (gives(each.bug, leaves)) found.push_back(each.bug);
  }
  return found;
}

bool gives_counted_moves(BugId bug, const CountedPosition& counted) {
  return !counted.other_moves && gives(bug, leaves_of(counted));
}

}  // namespace perft_verify::verifier
