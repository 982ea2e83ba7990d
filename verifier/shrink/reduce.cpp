#include "verifier/shrink/reduce.h"

#include <algorithm>

#include "core/counting/perft.h"
#include "core/fen.h"
#include "core/line.h"
#include "verifier/shrink/symptom.h"

namespace perft_verify::verifier {
namespace {

/// The result reached by then must do, on every machine.
constexpr std::size_t kMostTests = 400;
/// The limit where each test needs a fresh process and a bisection.
constexpr std::size_t kMostTestsWithHistory = 25;
/// The limit where a test costs the life of a process.
constexpr std::size_t kMostTestsOfCrash = 100;
/// For one question: a slow engine takes seconds for it, and a counter of 16 bits overflows.
constexpr std::uint64_t kMostNodes = 200'000;

/// Fewer pieces have more room: a count is not to grow beyond that, or beyond so many times itself.
constexpr std::uint64_t kFewNodes = 10'000;
constexpr std::uint64_t kMostGrowth = 4;

/// Counts with the linked core, depth by depth: this only affects the cost of a question.
bool is_larger_than(std::uint64_t nodes, const ReduceCandidate& candidate) {
  const Position position(candidate.parts);
  for (int depth = 1; depth <= candidate.depth; ++depth)
    if (const auto counted = perft(position, depth); !counted || *counted > nodes) return true;
  return false;
}

/// The most nodes that a smaller position may have in place of `start`.
std::uint64_t most_nodes(const ReduceCandidate& start) {
  const auto nodes = perft(Position(start.parts), start.depth);
  return std::max(kFewNodes, kMostGrowth * nodes.value_or(0));
}

class Reducer {
 public:
  Reducer(Symptom& symptom, ReduceCandidate start, std::size_t most_tests)
      : symptom_(symptom),
        best_(std::move(start)),
        most_tests_(most_tests),
        most_nodes_(most_nodes(best_)) {}

  ReduceCandidate run() {
    bool smaller = true;
    while (smaller && !exhausted()) {
      smaller = false;
      smaller |= lower_depth();
      smaller |= drop_state();
      smaller |= drop_moves();
      smaller |= drop_pieces();
    }
    return best_;
  }

 private:
  [[nodiscard]] bool exhausted() const { return symptom_.tests() >= most_tests_; }

  bool take(const ReduceCandidate& candidate) {
    if (exhausted() || (candidate.depth > 1 && is_larger_than(most_nodes_, candidate)) ||
        !symptom_.shows(candidate))
      return false;
    best_ = candidate;
    return true;
  }

  bool drop_state() {
    bool smaller = false;
    if (best_.parts.halfmove_clock != 0 || best_.parts.fullmove_number != 1) {
      ReduceCandidate candidate = best_;
      candidate.parts.halfmove_clock = 0;
      candidate.parts.fullmove_number = 1;
      smaller |= take(candidate);
    }
    if (best_.parts.en_passant) {
      ReduceCandidate candidate = best_;
      candidate.parts.en_passant.reset();
      smaller |= take(candidate);
    }
    for (const Color color : kColors) {
      for (const CastlingSide side : kCastlingSides) {
        if (!best_.parts.castling.rook(color, side)) continue;
        ReduceCandidate candidate = best_;
        candidate.parts.castling.remove(color, side);
        smaller |= take(candidate);
      }
    }
    return smaller;
  }

  /// Drops a move of each side, somewhere on the way.
  bool drop_moves() {
    bool smaller = false;
    for (std::size_t at = 0; at + 1 < best_.moves.size();) {
      ReduceCandidate candidate = best_;
      const auto first = candidate.moves.begin() + static_cast<std::ptrdiff_t>(at);
      candidate.moves.erase(first, first + 2);
      if (take(candidate)) {
        smaller = true;
      } else {
        ++at;
      }
    }
    return smaller;
  }

  /// Drops halves, quarters, …, then single pieces.
  bool drop_pieces() {
    bool smaller = false;
    for (std::size_t size = best_.removable().size() / 2; size > 0; size /= 2) {
      bool again = true;
      while (again && !exhausted()) {
        again = false;
        const std::vector<Square> squares = best_.removable();
        for (std::size_t at = 0; at < squares.size(); at += size) {
          ReduceCandidate candidate = best_;
          for (std::size_t each = at; each < std::min(at + size, squares.size()); ++each)
            remove(candidate, squares[each]);
          if (take(candidate)) {
            smaller = again = true;
            break;
          }
        }
        if (size > 1) again = false;
      }
    }
    return smaller;
  }

