#include "verifier/classify/table_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string>
#include <vector>

#include "reference/mailbox/mailbox_generator.h"

namespace perft_verify::verifier {
namespace {

using reference::Question;

/// Some tables are not asked about the root, nor about the last plies: the positions that look the
/// same are one ply below the roots, or more, and have three plies below them.
struct Pair {
  BugId bug;
  Question first;
  Question second;
};

Pair pair_of(BugId bug, const char* root, std::vector<std::string> first, int first_depth,
             std::vector<std::string> second, int second_depth) {
  return {bug, reference::question_at(standard(root), std::move(first), first_depth),
          reference::question_at(standard(root), std::move(second), second_depth)};
}

/// The same position at two depths. No king can lose a move, so that nothing else differs.
Pair of_depth() {
  return pair_of(BugId::HashOmitsDepth, "7k/8/8/p1p5/P1P5/PBP5/PPP5/KB4N1 w - - 0 1", {}, 4, {}, 3);
}

/// Moves lead to both, since a key that is right from the FEN may be updated wrongly.
std::array<Pair, 3> of_fields() {
  return {pair_of(BugId::HashOmitsCastling, "4k3/8/8/8/8/8/P7/4K2R w K - 0 1", {}, 4,
                  {"e1f1", "e8f8", "f1e1", "f8e8"}, 4),
          pair_of(BugId::HashOmitsEp, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", {}, 5,
                  {"d7d5", "e1d1", "e8d8", "d1e1"}, 5),
          pair_of(BugId::HashOmitsSide, "7k/8/8/8/8/8/8/K1R5 w - - 0 1", {}, 4,
                  {"a1a2", "h8h7", "a2b1"}, 4)};
}

/// The same for a table that is not asked about the last plies. Without the side to move, too, it
/// takes some positions for others.
Pair of_greater_depth() {
  return pair_of(BugId::HashOmitsDepth, "7k/8/8/8/8/8/8/K1R5 w - - 0 1", {}, 5, {}, 4);
}

std::string words_of(const Question& question) {
  return fmt::format("{}{}{} to depth {}", question.root.fen,
                     question.moves.empty() ? "" : " moves ", fmt::join(question.moves, " "),
                     question.depth);
}

std::optional<std::uint64_t> total_now(const Question& question, ProbedSubject& probed) {
  const auto answer = probed.answer_now(question);
  return answer ? std::optional(answer->total) : std::nullopt;
}

/// The wrong total that the second question gets after the first one, in words. Asked
/// twice without the first one, it is right both times: a key that drifts would spoil the second.
std::optional<std::string> confused(const Pair& pair, ProbedSubject& probed) {
  const auto mailbox = mailbox::make_mailbox_generator();
  const auto right = mailbox->divide(pair.second, probed.stop());
  if (!right) return std::nullopt;
  probed.subject().restart();
  for (int asked = 0; asked < 2; ++asked)
    if (total_now(pair.second, probed) != right->total) return std::nullopt;
  probed.subject().restart();
  if (!total_now(pair.first, probed)) return std::nullopt;
  const auto after = total_now(pair.second, probed);
  if (!after || *after == right->total) return std::nullopt;
  return fmt::format("asked for {} after {}, it counts {} instead of {}", words_of(pair.second),
                     words_of(pair.first), *after, right->total);
}

}  // namespace

std::optional<Classification> field_left_out(ProbedSubject& probed) {
  if (!probed.subject().plays_moves()) return std::nullopt;
  const auto certain = [](const Pair& pair, std::string words) {
    return Classification{.bug_class = pair.bug, .note = std::move(words)};
  };
  // Entries of another depth spoil all other answers as well.
  if (auto words = confused(of_depth(), probed)) return certain(of_depth(), std::move(*words));
  Classification found;
  for (const Pair& pair : of_fields())
    if (auto words = confused(pair, probed)) {
      found.candidates.push_back(pair.bug);
      found.note = std::move(*words);
    }
  if (found.candidates.size() > 1) return found;
  if (found.candidates.size() == 1)
    return Classification{.bug_class = found.candidates.front(), .note = found.note};
  if (auto words = confused(of_greater_depth(), probed))
    return certain(of_greater_depth(), std::move(*words));
  return std::nullopt;
}

}  // namespace perft_verify::verifier
