#include "verifier/diagnose/root_cause.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/contains.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/needed_field.h"
#include "verifier/diagnose/extra_pieces.h"
#include "verifier/diagnose/false_attackers.h"
#include "verifier/diagnose/seems_attacked.h"
#include "verifier/diagnose/symptoms.h"

namespace perft_verify::verifier {
namespace {

/// A move that is taken back wrongly spoils any count, and looks like a faulty table or like a rule
/// that cuts a line.
bool is_of_counts(const Finding& finding) {
  return finding.kind == FindingKind::WrongCount && finding.cause != Cause::Make &&
         finding.cause != Cause::Generation && finding.cause != Cause::Setup;
}

/// The cause that its candidates leave of one that is unknown: a reader may give such a list as a
/// generator does, and a list shows which moves are made wrong where they are tried.
Cause likely_cause(const Finding& finding) {
  if (finding.cause != Cause::Unknown || !finding.wrong().any()) return finding.cause;
  std::set<Cause> causes;
  for (const BugId id : finding.candidates) causes.insert(entry_of(id).cause);
  // A reader is suspected where a list is right from the FEN if it depends on the position before.
  if (causes == std::set{Cause::Make} ||
      (finding.culprit && causes == std::set{Cause::Setup, Cause::Make}))
    return Cause::Make;
  const bool may_be_generated =
      causes == std::set{Cause::Setup} || causes == std::set{Cause::Setup, Cause::Generation};
  return may_be_generated ? Cause::Generation : finding.cause;
}

/// Whether a FEN reader may be the cause of one that is unknown.
bool may_be_of_setup(const Finding& finding) {
  return finding.cause == Cause::Unknown && std::ranges::any_of(finding.candidates, [](BugId id) {
           return entry_of(id).cause == Cause::Setup;
         });
}

/// Whether a table may be the cause.
bool may_be_of_table(const Finding& finding) {
  return finding.cause == Cause::Hash ||
         (finding.cause == Cause::Unknown && reason_of<RightBelowDepth>(finding) != nullptr);
}

/// Whether the table alone is wrong, and no board.
bool is_right_without_table(const Finding& finding) {
  const AskedWithoutTable* const asked = reason_of<AskedWithoutTable>(finding);
  return asked != nullptr && asked->right;
}

/// The field of the FEN without which nothing is wrong.
NeededField needed_field(const Finding& finding) {
  if (const NotRestored* const left = reason_of<NotRestored>(finding)) return left->without;
  const RightWithout* const right = reason_of<RightWithout>(finding);
  return right != nullptr ? right->field : NeededField::None;
}

/// The field of the FEN that it is about: all wrong moves need it, or nothing is wrong without it.
NeededField about_field(const Finding& finding) {
  if (const auto position = finding.position())
    for (const NeededField field : kNeededFields)
      if (all_need(field, finding.wrong(), *position)) return field;
  return needed_field(finding);
}

std::optional<Color> mover(const Finding& finding) {
  const auto position = finding.position();
  return position ? std::optional(position->side_to_move()) : std::nullopt;
}

constexpr const char* kEpSquare = "en passant square";
constexpr const char* kOfCapturedRook = "rights of a captured rook";

/// The code that takes rights after such a move, where only rights are wrong after it.
std::string code_of_rights(const Finding& finding) {
  const auto position = finding.position();
  const auto before = admitted(finding.before_culprit());
  if (finding.cause != Cause::Make || !finding.culprit || !position || !before ||
      !all_need(NeededField::CastlingRights, finding.wrong(), *position))
    return "";
  const auto move = move_facts(*before, finding.culprit->move);
  if (!move || !move->moved) return "";
  if (move->castling || move->moved->type == PieceType::King)
    return "rights of the king that moves";
  const CastlingRights& rights = before->castling();
  const Color us = before->side_to_move();
  if (position->side_to_move() != us) return rights.side_of(~us, move->to) ? kOfCapturedRook : "";
  return rights.side_of(us, move->from) ? "rights of a rook that moves" : "";
}

/// Whether nothing is wrong after the culprit but captures on the en passant square before it,
/// where a piece may stand now: they are illegal, or listed twice.
bool captures_on_square_before(const Finding& finding) {
  const auto position = finding.position();
  const auto before = admitted(finding.before_culprit());
  if (finding.cause != Cause::Make || !finding.culprit || !position || !before ||
      !before->en_passant() || !finding.wrong().any() || !finding.missing.empty())
    return false;
  const auto captures_there = [&](const std::string& text) {
    const auto move = move_facts(*position, text);
    return move && move->moved && move->moved->type == PieceType::Pawn &&
           move->to == *before->en_passant() && file_of(move->from) != file_of(move->to);
  };
  return std::ranges::all_of(finding.illegal, captures_there) &&
         std::ranges::all_of(finding.duplicate, captures_there);
}

/// The castling right that a finding is about, by its first illegal move.
std::string right_of(const Finding& finding) {
  const auto position = finding.position();
  const auto move = finding.illegal.empty() || !position
                        ? std::nullopt
                        : move_facts(*position, finding.illegal.front());
  if (!move) return "";
  return fmt::format("{} right, wing {}", to_string(position->side_to_move()),
                     index(castling_side(move->from, move->to)));
}

/// The code that is wrong: one mistake in it shows in several classes.
std::string wrong_code(const Finding& finding) {
  const auto is_one_of = [&](std::initializer_list<BugId> classes) {
    return finding.bug_class && contains(classes, *finding.bug_class);
  };
  if (captures_on_square_before(finding)) return kEpSquare;
  if (finding.cause == Cause::Make &&
      is_one_of({BugId::EpSquareNotSet, BugId::EpSquareNotCleared, BugId::EpNotClearedByCastling,
                 BugId::EpSquareWrong, BugId::EpWithoutSquare, BugId::EpAFileLost}))
    return kEpSquare;
  if (has_fact(finding, Fact::RightOfOneSquareIsKept)) return right_of(finding);
  if (std::string code = code_of_rights(finding); !code.empty()) return code;
  if (finding.cause == Cause::Make &&
      is_one_of({BugId::CastlingRookCaptured, BugId::CastlingRookCapturedByPromotion,
                 BugId::CastlingRookTakesRook}))
    return kOfCapturedRook;
  if (finding.cause == Cause::Make &&
      is_one_of({BugId::CastlingRookLost, BugId::CastlingRookMisplaced, BugId::CastlingRookStays}))
    return "square of the castled rook";
  if (finding.cause == Cause::Generation &&
      is_one_of({BugId::EpHorizontalPin, BugId::EpDiagonalPin, BugId::EpPinnedCapturer,
                 BugId::EpInCheckNotResolving, BugId::EpLegalityUntested,
                 BugId::EpVictimStaysInTest}))
    return "legality of en passant";
  if (finding.cause != Cause::Setup) return "";
  const Failed* const failed = reason_of<Failed>(finding);
  const auto shown =
      failed != nullptr ? board_shown_instead(failed->failure.message) : std::nullopt;
  const auto differs = shown ? state_difference(finding.here(), *shown) : std::nullopt;
  const bool of_rights = differs
                             ? differs->of_rights()
                             : is_one_of({BugId::FenCastlingIgnored, BugId::FenBlackRightsIgnored,
                                          BugId::FenFileLettersIgnored});
  return of_rights ? "castling rights" : "";
}

/// Whether nothing is wrong but missing captures that are into check as long as the captured piece
/// stays.
bool tests_with_victim(const Finding& finding) {
  const auto position = finding.position();
  if (finding.cause != Cause::Generation || !position || finding.missing.empty() ||
      !finding.illegal.empty() || !finding.duplicate.empty())
    return false;
  return std::ranges::all_of(finding.missing, [&](const std::string& text) {
    const auto move = find_legal(*position, text);
    const auto victim = move ? position->piece_on(move->to()) : std::nullopt;
    return victim && victim->color != position->side_to_move() &&
           is_into_check_of(*victim, move->to(), *position, *move);
  });
}

bool is_of_kings_safety(const Finding& finding) {
  const auto position = finding.position();
  return position && !finding.illegal.empty() && finding.missing.empty() &&
         finding.duplicate.empty() &&
         all_are(finding.illegal, *position,
                 [](const MoveFacts& move) { return move.pseudo_legal; });
}

bool is_of_lines_opened(const Finding& finding) {
  const auto position = finding.position();
  return position && opened_by_leaving(*position, finding.wrong());
}

bool are_all_lines_opened(const Finding& finding) {
  const auto position = finding.position();
  return position && finding.cause != Cause::Make && !finding.bug_class &&
         all_opened_by_leaving(*position, finding.wrong());
}

/// Whether the move that is made wrong captures, or the last one on the way to a failure.
bool is_after_capture(const Finding& finding) {
  if (const ShortestWay* const way = reason_of<ShortestWay>(finding);
      way != nullptr && !way->moves.empty()) {
    const auto root = admitted(finding.root);
    Line line(root.value_or(Position()));
    if (!root || !line.push_texts({way->moves.begin(), way->moves.end() - 1})) return false;
    const auto last = move_facts(line.position(), way->moves.back());
    return last && last->captured;
  }
  if (finding.cause != Cause::Make || !finding.culprit) return false;
  const auto before = admitted(finding.before_culprit());
  const auto culprit = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  return culprit && culprit->captured;
}

/// Whether nothing is illegal but moves from a square to itself, as entries that are not filled in.
bool lists_null_move(const Finding& finding) {
  return !finding.illegal.empty() && std::ranges::all_of(finding.illegal, [](const auto& text) {
    const auto squares = parse_move_text(text);
    return squares && squares->from == squares->to;
  });
}

/// Whether nothing is wrong but moves that are listed in double check.
bool is_of_double_check(const Finding& finding) {
  const auto position = finding.position();
  return position && position->checkers().count() > 1 && !finding.illegal.empty() &&
         finding.missing.empty() && finding.duplicate.empty();
}

/// The class of an illegal move in the same list, unless it has one itself.
std::optional<BugId> class_beside(const Finding& finding) {
  const BesideIllegalMove* const other = reason_of<BesideIllegalMove>(finding);
  return other == nullptr || finding.bug_class ? std::nullopt : std::optional(other->bug_class);
}

/// The exception of a subject that died; empty if it does not say.
std::string place_of_crash_of(const Finding& finding) {
  const Failed* const failed = reason_of<Failed>(finding);
  return failed == nullptr ? "" : place_of_crash(failed->failure.message);
}

/// Adds the kinds of moves that are tried when a position is counted to a depth, and says how many
/// more positions may be looked at.
int add_tried(const Position& position, int depth, int at_most, std::set<Undo>& tried) {
  tried.merge(undos_in(position));
  --at_most;
  if (depth <= 1) return at_most;
  for (const Move move : legal_moves(position)) {
    if (at_most <= 0) break;
    at_most = add_tried(position.after(move), depth - 1, at_most, tried);
  }
  return at_most;
}

/// The kinds of moves that are made and taken back before the fault shows; nothing if those
/// positions are too many to look at, or not known: a subject dies at any time.
std::optional<std::set<Undo>> tried_on_the_way(const Finding& finding) {
  if (is_failure(finding.kind)) return std::nullopt;
  constexpr int kMost = 300;
  constexpr int kOnceCounted = 3;
  int left = kMost;
  std::set<Undo> tried;
  const auto add = [&](const std::string& fen, int depth) {
    if (const auto position = admitted({fen, finding.root.chess960}); position && left > 0)
      left = add_tried(*position, depth, left, tried);
  };
  const bool counted = has_fact(finding, Fact::WrongOnceCounted);
  if (const auto smallest = finding.smallest_list(); smallest && !counted) {
    add(smallest->fen, 1);
    return left > 0 ? std::optional(std::move(tried)) : std::nullopt;
  }
  add(finding.fen, std::max(finding.divide_depth, counted ? kOnceCounted : 1));
  if (const NotRestored* const other = reason_of<NotRestored>(finding))
    add(other->fen, std::max(other->depth, other->counted_to));
  auto position = admitted(finding.root);
  for (const std::string& text : finding.path) {
    const auto move = position ? find_legal(*position, text) : std::nullopt;
    if (!move || left <= 0) break;
    left = add_tried(*position, 1, left, tried);
    position = position->after(*move);
  }
  return left > 0 ? std::optional(std::move(tried)) : std::nullopt;
}

/// The kinds of moves that are tried, and taken back wrongly by its classes.
std::set<Undo> not_taken_back(const Finding& finding, const std::optional<std::set<Undo>>& tried) {
  std::set<Undo> kinds;
  if (finding.cause != Cause::Unmake) return kinds;
  for (const BugId id : classes_of(finding)) {
    if (id == BugId::UnmakeIncomplete) continue;
    std::set<Undo> more = undos_of(id);
    if (more.empty()) return more;
    kinds.merge(more);
  }
  if (tried) std::erase_if(kinds, [&](Undo each) { return !tried->contains(each); });
  return kinds;
}

}  // namespace

RootCause root_cause_of(const Finding& finding) {
  RootCause cause{.cause = likely_cause(finding),
                  .bug_class = finding.bug_class,
                  .candidates = classes_of(finding),
                  .beyond_games = beyond_games(finding).has_value(),
                  .failure = is_failure(finding.kind),
                  .hangs = finding.kind == FindingKind::Timeout,
                  .refuses = finding.kind == FindingKind::RejectedPosition,
                  .place_of_crash = place_of_crash_of(finding),
                  .may_be_of_setup = may_be_of_setup(finding),
                  .of_table = may_be_of_table(finding),
                  .right_without_table = is_right_without_table(finding),
                  .is_of_hash = finding.cause == Cause::Hash,
                  .once_counted = has_fact(finding, Fact::WrongOnceCounted),
                  .of_counted_moves = finding.kind == FindingKind::WrongCount &&
                                      finding.cause == Cause::Generation &&
                                      reason_of<ClassifiedBy>(finding) != nullptr,
                  .after_capture = is_after_capture(finding),
                  .tests_with_victim = tests_with_victim(finding),
                  .holds_pieces = false,
                  .invents_pieces = false,
                  .misplaces_one = false,
                  .leaves_check = false,
                  .lists_null_move = lists_null_move(finding),
                  .wrong_stepper = wrong_stepper(finding),
                  .of_extra_pieces =
                      has_fact(finding, Fact::MissingOfExtraPieces) || are_of_extra_pieces(finding),
                  .of_double_check = is_of_double_check(finding),
                  .opened_by_leaving = is_of_lines_opened(finding),
                  .all_are_opened = are_all_lines_opened(finding),
                  .of_kings_safety = is_of_kings_safety(finding),
                  .spoils_lists = finding.cause == Cause::Unmake && finding.wrong().any() &&
                                  finding.divide_depth == 1,
                  .tried = tried_on_the_way(finding),
                  .not_taken_back = {},
                  .beside = class_beside(finding),
                  .modeled = finding.modeled,
                  .exact = finding.exact.has_value(),
                  .wrong_code = wrong_code(finding),
                  .needed_field = NeededField::None,
                  .about = about_field(finding),
                  .mover = mover(finding),
                  .traits = {},
                  .knight_steps = {},
                  .seen_through = {},
                  .slider_faults = {},
                  .ignored_attackers = {},
                  .false_attackers = {}};
  if (const auto position = finding.position()) {
    cause.leaves_check = cause.of_kings_safety && position->checkers().any();
    cause.ignored_attackers = place_of_ignored_attackers(*position, finding.wrong());
  }
  cause.not_taken_back = not_taken_back(finding, cause.tried);
  if (finding.bug_class) return cause;
  const ShortestWay* const way = reason_of<ShortestWay>(finding);
  if (reason_of<NotRestored>(finding) || cause.once_counted) {
    cause.traits = {kNotRestored};
  } else if (is_of_counts(finding) || (way != nullptr && way->each_below_answers)) {
    cause.cause = Cause::Unknown;
    cause.traits = {kCounts};
  } else if (way != nullptr && !way->from_fen && !way->moves.empty()) {
    cause.cause = Cause::Make;
  } else {
    cause.traits = traits_of_moves(finding);
    if (const auto position = finding.position()) {
      cause.knight_steps = wrong_knight_steps(*position, finding.wrong());
      cause.holds_pieces = are_held(*position, finding.wrong());
      if (!finding.modeled) {
        cause.slider_faults = SliderFaults(*position, finding.wrong());
        cause.false_attackers = false_attackers(*position, finding.wrong());
      }
      if (finding.cause != Cause::Make)
        cause.seen_through = seen_through(*position, finding.wrong());
      cause.misplaces_one = piece_beside_its_square(*position, finding.wrong()).has_value();
      const auto mover = invented_mover(*position, finding.wrong());
      if (mover) cause.traits.insert(fmt::format("invents a {}", to_string(*mover)));
      cause.invents_pieces = finding.cause == Cause::Generation && !finding.illegal.empty() &&
                             (mover || lists_a_move_from_nowhere(*position, finding.wrong()));
    }
  }
  cause.needed_field = needed_field(finding);
  return cause;
}

}  // namespace perft_verify::verifier