  static void remove(ReduceCandidate& candidate, Square square) {
    candidate.parts.clear(square);
    for (const Color color : kColors)
      if (const auto side = candidate.parts.castling.side_of(color, square))
        candidate.parts.castling.remove(color, *side);
  }

  bool lower_depth() {
    if (best_.depth <= 2) return false;
    ReduceCandidate candidate = best_;
    --candidate.depth;
    return take(candidate);
  }

  Symptom& symptom_;
  ReduceCandidate best_;
  std::size_t most_tests_;
  std::uint64_t most_nodes_;  // of a question
};

/// The positions from the root to a fault that needs its history, the last one first.
std::vector<ReduceCandidate> on_the_way(const Finding& finding) {
  std::vector<ReduceCandidate> starts;
  const auto root = admitted(finding.root);
  if (!root) return starts;
  Line line(*root);
  int depth = static_cast<int>(finding.path.size()) + finding.divide_depth;
  for (const std::string& move : finding.path) {
    if (auto start = candidate_of(root_of(line.position()), {}, depth--))
      starts.push_back(std::move(*start));
    if (!line.push_text(move)) return {};
  }
  std::ranges::reverse(starts);
  return starts;
}

/// The positions where a finding's fault may show from a FEN, the likeliest first.
std::vector<ReduceCandidate> starts_of(const Finding& finding) {
  const auto only = [&](const Root& root, std::vector<std::string> moves, int depth) {
    std::vector<ReduceCandidate> starts;
    if (auto start = candidate_of(root, std::move(moves), depth))
      starts.push_back(std::move(*start));
    return starts;
  };
  // Nobody counts through more moves than that: a game may have played on for long.
  constexpr std::size_t kMostMoves = 7;
  const auto without_large = [](std::vector<ReduceCandidate> starts) {
    std::erase_if(starts,
                  [](const ReduceCandidate& start) { return is_larger_than(kMostNodes, start); });
    return starts;
  };
  if (fails_while_counting(finding)) {
    const reference::Question& asked = *finding.failed_on;
    return asked.moves.size() > kMostMoves
               ? std::vector<ReduceCandidate>()
               : without_large(only(asked.root, asked.moves, asked.depth));
  }
  if (is_failure(finding.kind) || finding.kind == FindingKind::RejectedPosition ||
      finding.kind == FindingKind::WrongState)
    return {};
  if (finding.cause == Cause::Make)
    return finding.culprit_fen.empty() || finding.culprit_moves.size() > kMostMoves
               ? std::vector<ReduceCandidate>()
               : only(finding.before_culprit(), finding.culprit_moves, 1);
  if (finding.cause == Cause::Generation) return only(finding.here(), {}, 1);
  if (!finding.counts) return {};
  std::vector<ReduceCandidate> starts =
      only({finding.reproduce_fen, finding.root.chess960}, {}, finding.reproduce_depth);
  if (needs_its_history(finding)) {
    std::vector<ReduceCandidate> nearer = on_the_way(finding);
    starts.insert(starts.begin(), nearer.begin(), nearer.end());
  }
  return without_large(std::move(starts));
}

}  // namespace

std::optional<Reduction> reduce(reference::Generator& subject, reference::Generator& reference,
                                const Finding& finding, const std::stop_token& stop,
                                std::size_t& asked) {
  const std::vector<ReduceCandidate> starts = starts_of(finding);
  const std::size_t most_tests = is_failure(finding.kind)     ? kMostTestsOfCrash
                                 : needs_its_history(finding) ? kMostTestsWithHistory
                                                              : kMostTests;
  Symptom symptom(subject, reference, finding, stop);
  const auto start = std::ranges::find_if(
      starts, [&](const ReduceCandidate& each) { return symptom.shows(each); });
  if (start == starts.end()) {
    asked += symptom.questions();
    return std::nullopt;
  }
  const ReduceCandidate least = Reducer(symptom, *start, most_tests).run();
  const bool confirmed = symptom.shows_when_fresh(least);
  asked += symptom.questions();
  if (!confirmed) return std::nullopt;
  Reduction reduction;
  const Root root = least.root().value();
  reduction.fen = root.fen;
  reduction.moves = least.moves;
  reduction.depth = static_cast<int>(least.moves.size()) + least.depth;
  reduction.pieces = least.pieces();
  reduction.wrong = symptom.in_words();
  const auto right =
      ask_reference(reference, reference::question_at(root, {}, reduction.depth), stop);
  if (!right) return std::nullopt;
  reduction.nodes = right->total;
  return reduction;
}

}  // namespace perft_verify::verifier
