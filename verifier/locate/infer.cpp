#include "verifier/locate/infer.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>

#include "reference/uci/board_text.h"

namespace perft_verify::verifier {

using reference::Generator;
using reference::Question;

namespace {

/// Depths that distinguish moves; deeper ones cost more than they gain.
constexpr int kDeepest = 3;
constexpr std::size_t kMostSolutions = 100;
constexpr std::size_t kMostInASet = 4;

/// Below each move: its counts at depths 1, 2, … as seen from the position (so 1, replies, …).
using Fingerprint = std::array<std::int64_t, kDeepest>;

std::optional<std::uint64_t> total_at(Generator& subject, Question question, int depth,
                                      const std::stop_token& stop) {
  question.depth = depth;
  question.known_moves.clear();
  const auto answer = subject.divide(question, stop);
  if (!answer) return std::nullopt;
  return answer->total;
}

/// The subject's counts below `move`.
std::optional<Fingerprint> fingerprint(Generator& subject, const Question& position,
                                       const std::string& move, const std::stop_token& stop) {
  Question after = position;
  after.moves.push_back(move);
  Fingerprint print{1};
  for (int depth = 1; depth < kDeepest; ++depth) {
    const auto total = total_at(subject, after, depth, stop);
    if (!total) return std::nullopt;
    print[static_cast<std::size_t>(depth)] = static_cast<std::int64_t>(*total);
  }
  return print;
}

struct Candidate {
  std::string move;
  Fingerprint print;
};

/// All sets of `count` candidates whose fingerprints add up to `wanted`.
std::vector<std::vector<std::string>> sets_that_fit(const std::vector<Candidate>& candidates,
                                                    std::size_t count, const Fingerprint& wanted) {
  std::vector<std::vector<std::string>> found;
  std::vector<std::string> chosen;
  std::size_t steps = 0;
  const std::function<void(std::size_t, Fingerprint)> choose = [&](std::size_t from,
                                                                   Fingerprint rest) {
    if (found.size() >= kMostSolutions || ++steps > 5'000'000) return;
    if (chosen.size() == count) {
      if (std::ranges::all_of(rest, [](std::int64_t each) { return each == 0; }))
        found.push_back(chosen);
      return;
    }
    for (std::size_t at = from; at < candidates.size(); ++at) {
      Fingerprint left = rest;
      bool fits = true;
      for (std::size_t depth = 0; depth < left.size(); ++depth) {
        left[depth] -= candidates[at].print[depth];
        fits = fits && left[depth] >= 0;
      }
      if (!fits) continue;
      chosen.push_back(candidates[at].move);
      choose(at + 1, left);
      chosen.pop_back();
    }
  };
  if (count <= kMostInASet) choose(0, wanted);
  return found;
}

/// The moves that a faulty generator could produce there: everything along the lines of each piece,
/// through any pieces between, and castling.
std::vector<std::string> conceivable_moves(const reference::BoardFacts& facts) {
  std::vector<std::string> moves;
  const Color us = facts.side_to_move;
  const auto at = [&](int square) { return facts.placement[static_cast<std::size_t>(square)]; };
  for (int from = 0; from < kSquareCount; ++from) {
    const auto piece = at(from);
    if (!piece || piece->color != us) continue;
    for (int to = 0; to < kSquareCount; ++to) {
      if (to == from || at(to) == Piece{~us, PieceType::King}) continue;
      const int files = std::abs(to % 8 - from % 8);
      const int ranks = std::abs(to / 8 - from / 8);
      const bool straight = files == 0 || ranks == 0;
      const bool diagonal = files == ranks;
      const int forward = (to / 8 - from / 8) * (us == Color::White ? 1 : -1);
      bool conceivable = false;
      switch (piece->type) {
        case PieceType::Pawn:
          conceivable =
              (files == 0 && (forward == 1 || forward == 2)) || (files == 1 && forward == 1);
          break;
        case PieceType::Knight:
          conceivable = files * ranks == 2;
          break;
        case PieceType::Bishop:
          conceivable = diagonal;
          break;
        case PieceType::Rook:
          conceivable = straight;
          break;
        case PieceType::Queen:
          conceivable = straight || diagonal;
          break;
        case PieceType::King:
          conceivable = (files <= 1 && ranks <= 1) || (ranks == 0 && files == 2);
          break;
      }
      if (!conceivable) continue;
      const std::string text = to_string(square_at(from)) + to_string(square_at(to));
      const bool last_rank = to / 8 == (us == Color::White ? 7 : 0);
      if (piece->type != PieceType::Pawn || !last_rank) {
        moves.push_back(text);
      } else {
        for (const char letter : {'b', 'n', 'q', 'r'}) moves.push_back(text + letter);
      }
    }
  }
  return moves;
}

}  // namespace

InferredMoves infer_moves(Generator& subject, const Question& question, const std::string& fen,
                          const std::vector<std::string>& legal, std::uint64_t total,
                          const std::stop_token& stop) {
  const bool too_many = total > legal.size();
  const std::uint64_t count = too_many ? total - legal.size() : legal.size() - total;
  InferredMoves inferred;
  inferred.told_by = {total, legal.size(), WrongNumberOfMoves::Which::NotAsked, kDeepest, {}};
  using Which = WrongNumberOfMoves::Which;
  const auto open = [&](Which which) {
    inferred.told_by.which = which;
    return inferred;
  };
  if (total == 0) {
    inferred.missing = legal;
    return open(Which::All);
  }

  // The surplus or deficit of its totals, depth by depth.
  Fingerprint difference{static_cast<std::int64_t>(count)};
  std::vector<Candidate> children;
  for (const std::string& move : legal) {
    const auto print = fingerprint(subject, question, move, stop);
    if (!print) return open(Which::NotAsked);
    children.push_back({move, *print});
  }
  for (int depth = 2; depth <= kDeepest; ++depth) {
    const auto here = total_at(subject, question, depth, stop);
    if (!here) return open(Which::NotAsked);
    std::int64_t sum = 0;
    for (const Candidate& child : children) sum += child.print[static_cast<std::size_t>(depth) - 1];
    const std::int64_t surplus = static_cast<std::int64_t>(*here) - sum;
    difference[static_cast<std::size_t>(depth) - 1] = too_many ? surplus : -surplus;
  }

  // A move that is missing would be missing from the counts of more plies, too.
  const bool ends_game = std::ranges::any_of(
      children, [](const Candidate& child) { return child.print[1] == 0 || child.print[2] == 0; });
  if (!too_many && !ends_game && difference[1] == 0 && difference[2] == 0)
    return open(Which::NoneBelow);

  std::vector<Candidate> candidates;
  if (too_many) {
    const auto facts = reference::board_facts(fen);
    if (!facts || !subject.plays_moves()) return open(Which::NotFromTotals);
    const std::set<std::string> known(legal.begin(), legal.end());
    for (const std::string& move : conceivable_moves(*facts)) {
      if (known.contains(move)) continue;
      // Uses its own answer after that move: if it would not play the move, its position stays.
      const auto print = fingerprint(subject, question, move, stop);
      if (stop.stop_requested()) return open(Which::NotAsked);
      if (print) candidates.push_back({move, *print});
    }
  } else {
    candidates = std::move(children);
  }
  inferred.told_by.sets = sets_that_fit(candidates, static_cast<std::size_t>(count), difference);
  const auto& sets = inferred.told_by.sets;
  if (sets.empty()) return open(count > kMostInASet ? Which::TooMany : Which::NoSet);
  if (sets.size() > 1) return open(Which::SeveralSets);
  (too_many ? inferred.illegal : inferred.missing) = sets.front();
  return open(Which::OneSet);
}

}  // namespace perft_verify::verifier
