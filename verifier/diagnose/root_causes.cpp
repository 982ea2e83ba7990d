#include "verifier/diagnose/root_causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/needed_field.h"
#include "verifier/diagnose/symptoms.h"

namespace perft_verify::verifier {
namespace {

using Traits = std::set<std::string>;

constexpr const char* kCounts = "counts";
constexpr const char* kNotRestored = "not restored";
constexpr const char* kListsNothing = "lists nothing";
constexpr const char* kMissingAlongPins = "missing along pins";
constexpr const char* kAnswersMissing = "answers to check are missing";
constexpr std::string_view kAfter = "after";
constexpr const char* kOnDiagonals = "on diagonals";
constexpr const char* kOnRanksAndFiles = "on ranks and files";

/// The lines of sliders on which a wrong move depends: those of its own piece, where it is not just
/// the king's safety that is wrong; or those of the pieces to which it exposes the king. One table
/// of attacks serves for both.
std::set<LineKind> lines_of(const MoveFacts& move, Color us) {
  std::set<LineKind> lines;
  const auto add = [&](LineKind line) {
    if (line != LineKind::None)
      lines.insert(line == LineKind::Diagonal ? LineKind::Diagonal : LineKind::File);
  };
  if (move.pseudo_legal && move.why) {
    for (const Attacker& each : move.exposed_to) add(each.line);
    return lines;
  }
  if (!move.moved || move.moved->color != us || move.in_check || move.pinned_by) return lines;
  if (move.moved->type == PieceType::Bishop) add(LineKind::Diagonal);
  if (move.moved->type == PieceType::Rook) add(LineKind::File);
  if (move.moved->type == PieceType::Queen) add(line_kind(move.from, move.to));
  return lines;
}

/// Whether king and rook castle in standard chess, whether they stand there or not.
bool is_castling_of_standard_chess(const MoveFacts& move, const Position& position) {
  return !position.chess960() && (!move.moved || move.moved->type == PieceType::King) &&
         file_of(move.from) == File::E && rank_of(move.from) == rank_of(move.to) &&
         (rank_of(move.to) == Rank::R1 || rank_of(move.to) == Rank::R8) &&
         (file_of(move.to) == File::C || file_of(move.to) == File::G);
}

void add_traits(Traits& traits, std::string_view fault, const std::vector<std::string>& moves,
                const Position& position) {
  Traits attacks;
  Traits of_the_other_side;
  std::set<LineKind> lines;
  for (const std::string& text : moves) {
    const auto move = move_facts(position, text);
    if (!move) continue;
    const std::string part = part_of_generator(*move, position.side_to_move());
    traits.insert(fmt::format("{} {}", fault, part));
    if (part == kNoMove && move->moved)
      of_the_other_side.insert(part_of_generator(*move, ~position.side_to_move()));
    // By the right of the other color it is listed without one, and missing with it.
    if (fault != kAfter && is_castling_of_standard_chess(*move, position))
      traits.insert("castling");
    if (move->to_last_rank) traits.insert(fmt::format("{} promotion", fault));
    if (move->why)
      traits.insert(fmt::format("{} for reason {}", fault, static_cast<int>(move->why->reason)));
    const bool is_king = part == "castling" || part == to_string(PieceType::King);
    // The code of one kind of move misses some and invents others; one wrong map of attacked
    // squares refuses steps of the king, and allows others.
    const bool is_unsafe = move->pseudo_legal && move->why;
    if (fault != kAfter && part != kNoMove && (is_king || !is_unsafe)) traits.insert(part);
    if (is_king)
      for (const Attacker& each : move->exposed_to) attacks.insert(kind_of_attack(each));
    lines.merge(lines_of(*move, position.side_to_move()));
  }
  // One kind of move is generated from the wrong pieces.
  if (of_the_other_side.size() == 1) traits.merge(of_the_other_side);
  if (fault != kAfter && lines.size() == 1)
    traits.insert(*lines.begin() == LineKind::Diagonal ? kOnDiagonals : kOnRanksAndFiles);
  // King and rook castle over the same map.
  if (attacks.size() == 1) traits.insert(fmt::format("attacked by {}", *attacks.begin()));
}

/// Whether all of these moves, and there are some, are of pinned pieces.
bool are_all_of_pinned(const std::vector<std::string>& moves, const Position& position) {
  return !moves.empty() && std::ranges::all_of(moves, [&](const std::string& text) {
    const auto move = move_facts(position, text);
    return move && move->pinned_by;
  });
}

/// Whether all of these moves, and there are some, are of other pieces than the king.
bool are_none_of_king(const std::vector<std::string>& moves, const Position& position) {
  return !moves.empty() && std::ranges::all_of(moves, [&](const std::string& text) {
    const auto move = move_facts(position, text);
    return move && move->moved && move->moved->type != PieceType::King;
  });
}

/// The one piece that gives check, where nothing but the answers to it by other pieces than the
/// king is wrong, as if there were none or a second one.
std::optional<PieceType> checker_of_wrong_answers(const Finding& finding,
                                                  const Position& position) {
  const std::vector<std::string>& moves =
      finding.illegal.empty() ? finding.missing : finding.illegal;
  if (position.checkers().count() != 1 || !finding.duplicate.empty() ||
      (!finding.illegal.empty() && !finding.missing.empty()) || !are_none_of_king(moves, position))
    return std::nullopt;
  return position.piece_on(*position.checkers().begin())->type;
}

/// The traits that one bug in generating or making moves shows again and again.
Traits traits_of_moves(const Finding& finding) {
  Traits traits;
  if (const auto position = finding.position()) {
    if (finding.illegal.empty() && !finding.missing.empty() &&
        finding.missing.size() == legal_moves(*position).size())
      traits.insert(kListsNothing);
    if (finding.illegal.empty() && are_all_of_pinned(finding.missing, *position))
      traits.insert(kMissingAlongPins);
    add_traits(traits, "illegal", finding.illegal, *position);
    add_traits(traits, "missing", finding.missing, *position);
    if (const auto kind = attack_by_own(*position, finding.missing)) {
      traits.insert(fmt::format("attacked by {}", *kind));
      if (*kind == "diagonal") traits.insert(kOnDiagonals);
      if (*kind == "straight") traits.insert(kOnRanksAndFiles);
    }
    add_traits(traits, "duplicate", finding.duplicate, *position);
    if (const auto checker = checker_of_wrong_answers(finding, *position)) {
      if (finding.illegal.empty()) traits.insert(kAnswersMissing);
      // Of a slider the line may be wrong, and of others nothing but the check.
      if (*checker == PieceType::Pawn || *checker == PieceType::Knight)
        traits.insert(fmt::format("attacked by {}", to_string(*checker)));
    }
  }
  if (finding.cause != Cause::Make || !finding.culprit) return traits;
  if (const auto before = admitted(finding.culprit_fen, finding.chess960))
    add_traits(traits, kAfter, {finding.culprit->move}, *before);
  return traits;
}

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

template <typename Names>
bool share_one(const Names& some, const Names& others) {
  return std::ranges::any_of(
      some, [&](const auto& each) { return std::ranges::find(others, each) != others.end(); });
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

/// The code that is wrong, where no model tells by which bug: one mistake in it shows in several
/// classes.
std::string wrong_code(const Finding& finding) {
  if (finding.exact) return "";
  const auto is_one_of = [&](std::initializer_list<BugId> classes) {
    return finding.bug_class && std::ranges::find(classes, *finding.bug_class) != classes.end();
  };
  if (finding.cause == Cause::Make &&
      is_one_of({BugId::EpSquareNotSet, BugId::EpSquareNotCleared, BugId::EpNotClearedByCastling,
                 BugId::EpSquareWrong, BugId::EpWithoutSquare, BugId::EpAFileLost}))
    return "en passant square";
  if (finding.cause == Cause::Make &&
      is_one_of({BugId::CastlingRookCaptured, BugId::CastlingRookCapturedByPromotion,
                 BugId::CastlingRookTakesRook}))
    return "rights of a captured rook";
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
  const auto differs =
      shown ? state_difference(finding.fen, *shown, finding.chess960) : std::nullopt;
  const bool of_rights = differs
                             ? differs->of_rights()
                             : is_one_of({BugId::FenCastlingIgnored, BugId::FenBlackRightsIgnored,
                                          BugId::FenFileLettersIgnored});
  return of_rights ? "castling rights" : "";
}

/// Whether it is about which pieces are pinned.
bool is_of_pins(const std::vector<BugId>& candidates) {
  constexpr std::array kPins = {
      BugId::PinIgnored,   BugId::PinDiagonalIgnored,        BugId::PinStraightIgnored,
      BugId::PinFalse,     BugId::PinByQueenIgnored,         BugId::PinByWrongSlider,
      BugId::PinLineWrong, BugId::PinSeesThroughSecondPiece,
  };
  return !candidates.empty() && std::ranges::find(kPins, candidates.front()) != kPins.end();
}

/// Whether a right that a move should take is there after it.
bool is_of_kept_rights(const std::optional<BugId>& id) {
  using enum BugId;
  constexpr std::array kKept = {CastlingKeepsRight,
                                CastlingKingMoved,
                                CastlingRookMoved,
                                CastlingRookCaptured,
                                CastlingRookTakesRook,
                                CastlingRookMovedWrongSide,
                                CastlingRookCapturedByPromotion};
  return id && std::ranges::find(kKept, *id) != kKept.end();
}

bool may_be_stale(const std::vector<BugId>& candidates) {
  return std::ranges::any_of(candidates, [](BugId id) {
    return id == BugId::StaleStateByMoves || id == BugId::PieceListStale;
  });
}

/// Whether there is one candidate alone, and it is among the others.
bool is_only_one_of(const std::vector<BugId>& candidates, const std::vector<BugId>& others) {
  return candidates.size() == 1 && std::ranges::find(others, candidates.front()) != others.end();
}

/// Whether the move that is made wrong captures.
bool is_after_capture(const Finding& finding) {
  if (finding.cause != Cause::Make || !finding.culprit) return false;
  const auto before = admitted(finding.culprit_fen, finding.chess960);
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

/// The exception of a subject that died; empty if it does not say.
std::string place_of_crash_of(const Finding& finding) {
  const Failed* const failed = reason_of<Failed>(finding);
  return failed == nullptr ? "" : place_of_crash(failed->failure.message);
}

}  // namespace

std::size_t RootCauses::number_of(const Finding& finding) {
  const auto [known, fresh] = number_of_symptoms_.emplace(fault_key(finding), causes_.size());
  if (!fresh) return known->second;
  RootCause cause = root_cause_of(finding);
  const auto same =
      std::ranges::find_if(causes_, [&](const RootCause& each) { return belongs_to(each, cause); });
  known->second = static_cast<std::size_t>(same - causes_.begin());
  if (same == causes_.end()) {
    causes_.push_back(std::move(cause));
  } else {
    // Where one step of a table replaces another, few lists show both.
    if (!same->knight_steps.empty()) same->knight_steps.merge(cause.knight_steps);
    same->slider_faults.join(cause.slider_faults);
  }
  return known->second;
}

RootCauses::RootCause RootCauses::root_cause_of(const Finding& finding) {
  RootCause cause{.cause = likely_cause(finding),
                  .bug_class = finding.bug_class,
                  .candidates = classes_of(finding),
                  .beyond_games = beyond_games(finding).has_value(),
                  .failure = is_failure(finding.kind),
                  .place_of_crash = place_of_crash_of(finding),
                  .may_be_of_setup = may_be_of_setup(finding),
                  .of_table = may_be_of_table(finding),
                  .once_counted = has_fact(finding, Fact::WrongOnceCounted),
                  .of_counted_moves = finding.kind == FindingKind::WrongCount &&
                                      finding.cause == Cause::Generation &&
                                      reason_of<ClassifiedBy>(finding) != nullptr,
                  .after_capture = is_after_capture(finding),
                  .holds_pieces = false,
                  .invents_pieces = false,
                  .lists_null_move = lists_null_move(finding),
                  .of_double_check = is_of_double_check(finding),
                  .modeled = finding.modeled,
                  .wrong_code = wrong_code(finding),
                  .needed_field = NeededField::None,
                  .about = about_field(finding),
                  .traits = {},
                  .knight_steps = {},
                  .slider_faults = {}};
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
      if (!finding.modeled) cause.slider_faults = SliderFaults(*position, finding.wrong());
      if (const auto mover = invented_mover(*position, finding.wrong())) {
        cause.traits.insert(fmt::format("invents a {}", to_string(*mover)));
        cause.invents_pieces = finding.cause == Cause::Generation && !finding.illegal.empty();
      }
    }
  }
  cause.needed_field = needed_field(finding);
  return cause;
}

bool RootCauses::belongs_to(const RootCause& known, const RootCause& cause) {
  const bool same_class =
      !known.candidates.empty() && !cause.candidates.empty() &&
      (known.candidates.front() == cause.candidates.front() ||
       (!cause.bug_class && is_only_one_of(cause.candidates, known.candidates)));
  const bool may_be_one_class = share_one(known.candidates, cause.candidates);
  // The board after one move may tell less of how such moves are made than that after another.
  const bool may_be_one_cause =
      known.cause == cause.cause || (known.cause == Cause::Setup && cause.may_be_of_setup);
  if (may_be_one_class && may_be_one_cause &&
      (known.bug_class || (cause.bug_class && cause.cause == Cause::Make)))
    return true;
  if (known.cause == cause.cause && !known.wrong_code.empty() &&
      known.wrong_code == cause.wrong_code)
    return true;
  if (known.failure && !known.place_of_crash.empty() &&
      known.place_of_crash == cause.place_of_crash)
    return true;
  // A captured piece that one structure keeps moves itself, is taken for another, or is in the way.
  const bool victim_stays = known.bug_class == BugId::CaptureLeavesVictim;
  if (victim_stays && cause.after_capture && !cause.modeled) return true;
  if (known.lists_null_move && cause.lists_null_move && !cause.bug_class) return true;
  // One rule of double check limits captures and interpositions; models tell two bugs.
  if (known.of_double_check && cause.of_double_check && !(known.modeled && cause.modeled))
    return true;
  // A field that is misread shifts those after it.
  if (known.cause == Cause::Setup && !cause.modeled &&
      (cause.cause == Cause::Setup ? cause.bug_class == BugId::FenMisread : cause.may_be_of_setup))
    return true;
  // So may the field that others are about.
  const auto may_be_misread = [](const RootCause& each) {
    return each.cause == Cause::Unknown || (each.cause == Cause::Make && !each.bug_class);
  };
  if (known.about != NeededField::None && known.about == cause.about && !known.modeled &&
      !cause.modeled &&
      ((known.cause == Cause::Setup && may_be_misread(cause)) ||
       (cause.cause == Cause::Setup && may_be_misread(known))))
    return true;
  // Counts below a position whose pieces are misread are wrong without a wrong list.
  if (known.cause == Cause::Setup && known.bug_class == BugId::FenMisread &&
      known.about == NeededField::None && cause.traits.contains(kCounts) && !cause.modeled &&
      !cause.bug_class)
    return true;
  // A move of no piece leaves a board on which any count is wrong, as by a table.
  if (known.invents_pieces && !cause.bug_class && !cause.modeled && !cause.failure &&
      (cause.cause == Cause::Hash || cause.cause == Cause::Unknown))
    return true;
  // Moves that give rights take none.
  if (known.bug_class == BugId::CastlingRightAppears && is_of_kept_rights(cause.bug_class) &&
      !cause.modeled)
    return true;
  // Where the wrong sliders pin, pieces are pinned that are not, and others are not that are.
  if (!cause.bug_class && known.cause == cause.cause && is_of_pins(known.candidates) &&
      is_of_pins(cause.candidates))
    return true;
  // A board that is not put back may spoil any count; and a wrong one may kill the subject. So may
  // a list that is written over.
  const bool not_restored = known.cause == Cause::Unmake || known.traits.contains(kNotRestored) ||
                            known.bug_class == BugId::MoveListShared;
  const bool is_not_restored = cause.traits.contains(kNotRestored);
  // A captured pawn that is not back may not be captured en passant either.
  if (cause.once_counted && known.cause == Cause::Unmake) return true;
  if (known.once_counted && cause.cause == Cause::Unmake && may_be_one_class) return true;
  if ((cause.traits.contains(kCounts) || is_not_restored) && not_restored && !cause.bug_class)
    return true;
  if (is_not_restored && known.traits.contains(kCounts)) return true;
  if (known.traits.contains(kCounts) && cause.bug_class && cause.cause == Cause::Unmake &&
      may_be_one_class)
    return true;
  if (known.of_counted_moves && cause.traits.contains(kCounts)) return true;
  if (cause.of_table && !cause.bug_class && known.of_table && known.bug_class && may_be_one_class)
    return true;
  // Moves of a game are made on the board that is left by those that were tried before them.
  if (not_restored && cause.cause == Cause::Make && !cause.bug_class && !cause.modeled &&
      may_be_stale(cause.candidates))
    return true;
  if (is_not_restored && known.cause == Cause::Make &&
      (may_be_one_class || victim_stays || known.candidates.empty()))
    return true;
  // So may one that is made wrong, which shows after other moves as well.
  const bool after_moves =
      known.cause == Cause::Make && (!known.bug_class || victim_stays) && !cause.bug_class;
  if (after_moves && (cause.traits.contains(kCounts) ||
                      (cause.cause == Cause::Make && may_be_stale(known.candidates) &&
                       may_be_stale(cause.candidates))))
    return true;
  if (cause.failure && cause.cause == Cause::Make && (known.cause == Cause::Make || not_restored))
    return true;
  if (known.bug_class || cause.bug_class) return same_class;
  if (known.needed_field != NeededField::None && known.needed_field == cause.needed_field &&
      (!known.failure || cause.failure))
    return true;
  // An earlier finding that no game reaches, or that is not about moves, stands for no other.
  if (known.cause != cause.cause || (known.beyond_games && !cause.beyond_games) ||
      (known.failure && !cause.failure))
    return false;
  if (known.modeled && cause.modeled && !may_be_one_class) return false;
  return same_class || (known.holds_pieces && cause.holds_pieces) ||
         known.slider_faults.may_be_one_with(cause.slider_faults) ||
         share_one(known.traits, cause.traits) || share_one(known.knight_steps, cause.knight_steps);
}

}  // namespace perft_verify::verifier
