#include "verifier/diagnose/diagnosis.h"

#include <algorithm>
#include <set>

#include "core/contains.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/counts/counting.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/classify/reading/by_moves.h"
#include "verifier/classify/reading/reading.h"
#include "verifier/classify/restoring/restoring.h"
#include "verifier/classify/restoring/shared_list.h"
#include "verifier/classify/table_fields.h"
#include "verifier/diagnose/asked_before.h"
#include "verifier/diagnose/attribution.h"
#include "verifier/diagnose/classify_counts.h"
#include "verifier/diagnose/classify_finding.h"
#include "verifier/diagnose/crash.h"
#include "verifier/diagnose/doubt.h"
#include "verifier/diagnose/elsewhere.h"
#include "verifier/diagnose/extra_pieces.h"
#include "verifier/diagnose/false_attackers.h"
#include "verifier/diagnose/neighbor_check.h"
#include "verifier/diagnose/pins_in_check.h"
#include "verifier/diagnose/reader_as_cause.h"
#include "verifier/diagnose/seems_attacked.h"
#include "verifier/diagnose/seen_through.h"
#include "verifier/diagnose/symptoms.h"
#include "verifier/locate/cause.h"
#include "verifier/shrink/reduce.h"

namespace perft_verify::verifier {
namespace {

/// Whether a class says no more than what is seen: a wrong sum, or a number that ran over.
bool is_plain(BugId bug_class) {
  return bug_class == BugId::TotalIsNotTheSum || bug_class == BugId::CountWrong ||
         bug_class == BugId::CountOverflow16Bit || bug_class == BugId::CountOverflow32Bit;
}

/// Where nothing is wrong without a field of the FEN: the classes of that field come first, and
/// those of the other one go.
void put_first_of_field(std::vector<BugId>& candidates, NeededField field) {
  using enum BugId;
  static const std::set<BugId> kOfRights{HashOmitsCastling, UnmakeCastlingRights,
                                         UnmakeCastlingRook, CastlingRookStays,
                                         CastlingRookMisplaced};
  static const std::set<BugId> kOfEnPassant{HashOmitsEp, UnmakeEpSquare, UnmakeEpPawn,
                                            EpVictimStays, EpVictimOnWrongSide};
  const bool rights = field == NeededField::CastlingRights;
  const auto& of_it = rights ? kOfRights : kOfEnPassant;
  const auto& of_other = rights ? kOfEnPassant : kOfRights;
  std::erase_if(candidates, [&](BugId each) { return of_other.contains(each); });
  std::ranges::stable_partition(candidates, [&](BugId each) { return of_it.contains(each); });
}

/// Whether each wrong move is what it is, legal or illegal, without the field too.
bool are_the_same_without(NeededField field, const WrongMoves& wrong, const Position& position) {
  const Position other = without(field, position);
  const auto is_same = [&](const std::string& text) {
    return are_alike(position, text, other, text);
  };
  for (const auto* moves : {&wrong.illegal, &wrong.missing, &wrong.duplicate})
    if (!std::ranges::all_of(*moves, is_same)) return false;
  return wrong.any();
}

/// Drops the classes of generation that have nothing to do with the field: their bugs would show
/// without it as well.
void drop_other_families(std::vector<BugId>& candidates, NeededField field) {
  const std::string_view family =
      entry_of(field == NeededField::EnPassantSquare ? BugId::EpMissing : BugId::CastlingMissing)
          .family;
  std::erase_if(candidates, [&](BugId each) {
    const CatalogEntry& entry = entry_of(each);
    return entry.cause == Cause::Generation && entry.family != family;
  });
}

/// Whether nothing is wrong but moves of other pieces than pawns to the en passant square.
bool are_captures_by_any_piece(const WrongMoves& wrong, const Position& position) {
  return position.en_passant() && wrong.any() && wrong.missing.empty() && wrong.duplicate.empty() &&
         all_are(wrong.illegal, position, [&](const MoveFacts& move) {
           return move.to == position.en_passant() && move.moved &&
                  move.moved->type != PieceType::Pawn;
         });
}

/// Whether the smallest position is right without its castling rights, though the class has nothing
/// to do with them, nor have its wrong moves.
bool is_of_rights(const Finding& finding, ProbedSubject& probed) {
  constexpr NeededField kRights = NeededField::CastlingRights;
  const auto smallest = finding.smallest_list();
  const auto position = smallest ? admitted(*smallest) : std::nullopt;
  if (!position || !position->castling().any() || !finding.bug_class) return false;
  const CatalogEntry& entry = entry_of(*finding.bug_class);
  if (entry.family == entry_of(BugId::CastlingMissing).family || is_of_chess960(entry.id))
    return false;
  const auto wrong = probed.wrong_moves(*smallest, {});
  return wrong && wrong->any() && !any_needs(kRights, *wrong, *position) &&
         is_right_without(kRights, *position, 1, probed);
}

/// The wrong moves of the smallest position, if no bug that explains the subject shows there.
std::optional<WrongMoves> unexplained_at_smallest(const Finding& finding, ProbedSubject& probed) {
  const auto smallest = finding.smallest_list();
  if (!finding.exact || !smallest) return std::nullopt;
  const auto probe = make_probe(reference::question_at(*smallest, {}, 1));
  auto wrong = probed.wrong_moves(*smallest, {});
  if (!probe || !wrong || !wrong->any()) return std::nullopt;
  const auto explains = [&](const std::vector<Hypothesis>& bugs) {
    return wrong_moves_of(predicted(bugs, *probe, probed.totals_only())).shares_any_of(*wrong);
  };
  if (explains({{.bug = finding.exact->bug, .only = finding.exact->only}})) return std::nullopt;
  for (const Explanation& each : probed.explained().sets)
    if (explains(each.bugs)) return std::nullopt;
  return wrong;
}

}  // namespace

bool KnownFaults::is_first(const std::string& symptoms, std::size_t row) {
  const std::lock_guard lock(mutex_);
  const auto [known, fresh] = first_row_.emplace(symptoms, row);
  if (fresh) return true;
  if (known->second < row) return false;
  known->second = row;
  return true;
}

Diagnosis::Diagnosis(reference::Generator& subject, reference::Generator& reference,
                     std::stop_token stop)
    : subject_(subject),
      reference_(reference),
      stop_(stop),
      probed_(std::make_unique<ProbedSubject>(subject, std::move(stop))) {}

Diagnosis::~Diagnosis() = default;

bool Diagnosis::lacks_answers() const { return probed_->lacks_answers(); }

std::optional<Fact> Diagnosis::kept_by_reader(const std::string& fen,
                                              const reference::Failure& failure) {
  probed_->begin();
  return verifier::kept_by_reader(fen, failure, *probed_);
}

std::vector<Finding> Diagnosis::examine(Finding finding, std::size_t row, KnownFaults* known,
                                        int depth) {
  probed_->begin();
  std::vector<Finding> parts;
  acquit_of_refusal(finding, *probed_);
  if (finding.kind == FindingKind::RejectedPosition) blame_reader_of_board(finding, *probed_);
  if (fails_while_counting(finding)) look_into_crash(finding, row, known);
  if (says_nothing_of_moves(finding.kind) || finding.kind == FindingKind::WrongState) {
    parts.push_back(std::move(finding));
  } else {
    parts = attributed(finding, *probed_);
    if (auto after = wrong_after_moves_only(parts.back())) parts.push_back(std::move(*after));
    if (depth > 0)
      for (Finding& each : hidden_behind(finding, parts, depth, *probed_))
        parts.push_back(std::move(each));
  }
  for (Finding& each : parts) complete(each, row, known);
  for (Finding& each : parts) each.questions += probed_->asked();
  return parts;
}

/// Where some moves are wrong from the FEN and others are not, the latter are not generated wrong:
/// takes them out of the finding. Nothing if there are none, or no others.
std::optional<Finding> Diagnosis::wrong_after_moves_only(Finding& finding) {
  if (finding.modeled || finding.cause != Cause::Generation || finding.path.empty() ||
      finding.divide_depth != 1 || !finding.subject_divide || !finding.reference_divide ||
      !finding.wrong().any() || !subject_.lists_moves() || !subject_.plays_moves())
    return std::nullopt;
  const auto from_fen = probed_->wrong_moves(finding.here(), {});
  if (!from_fen) return std::nullopt;
  const WrongMoves only_after = finding.wrong().without(*from_fen);
  if (!only_after.any()) return std::nullopt;
  Finding after = finding;
  after.blame(only_after);
  BothSides sides(
      subject_, reference_,
      reference::question_at(finding.root, {}, static_cast<int>(finding.path.size()) + 1), stop_);
  const Pair list{*finding.subject_divide, *finding.reference_divide};
  if (!CauseFinder(sides).of_moves_right_from_fen(after, list) || after.cause != Cause::Make)
    return std::nullopt;
  const WrongMoves generated = finding.wrong().without(only_after);
  if (!generated.any()) {
    finding = std::move(after);
    return std::nullopt;
  }
  finding.blame(generated);
  return after;
}

void Diagnosis::complete(Finding& finding, std::size_t row, KnownFaults* known) {
  const bool misread =
      blame_reader_that_keeps(finding, *probed_) || blame_reader_of_pieces(finding, *probed_);
  const auto is_explained = [&] { return finding.bug_class || !finding.candidates.empty(); };
  if (is_explained()) doubt_class_of_counts(finding);
  if (is_explained() && finding.cause == Cause::Make) correct_by_board(finding);
  if (!misread && is_explained() && may_be_misread(finding))
    acquit_or_blame_reader(finding, *probed_);
  const bool depends = depends_on_questions_before(finding);
  if (depends && is_explained()) keep_what_depends(finding);
  if (!is_explained() && finding.cause == Cause::Hash) tell_bug_of_table(finding);
  const bool explained = is_explained();
  // No list, count or board is to blame: the move that is sent is not played.
  const bool unplayed = has_fact(finding, Fact::CountingPlaysTheMove);
  finding.symptoms = unplayed ? "sent, and not played" : symptoms_text(finding);
  const bool first = known == nullptr || known->is_first(finding.symptoms, row);
  if (!first) finding.failed_on.reset();  // one file is enough to see it again
  if (!first || says_nothing_of_moves(finding.kind)) return;
  finding.reduced = reduce(subject_, reference_, finding, stop_, finding.questions);
  if (!misread && !unplayed) look_closer(finding, explained, depends);
  tell_position_before(finding, *probed_);
}

void Diagnosis::look_closer(Finding& finding, bool explained, bool depends) {
  find_class(finding, explained);
  if (depends && (finding.bug_class || !finding.candidates.empty())) keep_what_depends(finding);
  tell_field_of_table(finding);
  doubt_table(finding);
  correct_by_side(finding);
  tell_shared_list(finding);
  if (finding.cause == Cause::Generation) doubt_by_neighbors(finding);
  doubt_where_reader_keeps(finding, *probed_);
  doubt_unmaking(finding);
  tell_needed_field(finding);
  tell_pins_in_check(finding);
  tell_extra_pieces(finding);
  tell_seeming_attack(finding);
  tell_other_board(finding);
  tell_tie_to_squares(finding);
}

/// Rows with a fault of a hash table look alike, whatever the table confuses. The class tells them
/// apart.
void Diagnosis::tell_bug_of_table(Finding& finding) {
  Finding told = finding;
  const auto found = explained_with(told, *probed_);
  if (!found || !found->bug_class) return;
  finding = std::move(told);
  finding.bug_class = found->bug_class;
}

/// Where any fault of a table is possible.
void Diagnosis::tell_field_of_table(Finding& finding) {
  if (finding.bug_class || finding.cause != Cause::Hash) return;
  auto found = field_left_out(*probed_);
  if (!found) return;
  finding.bug_class = found->bug_class;
  finding.candidates = std::move(found->candidates);
  finding.reasons.emplace_back(ClassifiedBy{std::move(found->note)});
}

/// The class of a finding, unless it is `explained` already; and what makes it doubtful.
void Diagnosis::find_class(Finding& finding, bool explained) {
  if (!finding.reduced && is_right_when_fresh(finding)) {
    finding.cause = Cause::Unknown;
    finding.bug_class.reset();
    finding.candidates = {BugId::HashStale, BugId::FenMisread};
    finding.reasons.emplace_back(Fact::FreshProcessIsRight);
    blame_reader_that_keeps(finding, *probed_);
    return;
  }
  if (!explained && !subject_.plays_moves() && lists_other_side(finding)) {
    finding.cause = Cause::Unknown;
    finding.candidates = {BugId::FenSideIgnored};
    return;
  }
  if (explained || !subject_.lists_moves()) {
    if (may_be_tried_wrong(finding)) return;
    if (!finding.bug_class)
      blame_taking_back(finding);
    else if (finding.cause == Cause::Generation && !probed_->explained().apart.empty())
      doubt_beside_spoiled_board(finding);
    return;
  }
  auto by_models = explained_with(finding, *probed_);
  Classification found = by_models ? std::move(*by_models) : classify(finding, *probed_);
  keep_faults_of_table(found, finding);
  if (found.inferred) finding.reasons.emplace_back(WrongState{std::move(*found.inferred), true});
  finding.bug_class = found.bug_class;
  if (finding.bug_class) {
    finding.candidates.clear();
    if (!found.note.empty()) finding.reasons.emplace_back(ClassifiedBy{std::move(found.note)});
    if (found.of_one_square) finding.reasons.emplace_back(Fact::RightOfOneSquareIsKept);
    refine_cause(finding);
  } else if (!found.candidates.empty()) {
    finding.candidates = std::move(found.candidates);
    refine_cause(finding);
  }
  if ((!by_models && finding.wrong().any()) || may_be_misread(finding)) {
    acquit_or_blame_reader(finding, *probed_);
    if (finding.cause == Cause::Generation && !finding.bug_class &&
        is_right_once_moved_there(finding, *probed_)) {
      doubt_class_and_cause(finding, {BugId::FenMisread});
      return;
    }
  }
  if (!by_models || !finding.bug_class)
    blame_taking_back(finding);
  else if (finding.cause == Cause::Make || finding.cause == Cause::Count)
    acquit_of_known_bug(finding);
  // A position that is read wrongly may hide the moves that are wrong after others.
  if (finding.cause == Cause::Make && others_are_wrong_from_fen(finding) &&
      finding.subject_board.empty())
    doubt_class_and_cause(finding, {BugId::FenMisread});
}

/// Down to the shortest question and the smallest position that the subject dies of; or to the
/// wrong moves that kill it.
void Diagnosis::look_into_crash(Finding& finding, std::size_t row, KnownFaults* known) {
  finding.symptoms = symptoms_text(finding);
  if (known != nullptr && !known->is_first(finding.symptoms, row)) return;
  shorten_way(finding, *probed_);
  tell_kept_rights(finding, *probed_);
  finding.reduced = reduce(subject_, reference_, finding, stop_, finding.questions);
  if (auto wrong = list_that_runs_over(finding, *probed_, reference_))
    finding = std::move(*wrong);
  else
    tell_needed_field(finding);
  if (is_failure(finding.kind)) tell_length_of_list(finding, *probed_);
}

/// Whether a list that is wrong from its FEN is right in a fresh process: then something is left
/// over from the position before.
bool Diagnosis::is_right_when_fresh(const Finding& finding) {
  if (finding.cause != Cause::Generation || !finding.wrong().any() || !subject_.lists_moves())
    return false;
  subject_.restart();
  const auto wrong = probed_->wrong_moves(finding.here(), {});
  return wrong && !wrong->any();
}

/// A board that a bug without a model has spoiled gives some counts of any class by chance.
void Diagnosis::doubt_class_of_counts(Finding& finding) {
  if (!finding.bug_class || finding.cause != Cause::Count || finding.wrong().any() ||
      is_plain(*finding.bug_class))
    return;
  if (!probed_->has_unexplained_counts() && !probed_->counts_right_despite(*finding.bug_class))
    return;
  doubt_class_and_cause(finding, {});
  if (!subject_.lists_moves()) return;
  Classification found = class_of_counted_moves(finding, *probed_);
  if (!found.bug_class) return;
  finding.bug_class = found.bug_class;
  finding.candidates.clear();
  finding.reasons.emplace_back(ClassifiedBy{std::move(found.note)});
  refine_cause(finding);
}

/// A model may make the same moves wrong by other means; the pieces on the board tell.
void Diagnosis::correct_by_board(Finding& finding) {
  auto shown = by_misplaced_pieces(finding, *probed_);
  if (!shown) return;
  const auto is_in = [](const std::optional<BugId>& one, const std::vector<BugId>& candidates) {
    return !one || contains(candidates, one);
  };
  if (!finding.subject_board.empty() &&
      (shown->bug_class
           ? shown->bug_class == finding.bug_class || is_in(shown->bug_class, finding.candidates)
           : is_in(finding.bug_class, shown->candidates)))
    return;
  if (finding.bug_class == shown->bug_class && finding.bug_class) return;
  finding.bug_class = shown->bug_class;
  finding.candidates = std::move(shown->candidates);
  finding.exact.reset();
}

/// A board that is spoiled while moves are tried gives wrong lists of any kind.
void Diagnosis::blame_taking_back(Finding& finding) {
  const bool is_read_wrong = finding.cause == Cause::Setup && subject_.shows_board();
  if (is_read_wrong) return;
  auto proof = unrestored(finding, *probed_);
  if (!proof || (finding.cause == Cause::Count && !proof->board.by_undo)) return;
  if (!blame_reader_of_field(finding, *proof, *probed_))
    blame_unrestored(finding, std::move(*proof));
}

/// A known bug in making a move, or in counting, may be one in taking back the moves that are tried
/// before.
void Diagnosis::acquit_of_known_bug(Finding& finding) {
  auto proof = unrestored(finding, *probed_);
  if (proof && (proof->board.by_undo || proof->of_other_kind))
    blame_unrestored(finding, std::move(*proof));
}

/// Models of taking back restore the side to move, and give some counts of an engine that does not.
void Diagnosis::correct_by_side(Finding& finding) {
  if (finding.cause != Cause::Unmake || !finding.bug_class || reason_of<NotRestored>(finding))
    return;
  if (auto proof = side_not_restored(*probed_)) blame_unrestored(finding, std::move(*proof));
}

/// Nothing need be left on the board where the list itself has the moves of the next ply.
void Diagnosis::tell_shared_list(Finding& finding) {
  if (finding.cause != Cause::Unmake || reason_of<NotRestored>(finding) || !lists_next_ply(finding))
    return;
  forget(finding, {Fact::NotPutBack});
  finding.reasons.emplace_back(Fact::ListsMovesOfNextPly);
  finding.exact.reset();
  if (board_is_put_back(finding, *probed_)) {
    finding.reasons.emplace_back(Fact::RightWhenAskedAgain);
    finding.cause = Cause::Generation;
    finding.bug_class = BugId::MoveListShared;
    finding.candidates.clear();
    return;
  }
  doubt_class_and_cause(finding, {});
  finding.candidates.insert(finding.candidates.begin(), BugId::MoveListShared);
}

/// The lists of a known bug beside an unknown one may be those of moves that are made wrong, where
/// they are tried.
bool Diagnosis::may_be_tried_wrong(Finding& finding) {
  if (finding.cause != Cause::Generation || !subject_.lists_moves() || probed_->explained().counts)
    return false;
  const Classification tried = class_of_tried_moves(finding, *probed_);
  if (!tried.any()) return false;
  doubt_class_and_cause(finding, tried.classes());
  return true;
}

/// A board that is spoiled while moves are tried may give the list of a known bug.
void Diagnosis::doubt_beside_spoiled_board(Finding& finding) {
  const BugId known = *finding.bug_class;
  blame_taking_back(finding);
  if (finding.bug_class == known) return;
  const std::vector<BugId> others = classes_of(finding);
  finding.bug_class = known;
  doubt_class_and_cause(finding, others);
}

/// The standard probes may not tell a bug without a model from one that is like it. The smallest
/// position that shows it may be one where the known bugs show nothing.
void Diagnosis::doubt_by_neighbors(Finding& finding) {
  if (is_of_rights(finding, *probed_)) return doubt_class(finding, {});
  if (const auto wrong = unexplained_at_smallest(finding, *probed_)) {
    Finding smallest = finding;
    smallest.fen = finding.reduced->fen;
    smallest.blame(*wrong);
    return doubt_class(finding, classify(smallest, *probed_).classes());
  }
  if (const auto wider = wider_classes(finding, *probed_); !wider.empty())
    return doubt_class(finding, wider);
  const auto check = checked_at_neighbors(finding, *probed_);
  if (!check) return;
  if (check->of_both_colors) finding.exact->only.reset();
  if (check->refuted) doubt_class(finding, check->others);
}

/// Whether the wrong list or count of a finding without a class, or its crash, needs a field of the
/// FEN. That moves are wrong which need it themselves says nothing.
void Diagnosis::tell_needed_field(Finding& finding) {
  if (finding.bug_class || finding.cause == Cause::Make || finding.cause == Cause::Setup ||
      reason_of<NotRestored>(finding) || has_fact(finding, Fact::ListsMovesOfNextPly) ||
      depends_on_questions_before(finding) || !subject_.lists_moves())
    return;
  const bool crashed = fails_while_counting(finding);
  if (crashed && !finding.failed_on->moves.empty()) return;
  const int depth = crashed                 ? finding.failed_on->depth
                    : finding.wrong().any() ? 1
                                            : finding.divide_depth;
  const auto position = admitted(crashed ? finding.failed_on->root : finding.here());
  if (!position) return;
  for (const NeededField field : kNeededFields) {
    if (all_need(field, finding.wrong(), *position) ||
        !is_right_without(field, *position, depth, *probed_))
      continue;
    finding.reasons.emplace_back(RightWithout{field});
    put_first_of_field(finding.candidates, field);
    if (are_the_same_without(field, finding.wrong(), *position))
      drop_other_families(finding.candidates, field);
    if (are_captures_by_any_piece(finding.wrong(), *position)) {
      finding.candidates = {BugId::EpByAnyPiece};
    } else if (field == NeededField::EnPassantSquare && finding.wrong().any() &&
               piece_reaches_ep_square(*position)) {
      // A move that is tried takes the pawn, which the wrong moves show.
      doubt_class_and_cause(finding, {BugId::EpByAnyPiece, BugId::UnmakeEpPawn});
    }
    return;
  }
}

/// Classes of checks or of pins would show beside other pieces, or without the check.
void Diagnosis::tell_pins_in_check(Finding& finding) {
  const auto position = finding.position();
  if (!position || finding.bug_class || finding.cause != Cause::Generation) return;
  const auto overlooked = overlooked_by_pinned(*position, finding.wrong(), *probed_);
  if (!overlooked) return;
  finding.reasons.emplace_back(*overlooked);
  finding.candidates.clear();
}

/// Their places may be given by the reader of FENs, or by promotions.
void Diagnosis::tell_extra_pieces(Finding& finding) {
  if (finding.modeled || finding.cause == Cause::Setup || !are_of_extra_pieces(finding)) return;
  finding.reasons.emplace_back(Fact::MissingOfExtraPieces);
  forget_culprit(finding);
  doubt_class_and_cause(finding, {BugId::FenMisread, BugId::LastPieceMissing});
}

/// The king's own steps are right then.
void Diagnosis::tell_seeming_attack(Finding& finding) {
  auto seen = seems_attacked(finding, *probed_);
  if (!seen) return;
  std::vector<BugId> candidates;
  if (seen->around_edge)
    candidates.push_back(seen->by == PieceType::Knight ? BugId::KnightWraps
                                                       : BugId::PawnChecksWrap);
  for (const BugId each : finding.candidates)
    if (each != BugId::KingStepMissing && each != BugId::PieceTypeMissing)
      add_once(candidates, each);
  finding.candidates = std::move(candidates);
  finding.reasons.emplace_back(std::move(*seen));
}

/// No class has the moves that are wrong where the king's safety is tested on another board. Those
/// of one piece, or all illegal for one reason, have one.
void Diagnosis::tell_other_board(Finding& finding) {
  const auto position = finding.position();
  if (!position || finding.bug_class) return;
  if (finding.cause == Cause::Make) {
    // A check may be counted twice where a move gives it.
    if (only_the_king_moves(*position, finding.wrong()))
      finding.reasons.emplace_back(Fact::OnlyTheKingMoves);
    return;
  }
  std::set<Square> missing_from;
  for (const std::string& text : finding.missing)
    if (const auto squares = parse_move_text(text)) missing_from.insert(squares->from);
  const bool of_one_piece =
      missing_from.size() < 2 && !missing_from.contains(position->king(position->side_to_move()));
  // Interpositions may be missing by themselves.
  const bool interpose =
      all_are(finding.missing, *position, [](const MoveFacts& move) { return move.interposes; });
  if (!interpose && !of_one_piece && !seen_through(*position, finding.wrong()).empty())
    finding.reasons.emplace_back(Fact::MissingAsIfSeenThrough);
  else if (only_the_king_moves(*position, finding.wrong()))
    finding.reasons.emplace_back(Fact::OnlyTheKingMoves);
  else if (const auto attacker = false_attacker(*position, finding.wrong());
           attacker && !may_be_misread(finding))
    finding.reasons.emplace_back(*attacker);
  std::set<Illegality> reasons;
  for (const std::string& text : finding.illegal)
    if (const auto why = why_illegal(*position, text)) reasons.insert(why->reason);
  if (reasons.size() > 1 && all_opened_by_leaving(*position, finding.wrong()))
    finding.reasons.emplace_back(Fact::IllegalAsIfStillThere);
}

void Diagnosis::tell_tie_to_squares(Finding& finding) {
  if (finding.bug_class || finding.cause != Cause::Generation || !finding.reduced ||
      !finding.reduced->moves.empty() || !subject_.lists_moves())
    return;
  if (const auto tie = tie_to_squares(finding.reduced_root(), *probed_))
    finding.reasons.emplace_back(*tie);
}

}  // namespace perft_verify::verifier
