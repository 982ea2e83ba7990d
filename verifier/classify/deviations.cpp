#include "verifier/classify/deviations.h"

#include <algorithm>

#include "verifier/finding/difference.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {

using Kind = Deviation::Kind;

Deviations deviations_of(const reference::Divide& answer, const reference::Divide& right,
                         bool totals_only) {
  if (totals_only)
    return answer.total == right.total ? Deviations{} : Deviations{{Kind::Total, "", answer.total}};
  const DivideDifference differs = difference(answer, right);
  Deviations found;
  for (const std::string& move : differs.illegal) found.push_back({Kind::Illegal, move, 0});
  for (const std::string& move : differs.missing) found.push_back({Kind::Missing, move, 0});
  for (const std::string& move : differs.duplicate) found.push_back({Kind::Duplicate, move, 0});
  for (const CountDifference& line : differs.counts)
    found.push_back({Kind::Count, line.move, line.subject});
  if (differs.sum) found.push_back({Kind::Total, "", answer.total});
  std::ranges::sort(found);
  return found;
}

Deviations deviations_of_board(const std::string& shown, const Root& right) {
  const auto differs = state_difference(right, shown);
  if (!differs) return {{Kind::Board, "unreadable", 0}};
  Deviations found;
  const auto add = [&found](bool wrong, const char* field) {
    if (wrong) found.push_back({Kind::Board, field, 0});
  };
  add(differs->of_en_passant(), "ep");
  add(!differs->squares.empty(), "pieces");
  add(differs->of_rights(), "rights");
  add(differs->side_to_move, "side");
  return found;
}

WrongMoves wrong_moves_of(const Deviations& deviations) {
  WrongMoves wrong;
  for (const Deviation& each : deviations) {
    if (each.kind == Kind::Illegal) wrong.illegal.push_back(each.what);
    if (each.kind == Kind::Missing) wrong.missing.push_back(each.what);
    if (each.kind == Kind::Duplicate) wrong.duplicate.push_back(each.what);
  }
  return wrong;
}

Deviations shared(const Deviations& some, const Deviations& others) {
  Deviations both;
  std::ranges::set_intersection(some, others, std::back_inserter(both));
  return both;
}

Deviations only_in(const Deviations& some, const Deviations& others) {
  Deviations only;
  std::ranges::set_difference(some, others, std::back_inserter(only));
  return only;
}

Deviations together(const Deviations& some, const Deviations& others) {
  Deviations all;
  std::ranges::set_union(some, others, std::back_inserter(all));
  return all;
}

bool includes(const Deviations& all, const Deviations& some) {
  return std::ranges::includes(all, some);
}

}  // namespace perft_verify::verifier
