#include "verifier/finding/difference.h"

namespace perft_verify::verifier {

std::vector<std::string> moves_of(const reference::Divide& divide) {
  std::vector<std::string> moves;
  moves.reserve(divide.lines.size());
  for (const auto& line : divide.lines) moves.push_back(line.move);
  return moves;
}

DivideDifference difference(const reference::Divide& subject, const reference::Divide& reference) {
  DivideDifference result;
  std::size_t ours = 0;
  std::size_t theirs = 0;
  while (ours < subject.lines.size() || theirs < reference.lines.size()) {
    const bool ours_left = ours < subject.lines.size();
    const bool theirs_left = theirs < reference.lines.size();
    if (theirs_left && (!ours_left || reference.lines[theirs].move < subject.lines[ours].move)) {
      result.missing.push_back(reference.lines[theirs++].move);
      continue;
    }
    const auto& line = subject.lines[ours];
    const bool known = theirs_left && reference.lines[theirs].move == line.move;
    if (!known) {
      result.illegal.push_back(line.move);
    } else if (reference.lines[theirs].nodes != line.nodes) {
      result.counts.push_back({line.move, line.nodes, reference.lines[theirs].nodes});
    }
    std::size_t next = ours + 1;
    while (next < subject.lines.size() && subject.lines[next].move == line.move) ++next;
    if (next - ours > 1) result.duplicate.push_back(line.move);
    ours = next;
    if (known) ++theirs;
  }
  result.totals = subject.total != reference.total;
  result.sum = subject.total != sum_of_lines(subject);
  return result;
}

bool agree(const reference::Divide& subject, const reference::Divide& reference, bool totals_only) {
  const DivideDifference differs = difference(subject, reference);
  return totals_only ? !differs.totals : !differs.any();
}

}  // namespace perft_verify::verifier
