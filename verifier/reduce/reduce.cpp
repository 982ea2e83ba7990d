#include "verifier/reduce/reduce.h"

#include <algorithm>
#include <chrono>

#include "verifier/reduce/symptom.h"

namespace perft_verify::verifier {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostTests = 1'500;
/// For engines that need long for a question: what has been reached by then has to do.
constexpr std::chrono::seconds kPatience{3};
constexpr std::uint64_t kMostNodes = 50'000;  // of one question

class Reducer {
 public:
  Reducer(Symptom& symptom, ReduceCandidate start)
      : symptom_(symptom), best_(std::move(start)), end_(Clock::now() + kPatience) {}

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
  [[nodiscard]] bool exhausted() const {
    return symptom_.tests() >= kMostTests || Clock::now() > end_;
  }

  bool take(const ReduceCandidate& candidate) {
    if (exhausted() || !symptom_.shows(candidate)) return false;
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

  /// A move of each side, somewhere on the way.
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

  /// Halves, quarters, …, then one by one.
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
    candidate.parts.placement[static_cast<std::size_t>(square)].reset();
    for (const Color color : kColors)
      for (const CastlingSide side : kCastlingSides)
        if (candidate.parts.castling.rook(color, side) == square)
          candidate.parts.castling.remove(color, side);
  }

  bool lower_depth() {
    if (best_.depth <= 2) return false;
    ReduceCandidate candidate = best_;
    --candidate.depth;
    return take(candidate);
  }

  Symptom& symptom_;
  ReduceCandidate best_;
  Clock::time_point end_;
};

/// Where the fault of a finding shows from a FEN; nothing if it does not.
std::optional<ReduceCandidate> start_of(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::Crash:
    case FindingKind::Timeout:
    case FindingKind::Protocol:
    case FindingKind::RejectedPosition:
    case FindingKind::WrongState:
      return std::nullopt;
    default:
      break;
  }
  if (finding.cause == Cause::Make) {
    if (finding.culprit_fen.empty()) return std::nullopt;
    return candidate_of(finding.culprit_fen, finding.chess960, finding.culprit_moves, 1);
  }
  if (finding.cause == Cause::Generation) return candidate_of(finding.fen, finding.chess960, {}, 1);
  // What needs its history, or only shows after other questions, stays as it is.
  if (!finding.counts || finding.reproduce_fen != finding.fen) return std::nullopt;
  if (finding.counts->reference > kMostNodes) return std::nullopt;
  return candidate_of(finding.fen, finding.chess960, {}, finding.divide_depth);
}

}  // namespace

std::optional<Reduction> reduce(reference::Generator& subject, reference::Generator& reference,
                                const Finding& finding, const std::stop_token& stop) {
  const auto start = start_of(finding);
  if (!start) return std::nullopt;
  Symptom symptom(subject, reference, finding, stop);
  if (!symptom.shows(*start)) return std::nullopt;
  const ReduceCandidate least = Reducer(symptom, *start).run();
  if (!symptom.shows_when_fresh(least)) return std::nullopt;
  Reduction reduction;
  reduction.fen = *least.fen();
  reduction.moves = least.moves;
  reduction.depth = static_cast<int>(least.moves.size()) + least.depth;
  reduction.pieces = least.pieces();
  reduction.wrong = symptom.in_words();
  const reference::Question question{.root = reduction.fen,
                                     .chess960 = finding.chess960,
                                     .moves = {},
                                     .depth = reduction.depth,
                                     .expected_nodes = 0,
                                     .known_moves = {}};
  const auto right = ask_reference(reference, question, stop);
  if (!right) return std::nullopt;
  reduction.nodes = right->total;
  return reduction;
}

}  // namespace perft_verify::verifier
