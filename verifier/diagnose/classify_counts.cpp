#include "verifier/diagnose/classify_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "core/contains.h"
#include "core/fen.h"
#include "core/line.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/counts/boards_left_behind.h"
#include "verifier/classify/counts/counting.h"
#include "verifier/classify/counts/miscounts.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/positions/neighbors.h"
#include "verifier/classify/positions/probes.h"
#include "verifier/classify/positions/retraction.h"
#include "verifier/classify/restoring/king_square.h"
#include "verifier/classify/restoring/trials.h"
#include "verifier/diagnose/counted_moves.h"

namespace perft_verify::verifier {
namespace {

/// The classes of the bugs that give all other answers of the subject, if none of them is this one;
/// of counts like those of a table, the classes of tables. Bugs that give its lists of moves alone
/// say nothing of counts.
std::vector<BugId> known_instead_of(BugId bug_class, const Finding& finding,
                                    ProbedSubject& probed) {
  if (!probed.explained().counts) return {};
  std::set<BugId> known;
  for (const Explanation& set : probed.explained().sets)
    for (const Hypothesis& each : set.bugs) known.insert(bug_of(each).bug_class());
  if (known.contains(bug_class)) return {};
  const auto is_of_table = [](BugId each) { return entry_of(each).cause == Cause::Hash; };
  if (finding.cause == Cause::Hash && std::ranges::any_of(known, is_of_table))
    std::erase_if(known, std::not_fn(is_of_table));
  return {known.begin(), known.end()};
}

/// Positions where little is made and taken back before the last ply, and all kinds of moves are
/// counted there: a miscount shows, and what is put back wrongly does not.
constexpr const char* kPlainPositions[] = {
    "4k3/8/8/8/8/8/8/4K2R b K - 0 1",    "4k2r/8/8/8/8/8/8/4K3 w k - 0 1",
    "7k/P7/8/8/8/8/8/7K b - - 0 1",      "7k/8/8/8/8/8/p7/7K w - - 0 1",
    "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "k7/8/8/8/8/8/1r6/K7 w - - 0 1",
};

/// Drops the miscounts that are not among those of another position.
void keep_miscounts_of(std::vector<CountExplanation>& left,
                       const std::vector<CountExplanation>& there) {
  std::erase_if(left, [&](const CountExplanation& one) {
    return one.counting && std::ranges::none_of(
                               there, [&](const CountExplanation& other) { return other.is(one); });
  });
}

/// Drops the miscounts that do not give the subject's counts at the plain positions. Returns
/// whether those that are left could have been refuted: it answers there.
bool drop_refuted_miscounts(std::vector<CountExplanation>& left, ProbedSubject& probed) {
  bool answers = true;
  for (const char* const fen : kPlainPositions) {
    if (std::ranges::none_of(left, &CountExplanation::counting)) return true;
    const auto counted = probed.count_at(standard(fen), 2);
    answers = answers && counted;
    if (!counted || counted->other_moves) continue;
    keep_miscounts_of(left, miscounts(*counted));
  }
  return answers;
}

/// Black's king has no moves, and is in no piece's way.
constexpr const char* kPlainMoves = "7k/p4K1p/7P/8/8/8/2P5/1NBR4 w - - 0 1";

/// Each king keeps the other one from some squares.
constexpr const char* kPlainKings = "8/8/8/3k4/8/3K4/8/8 w - - 0 1";

/// Whether pieces that make plain moves there are taken back.
bool takes_back(const char* fen, ProbedSubject& probed) {
  constexpr int kDepth = 3;  // a piece that is not back moves from elsewhere
  return std::ranges::all_of(kColors, [&](Color color) {
    reference::Question question = reference::question_at(standard(fen), {}, kDepth);
    if (color == Color::Black) question = colors_flipped(std::move(question));
    const auto counted = probed.count_at(question.root, kDepth);
    return counted && counted->is_right();
  });
}

/// The classes of moves that are made wrong instead, where moves of these kinds may be taken back
/// wrongly: they spoil the same counts.
std::vector<BugId> made_wrong_instead(BugId bug_class, ProbedSubject& probed) {
  std::vector<BugId> classes;
  for (const Undo undo : undos_of(bug_class))
    for (const Color color : kColors) {
      const Root root = trial_of(undo, color).root;
      const std::vector<std::string> moves = moves_of(undo, *admitted(root));
      const auto is_made_wrong = [&](const std::string& move) {
        const auto after = probed.wrong_moves(root, {move});
        return after && after->any();
      };
      if (std::ranges::none_of(moves, is_made_wrong)) continue;
      for (const BugId each : making_candidates(root, moves)) add_once(classes, each);
    }
  return classes;
}

/// Drops the boards that are not left behind where nothing else stands in the way, and those that
/// would not show there.
void drop_refuted_boards(std::vector<CountExplanation>& left, const CountedPosition& seen,
                         ProbedSubject& probed) {
  std::erase_if(left, [&](const CountExplanation& one) {
    if (one.counting) return false;
    if (one.bug_class == BugId::UnmakeMovedPiece && takes_back(kPlainMoves, probed)) return true;
    if (one.bug_class == BugId::UnmakeKingSquare && takes_back(kPlainKings, probed)) return true;
    const std::set<Root> examples = bare_examples(seen, one);
    return examples.empty() || std::ranges::any_of(examples, [&](const Root& root) {
             const auto counted = probed.count_at(root, seen.depth);
             return counted && counted->is_right();
           });
  });
}

/// The smallest position known and some like it, with the depth at which the count is wrong.
std::pair<std::vector<Root>, int> small_positions(const Finding& finding) {
  constexpr std::size_t kMostPositions = 10;
  const bool reduced = finding.reduced && finding.reduced->moves.empty();
  const Root first{reduced ? finding.reduced->fen : finding.reproduce_fen, finding.root.chess960};
  std::vector<Root> roots{first};
  for (const Scene& each : neighbors_of(first))
    if (roots.size() < kMostPositions) roots.push_back(each.root);
  return {roots, reduced ? finding.reduced->depth : finding.reproduce_depth};
}

/// Whether a table may have stored each wrong count for another move.
bool are_of_other_moves(const CountedPosition& counted) {
  const auto is_wrong = [](const CountedLine& line) { return line.subject != line.reference; };
  return std::ranges::all_of(counted.lines, [&](const CountedLine& line) {
    return !is_wrong(line) || std::ranges::any_of(counted.lines, [&](const CountedLine& other) {
      return other.move != line.move && other.reference == line.subject;
    });
  });
}

/// The same of all small positions: one count that is of no other move refutes a table.
bool are_all_of_other_moves(const Finding& finding, ProbedSubject& probed) {
  const auto [roots, depth] = small_positions(finding);
  for (const Root& root : roots) {
    const auto counted = probed.count_at(root, depth);
    if (counted && !are_of_other_moves(*counted)) return false;
  }
  return true;
}

bool is_among(const CountExplanation& one, const std::vector<CountExplanation>& all) {
  return std::ranges::any_of(all, [&](const CountExplanation& other) { return other.is(one); });
}

/// The subject's counts at small positions, and the explanations that fit all of them.
struct ExplainedCounts {
  std::vector<CountExplanation> left;
  std::optional<CountedPosition> first;  // that is counted
  std::size_t wrong_lines = 0;
  bool all_accounted_for = true;  // no other moves are counted than are listed

