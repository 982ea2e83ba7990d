#include "verifier/finding/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/fen.h"
#include "core/rules/move_facts.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMostExplained = 3;

std::string explain_illegal(const Position& position, const std::string& move) {
  const auto why = why_illegal(position, move);
  return why ? fmt::format("{} is illegal: {}", move, why->sentence)
             : fmt::format("{} is not in the reference's list, though core finds it legal", move);
}

std::string listed(const std::vector<std::string>& moves) {
  constexpr std::size_t kMostListed = 8;
  if (moves.size() <= kMostListed) return fmt::format("{}", fmt::join(moves, ", "));
  return fmt::format("{} and {} more", fmt::join(moves.begin(), moves.begin() + kMostListed, ", "),
                     moves.size() - kMostListed);
}

}  // namespace

std::string explain_moves(const std::string& fen, bool chess960, const WrongMoves& wrong) {
  const auto parsed = parse_fen(fen, {.chess960 = chess960 ? Chess960::On : Chess960::Off});
  std::vector<std::string> sentences;
  for (std::size_t at = 0; at < wrong.illegal.size() && at < kMostExplained; ++at)
    sentences.push_back(parsed ? explain_illegal(parsed->position, wrong.illegal[at])
                               : fmt::format("{} is illegal", wrong.illegal[at]));
  if (wrong.illegal.size() > kMostExplained)
    sentences.push_back(
        fmt::format("{} more illegal moves", wrong.illegal.size() - kMostExplained));
  if (!wrong.missing.empty()) {
    sentences.push_back(fmt::format("{} {} legal and missing", listed(wrong.missing),
                                    wrong.missing.size() == 1 ? "is" : "are"));
    const std::string& first = wrong.missing.front();
    const auto facts = parsed ? move_facts(parsed->position, first) : std::nullopt;
    if (facts && facts->legal)
      sentences.back() += fmt::format(" ({}{})", wrong.missing.size() == 1 ? "" : first + ": ",
                                      why_legal(parsed->position, *facts));
  }
  if (!wrong.duplicate.empty())
    sentences.push_back(fmt::format("{} {} listed more than once", listed(wrong.duplicate),
                                    wrong.duplicate.size() == 1 ? "is" : "are"));
  return fmt::format("{}", fmt::join(sentences, "; "));
}

}  // namespace perft_verify::verifier