  /// Takes in one more position. False if no explanation is left, or none is needed.
  bool take(const CountedPosition& counted) {
    all_accounted_for = all_accounted_for && !counted.other_moves;
    const auto wrong = static_cast<std::size_t>(std::ranges::count_if(
        counted.lines, [](const CountedLine& line) { return line.subject != line.reference; }));
    if (wrong == 0 && !first) return false;
    std::vector<CountExplanation> here = miscounts(counted);
    if (!first) {
      first = counted;
      if (here.empty()) here = unmaking_explanations(counted);
      left = std::move(here);
      wrong_lines = wrong;
      return true;
    }
    if (wrong == 0) {
      keep_miscounts_of(left, here);
      return true;
    }
    for (CountExplanation& more : unmaking_explanations(counted)) here.push_back(std::move(more));
    if (here.empty()) return true;  // more than one move may have spoiled the board
    wrong_lines += wrong;
    if (left.empty()) {
      std::erase_if(here, std::mem_fn(&CountExplanation::counting));
      left = std::move(here);
      return true;
    }
    std::erase_if(left, [&](const CountExplanation& one) { return !is_among(one, here); });
    return !left.empty();
  }

  [[nodiscard]] bool is_enough() const {
    constexpr std::size_t kEnoughLines = 3;
    return left.size() == 1 && !left.front().counting && wrong_lines >= kEnoughLines;
  }
};

/// Drops what other positions refute. False if a miscount could not be tried.
bool drop_refuted(ExplainedCounts& counts, ProbedSubject& probed) {
  auto& [left, first, wrong_lines, all_accounted_for] = counts;
  const bool refutable = drop_refuted_miscounts(left, probed);
  if (!first) return refutable;
  drop_refuted_boards(left, *first, probed);
  // A wrong count at the last ply also shows at depth 2; then a table is not the cause.
  if (first->depth > 2)
    std::erase_if(left, [&](const CountExplanation& one) {
      if (!one.counting) return false;
      const auto example = shallow_example(*first, one);
      const auto counted = example ? probed.count_at(*example, 2) : std::nullopt;
      return !counted || !is_among(one, miscounts(*counted));
    });
  return refutable;
}

/// Whether a miscount gives the counts of the finding's own position as well, as far as they can be
/// compared.
bool gives_counts_of(const Finding& finding, const CountExplanation& miscount) {
  if (!finding.subject_divide || !finding.reference_divide) return true;
  CountedPosition counted{finding.here(), finding.divide_depth, {}};
  for (const auto& [move, nodes] : finding.reference_divide->lines) {
    const auto& lines = finding.subject_divide->lines;
    const auto ours = std::ranges::find(lines, move, &reference::RootCount::move);
    if (ours == lines.end()) return true;
    counted.lines.push_back({move, ours->nodes, nodes});
  }
  return !parsed(counted) || is_among(miscount, miscounts(counted));
}

/// Whether castling that is tried leaves something else behind than a lost right.
bool castling_leaves_more_than_rights(ProbedSubject& probed) {
  return !probed.totals_only() && std::ranges::any_of(kColors, [&](Color color) {
    return std::ranges::any_of(trials_of(Undo::Castling, color), [&](const auto& trial) {
      const auto again = other_list(trial, probed);
      const Position before = *admitted(trial.root);
      return again && *again != wrong_with(without(NeededField::CastlingRights, before), before);
    });
  });
}

/// The classes that may have given the counts of a class by chance, or by other means.
std::vector<BugId> possible_instead(BugId bug_class, const Finding& finding,
                                    ProbedSubject& probed) {
  if (auto known = known_instead_of(bug_class, finding, probed); !known.empty()) return known;
  // Counts that are wrong from some depth on, as with a table, may be those of a class by chance.
  if (finding.cause != Cause::Count && reason_of<RightBelowDepth>(finding) &&
      probed.counts_right_despite(bug_class))
    return {bug_class, BugId::HashCollision};
  if (bug_class == BugId::UnmakeCastlingRights && castling_leaves_more_than_rights(probed))
    return {BugId::UnmakeCastlingRook, BugId::UnmakeCastlingRights};
  // The counts of moves that are tested for another king are those of any board.
  if (bug_class == BugId::UnmakeMovedPiece && !probed.totals_only() &&
      std::ranges::any_of(kColors,
                          [&](Color color) { return leaves_king_elsewhere(color, probed); }))
    return {BugId::UnmakeKingSquare, BugId::UnmakeMovedPiece};
  return {};
}

/// Compares the subject's counts at small positions with those on a board that unmaking a move has
/// spoiled. Where one position leaves several of these explanations, others decide.
std::optional<Classification> by_counts(const Finding& finding, bool may_be_of_table,
                                        ProbedSubject& probed) {
  const auto [roots, depth] = small_positions(finding);
  ExplainedCounts counts;
  for (const Root& root : roots) {
    if (counts.is_enough()) break;
    const auto counted = probed.count_at(root, depth);
    if (counted && !counts.take(*counted)) return std::nullopt;
  }
  const bool refutable = drop_refuted(counts, probed);
  std::vector<CountExplanation>& left = counts.left;
  if (left.empty()) return std::nullopt;
  const auto contradicted = std::ranges::stable_partition(left, [&](const CountExplanation& each) {
    return !each.counting || gives_counts_of(finding, each);
  });
  const bool gives_counts = contradicted.begin() != left.begin();
  // An engine that is given FENs only may have made the move wrong, with the same counts.
  const bool plays_moves = probed.subject().plays_moves();
  Classification candidates;
  for (const CountExplanation& each : left) add_once(candidates.candidates, each.bug_class);
  if (!plays_moves)
    for (const CountExplanation& each : left)
      for (const BugId other : each.making_classes) add_once(candidates.candidates, other);
  const BugId bug_class = left.front().bug_class;
  const bool of_counting = left.front().counting;
  const bool certain = candidates.candidates.size() == 1 && counts.all_accounted_for &&
                       counts.wrong_lines >= 2 && (plays_moves || of_counting) && refutable &&
                       (of_counting ? gives_counts : !may_be_of_table);
  if (certain) {
    if (auto others = possible_instead(bug_class, finding, probed); !others.empty())
      return Classification{.candidates = std::move(others)};
    std::vector<BugId> made_wrong;
    if (plays_moves && !probed.totals_only()) made_wrong = made_wrong_instead(bug_class, probed);
    if (made_wrong.empty())
      return Classification{
          .bug_class = bug_class,
          .note = fmt::format("its counts are those of a generator where {}", left.front().text)};
    for (const BugId each : made_wrong) add_once(candidates.candidates, each);
  }
  if (may_be_of_table) candidates.candidates.push_back(BugId::HashCollision);
  return candidates;
}

Classification class_of_counts(const Finding& finding, ProbedSubject& probed) {
  const bool like_a_table = has_fact(finding, Fact::CountsOfOtherMoves);
  const bool may_be_of_table = like_a_table && are_all_of_other_moves(finding, probed);
  if (const auto found = by_counts(finding, may_be_of_table, probed)) return *found;
  Classification result = class_of_counted_moves(finding, probed);
  if (result.bug_class) return result;
  // Several bugs that fit this position are no better than the others.
  if (result.candidates.size() > 1) result.candidates.clear();
  // A count that is wrong only from some depth on may also be of a move that is taken back wrongly.
  const bool undecided =
      reason_of<RightBelowDepth>(finding) && !reason_of<AskedWithoutTable>(finding);
  const bool is_of_table = finding.cause == Cause::Hash;
  // From the FEN, a table would confuse the same positions.
  const bool is_of_moves = !is_of_table && reason_of<RightFromFen>(finding) != nullptr;
  if (is_of_table)
    for (const BugId each : table_candidates(finding)) add_once(result.candidates, each);
  if (!is_of_table || undecided) {
    const auto others = counting_candidates(
        finding.reduced ? finding.reduced_root() : finding.here(), finding.divide_depth,
        is_of_table || is_of_moves || (like_a_table && !may_be_of_table) ? Cause::Unmake
        : undecided                                                      ? Cause::Unknown
                                                                         : finding.cause);
    result.candidates.insert(result.candidates.end(), others.begin(), others.end());
  }
  if (is_of_moves) result.candidates.push_back(BugId::StaleStateByMoves);
  if (depends_on_questions_before(finding)) result.candidates.push_back(BugId::FenMisread);
  return result;
}

/// Positions where much happens at the last ply: castling, en passant, promotions, checks that
/// pinned pieces cannot answer, and captures by a king that is not in check.
constexpr const char* kRichPositions[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "4r2k/2b5/8/8/8/8/4N3/4K3 b - - 0 1",
    "5k1r/8/8/8/1b6/8/3N4/4K3 b - - 0 1",
    "4k3/4N3/8/8/8/8/8/4K2R w - - 0 1",
};

/// Whether it counts there as with that bug, whichever color is to move; not if it does not answer.
bool counts_as_with(BugId bug, ProbedSubject& probed) {
  constexpr int kDepth = 2;
  return std::ranges::all_of(kRichPositions, [&](const char* fen) {
    return std::ranges::all_of(kColors, [&](Color color) {
      reference::Question question = reference::question_at(standard(fen), {}, kDepth);
      if (color == Color::Black) question = colors_flipped(std::move(question));
      const auto counted = probed.count_at(question.root, kDepth);
      return counted && gives_counted_moves(bug, *counted);
    });
  });
}

/// Whether a position that is counted wrong after one move is counted the same after another: if
/// not, the way to it matters, as where a table takes one position for another. Nothing if no other
/// move leads there.
std::optional<bool> is_counted_so_after_other_moves(const CountedPosition& counted,
                                                    ProbedSubject& probed) {
  constexpr std::size_t kMostMoves = 4;
  const auto position = admitted(counted.root);
  for (const CountedLine& line : counted.lines) {
    if (line.subject == line.reference) continue;
    Line after(*position);
    if (!after.push_text(line.move)) continue;
    for (const Retraction& other : retractions(root_of(after.position()), kMostMoves)) {
      if (other.move == line.move) continue;
      const auto there = probed.count_at(other.root, counted.depth);
      if (!there) continue;
      const auto same = std::ranges::find(there->lines, other.move, &CountedLine::move);
      if (same != there->lines.end()) return same->subject == line.subject;
    }
  }
  return std::nullopt;
}

}  // namespace

Classification class_of_counted_moves(const Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kEnoughPositions = 2;  // with wrong counts
  const auto [roots, depth] = small_positions(finding);
  std::optional<std::vector<BugId>> left;
  std::size_t wrong = 0;
  for (const Root& root : roots) {
    const auto counted = probed.count_at(root, depth);
    if (!counted) continue;
    // The end of a game that counts as a leaf looks like a move that is not there.
    const bool is_wrong = std::ranges::any_of(counted->lines, [](const CountedLine& line) {
      return line.subject != line.reference && line.reference > 0;
    });
    if (is_wrong && ++wrong == 1 && is_counted_so_after_other_moves(*counted, probed) == false)
      return {};
    const std::vector<BugId> here = bugs_of_counted_moves(*counted);
    if (!left) left = here;
    std::erase_if(*left, [&](BugId bug) { return !contains(here, bug); });
    if (left->empty()) return {};
  }
  if (!left || wrong < kEnoughPositions) return {};
  Classification found;
  for (const BugId bug : *left) add_once(found.candidates, entry_of(bug).bug_class);
  // Where several rules are broken, the positions that are like this one show one of them.
  if (found.candidates.size() == 1 &&
      std::ranges::any_of(*left, [&](BugId bug) { return counts_as_with(bug, probed); }))
    return {.bug_class = found.candidates.front(),
            .note =
                "its counts are those of a generator with this bug, and its lists of moves, "
                "which are right, come from other code"};
  return found;
}

Classification classify_counts(const Finding& finding, ProbedSubject& probed) {
  Classification found = class_of_counts(finding, probed);
  const WrongCount* const count = reason_of<WrongCount>(finding);
  if (found.bug_class || count == nullptr || count->count != CountOf::Unseparated) return found;
  std::vector<BugId> made = making_candidates(finding.here(), miscounted(finding));
  for (const BugId each : made) std::erase(found.candidates, each);
  made.insert(made.end(), found.candidates.begin(), found.candidates.end());
  found.candidates = std::move(made);
  return found;
}

}  // namespace perft_verify::verifier
