#include "verifier/diagnose/diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <set>
#include <sstream>

#include "core/movegen.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/counting.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/positions/scene.h"
#include "verifier/classify/probed_subject.h"
#include "verifier/classify/reading.h"
#include "verifier/classify/restoring/restoring.h"
#include "verifier/diagnose/attribution.h"
#include "verifier/diagnose/classify_counts.h"
#include "verifier/diagnose/classify_finding.h"
#include "verifier/diagnose/neighbor_check.h"
#include "verifier/finding/difference.h"
#include "verifier/finding/state_difference.h"
#include "verifier/locate/ask.h"
#include "verifier/locate/bisect.h"
#include "verifier/locate/shortest_failure.h"
#include "verifier/shrink/candidate.h"
#include "verifier/shrink/reduce.h"
#include "verifier/shrink/symptom.h"

namespace perft_verify::verifier {
namespace {

/// Whether a class says no more than what is seen: a wrong sum, or a number that ran over.
bool is_plain(BugId bug_class) {
  return bug_class == BugId::TotalIsNotTheSum || bug_class == BugId::CountWrong ||
         bug_class == BugId::CountOverflow16Bit || bug_class == BugId::CountOverflow32Bit;
}

bool says_nothing_of_moves(FindingKind kind) {
  return is_failure(kind) || kind == FindingKind::RejectedPosition;
}

/// Whether the other side would have no move if it were to move.
bool other_side_has_no_move(const Position& position) {
  PositionParts parts = position.parts();
  parts.side_to_move = ~parts.side_to_move;
  parts.en_passant.reset();
  const auto turned = admitted(Position(parts).fen(), position.chess960());
  return turned && legal_moves(*turned).empty();
}

/// Whether exactly the other side's moves are listed. Castling in letters is read as a move of the
/// king of the side to move.
bool lists_other_side(const Finding& finding) {
  const auto position = finding.position();
  if (!position) return false;
  const Color us = position->side_to_move();
  const auto may_be_castling = [&](const MoveFacts& move) {
    return move.from == position->king(us) &&
           (file_of(move.to) == File::C || file_of(move.to) == File::G);
  };
  bool some = false;
  for (const std::string& text : finding.illegal) {
    const auto move = move_facts(*position, text);
    if (!move || !move->moved) return false;
    if (move->moved->color == us && !may_be_castling(*move)) return false;
    some = some || move->moved->color != us;
  }
  for (const MoveFacts& move : make_scene(*position).moves)
    if (move.legal && !may_be_castling(move) &&
        std::ranges::find(finding.missing, move.text) == finding.missing.end())
      return false;
  return some || (finding.illegal.empty() && other_side_has_no_move(*position));
}

/// The kind of the moves with wrong counts, for an engine that is given FENs only: these moves are
/// made wrong, or taken back.
std::string kind_of_wrong_counts(const Finding& finding) {
  const auto kinds = kinds_of(finding.fen, finding.chess960, miscounted(finding));
  return kinds.size() == 1 ? *kinds.begin() : "several kinds";
}

/// Whether the king goes two squares along its rank, as in castling, wherever it stands, even
/// around the edge of the board.
bool is_like_castling(const MoveFacts& move) {
  const auto distance = [](auto one, auto other) {
    return std::abs(static_cast<int>(one) - static_cast<int>(other));
  };
  const int files = distance(file_of(move.from), file_of(move.to));
  const int ranks = distance(rank_of(move.from), rank_of(move.to));
  return move.moved && move.moved->type == PieceType::King &&
         ((files == 2 && ranks == 0) || (files == 6 && ranks <= 1));
}

/// Whether moves are wrong, and all of them need this field.
bool all_need(NeededField field, const WrongMoves& wrong, const Position& position) {
  const auto need = [&](const std::vector<std::string>& moves) {
    return std::ranges::all_of(moves, [&](const std::string& text) {
      const auto move = move_facts(position, text);
      return move && (needs(field, *move) ||
                      (field == NeededField::CastlingRights && is_like_castling(*move)));
    });
  };
  return wrong.any() && need(wrong.illegal) && need(wrong.missing) && need(wrong.duplicate);
}

/// The piece that the culprit moved, and the one that it captured, where castling rights or the en
/// passant square are wrong after it: each way to lose or to set them has its own code.
std::string way_to_field(const Finding& finding) {
  const auto position = finding.position();
  if (!finding.culprit || !position) return "";
  const auto before = admitted(finding.culprit_fen, finding.chess960);
  const auto move = before ? move_facts(*before, finding.culprit->move) : std::nullopt;
  if (!move || !move->moved ||
      (!all_need(NeededField::CastlingRights, finding.wrong(), *position) &&
       !all_need(NeededField::EnPassantSquare, finding.wrong(), *position)))
    return "";
  return fmt::format("|after {}{}", part_of_generator(*move, before->side_to_move()),
                     move->captured ? fmt::format(" x {}", to_string(move->captured->type)) : "");
}

/// Equal for findings of one fault: the class and the cause if they are known, or the kind of each
/// wrong move and its effects.
std::string symptoms_text(const Finding& finding) {
  if (!finding.symptoms.empty()) return finding.symptoms;
  if (says_nothing_of_moves(finding.kind))
    return finding.cause == Cause::Setup
               ? fmt::format("{}|{}", to_string(finding.cause), class_name(finding))
               : failure_signature(finding.kind, reason_of<Failed>(finding)->failure.message);
  if (finding.bug_class) return fmt::format("{}|{}", to_string(finding.cause), class_name(finding));
  if (!finding.candidates.empty() && (finding.cause != Cause::Unknown || finding.wrong().any()))
    return fmt::format("{}|{}", to_string(finding.cause),
                       fmt::join(names_of(finding.candidates), "|"));
  if (const WrongCount* const count = reason_of<WrongCount>(finding);
      count != nullptr && count->count == CountOf::Unseparated)
    return fmt::format("{}|counts of {}", to_string(finding.cause), kind_of_wrong_counts(finding));
  // After a faulty unmake, it is chance which list of moves is spoiled.
  if (finding.cause != Cause::Generation && finding.cause != Cause::Make)
    return fmt::format("{}|{}", to_string(finding.cause), class_name(finding));
  if (lists_other_side(finding)) return fmt::format("{}|the other side", to_string(finding.cause));
  if (const auto kinds = misplaced_moves(finding.fen, finding.chess960, finding.wrong()))
    return fmt::format("{}|misplaced|{}", to_string(finding.cause), *kinds);
  return fmt::format("{}|{}|{}{}{}", to_string(finding.kind), to_string(finding.cause),
                     fmt::join(symptoms_of(finding.fen, finding.chess960, finding.wrong()), "|"),
                     finding.cause == Cause::Make ? way_to_field(finding) : "",
                     beyond_games(finding) ? "|beyond games" : "");
}

/// Whether a move is listed from a square that is empty.
bool lists_a_move_from_nowhere(const WrongMoves& wrong, const Position& position) {
  return std::ranges::any_of(wrong.illegal, [&](const std::string& text) {
    const auto move = move_facts(position, text);
    return move && !move->moved;
  });
}

/// Whether these wrong moves may come of what the reader keeps of the position before.
bool may_come_of(Fact kept, const Finding& finding) {
  const Position position = *finding.position();
  const WrongMoves wrong = finding.wrong();
  if (kept == Fact::KeepsPiecesOfPositionBefore) return lists_a_move_from_nowhere(wrong, position);
  return all_need(kept == Fact::KeepsRightsOfPositionBefore ? NeededField::CastlingRights
                                                            : NeededField::EnPassantSquare,
                  wrong, position);
}

/// Its class is a candidate, and so are others: which one it is, is not known.
void doubt_class(Finding& finding, const std::vector<BugId>& others) {
  finding.candidates = classes_of(finding);
  for (const BugId each : others) add_once(finding.candidates, each);
  finding.bug_class.reset();
  finding.exact.reset();
}

/// The same where the cause is not known either.
void add_possible(Finding& finding, const std::vector<BugId>& others) {
  doubt_class(finding, others);
  finding.cause = Cause::Unknown;
}

constexpr std::array kKept{Fact::KeepsEpSquareOfPositionBefore, Fact::KeepsRightsOfPositionBefore,
                           Fact::KeepsPiecesOfPositionBefore};

std::vector<std::string> fields_of(const std::string& fen) {
  std::istringstream words(fen);
  return {std::istream_iterator<std::string>(words), {}};
}

/// The position is set up wrongly: no moves lead to it.
void blame_setup(Finding& finding) {
  finding.cause = Cause::Setup;
  finding.bug_class = BugId::FenMisread;
  finding.candidates.clear();
  finding.exact.reset();
  finding.root = finding.fen;
  finding.path.clear();
  finding.descent.clear();
}

/// With the smallest table it is right: only faults of the table are possible.
void keep_faults_of_table(Classification& found, const Finding& finding) {
  const AskedWithoutTable* const asked = reason_of<AskedWithoutTable>(finding);
  if (asked == nullptr || !asked->right) return;
  const auto is_other = [](BugId each) { return entry_of(each).cause != Cause::Hash; };
  if (found.bug_class && is_other(*found.bug_class)) found = {};
  std::erase_if(found.candidates, is_other);
  if (!found.any()) found.candidates = table_candidates(finding);
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

std::vector<Finding> Diagnosis::examine(Finding finding, std::size_t row, KnownFaults* known,
                                        int depth) {
  probed_->begin();
  std::vector<Finding> parts;
  if (finding.kind == FindingKind::RejectedPosition) blame_reader_of_board(finding);
  if (finding.kind == FindingKind::Crash && finding.failed_on) look_into_crash(finding, row, known);
  if (says_nothing_of_moves(finding.kind) || finding.kind == FindingKind::WrongState) {
    parts.push_back(std::move(finding));
  } else {
    parts = attributed(finding, *probed_);
    if (depth > 0)
      for (Finding& each : hidden_behind(finding, parts, depth, *probed_))
        parts.push_back(std::move(each));
  }
  for (Finding& each : parts) complete(each, row, known);
  for (Finding& each : parts) each.questions += probed_->asked();
  return parts;
}

void Diagnosis::complete(Finding& finding, std::size_t row, KnownFaults* known) {
  const bool misread = blame_reader_that_keeps(finding) || blame_reader_of_pieces(finding);
  const auto is_explained = [&] { return finding.bug_class || !finding.candidates.empty(); };
  if (is_explained()) doubt_class_of_counts(finding);
  if (is_explained() && finding.cause == Cause::Make) correct_by_board(finding);
  if (!misread && is_explained() && may_be_misread(finding)) acquit_or_blame_reader(finding);
  if (!is_explained() && finding.cause == Cause::Hash) tell_bug_of_table(finding);
  const bool explained = is_explained();
  finding.symptoms = symptoms_text(finding);
  const bool first = known == nullptr || known->is_first(finding.symptoms, row);
  if (!first) finding.failed_on.reset();  // one file is enough to see it again
  if (!first || says_nothing_of_moves(finding.kind)) return;
  finding.reduced = reduce(subject_, reference_, finding, stop_, finding.questions);
  if (misread) return;
  find_class(finding, explained);
  if (finding.cause == Cause::Generation) doubt_by_neighbors(finding);
  doubt_where_reader_keeps(finding);
  tell_needed_field(finding);
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

/// The class of a finding, unless it is `explained` already; and what makes it doubtful.
void Diagnosis::find_class(Finding& finding, bool explained) {
  if (!finding.reduced && is_right_when_fresh(finding)) {
    finding.cause = Cause::Unknown;
    finding.bug_class.reset();
    finding.candidates = {BugId::HashStale, BugId::FenMisread};
    finding.reasons.emplace_back(Fact::FreshProcessIsRight);
    blame_reader_that_keeps(finding);
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
    refine_cause(finding);
  } else if (!found.candidates.empty()) {
    finding.candidates = std::move(found.candidates);
    refine_cause(finding);
  }
  if ((!by_models && finding.wrong().any()) || may_be_misread(finding))
    acquit_or_blame_reader(finding);
  if (!by_models || !finding.bug_class) blame_taking_back(finding);
  // A position that is read wrongly may hide the moves that are wrong after others.
  if (finding.cause == Cause::Make && others_are_wrong_from_fen(finding) &&
      finding.subject_board.empty())
    add_possible(finding, {BugId::FenMisread});
}

/// Down to the shortest question and the smallest position that the subject dies of; or to the
/// wrong moves that kill it.
void Diagnosis::look_into_crash(Finding& finding, std::size_t row, KnownFaults* known) {
  finding.symptoms = symptoms_text(finding);
  if (known != nullptr && !known->is_first(finding.symptoms, row)) return;
  shorten_way(finding);
  finding.reduced = reduce(subject_, reference_, finding, stop_, finding.questions);
  if (auto wrong = list_that_runs_over(finding))
    finding = std::move(*wrong);
  else
    tell_needed_field(finding);
}

/// Where it answers once a piece is taken from the smallest position that it dies of, and lists
/// more moves than any position has: then the list has no room for its wrong moves.
std::optional<Finding> Diagnosis::list_that_runs_over(const Finding& crash) {
  constexpr std::size_t kMostLegalMoves = 218;
  if (!crash.reduced || crash.reduced->depth > 1 || !subject_.lists_moves()) return std::nullopt;
  const auto smallest = candidate_of(crash.reduced->fen, crash.chess960, {}, 1);
  if (!smallest) return std::nullopt;
  for (const Square square : smallest->removable()) {
    ReduceCandidate smaller = *smallest;
    smaller.parts.clear(square);
    const auto fen = smaller.fen();
    if (!fen) continue;
    const auto seen = probed_->observe(reference::question_at(*fen, crash.chess960, {}, 1));
    if (!seen || seen->answer.lines.size() <= kMostLegalMoves) continue;
    auto theirs = ask_reference(reference_, seen->question, stop_);
    const auto wrong = probed_->wrong_moves(*fen, crash.chess960, {});
    if (!theirs || !wrong || *wrong != difference(seen->answer, *theirs)) continue;
    auto finding = Bisection(subject_, reference_, seen->question, stop_)
                       .locate(seen->answer, std::move(*theirs));
    if (!finding || is_failure(finding->kind)) continue;
    finding->symptoms = crash.symptoms;
    finding->questions += crash.questions;
    finding->reasons.emplace_back(Fact::DiesOfMoreMoves);
    return std::move(*finding);
  }
  return std::nullopt;
}

/// To the shortest question that the subject dies of.
void Diagnosis::shorten_way(Finding& finding) {
  auto shortest = shortest_failure(subject_, *finding.failed_on, stop_, finding.questions);
  if (!shortest) return;
  auto& [question, failure, way] = *shortest;
  finding.reproduce_fen = question.root;
  finding.reproduce_depth = question.depth + static_cast<int>(question.moves.size());
  const auto failed = std::ranges::find_if(
      finding.reasons, [](const Reason& reason) { return std::holds_alternative<Failed>(reason); });
  // The moves are part of the way.
  if (failed != finding.reasons.end()) *failed = Failed{std::move(failure), {}};
  finding.reasons.emplace_back(std::move(way));
  finding.failed_on = std::move(question);
}

/// Whether a list that is wrong from its FEN is right in a fresh process: then something is left
/// over from the position before.
bool Diagnosis::is_right_when_fresh(const Finding& finding) {
  if (finding.cause != Cause::Generation || !finding.wrong().any() || !subject_.lists_moves())
    return false;
  subject_.restart();
  const auto wrong = probed_->wrong_moves(finding.fen, finding.chess960, {});
  return wrong && !wrong->any();
}

/// A board that a bug without a model has spoiled gives some counts of any class by chance.
void Diagnosis::doubt_class_of_counts(Finding& finding) {
  if (!finding.bug_class || finding.cause != Cause::Count || finding.wrong().any() ||
      is_plain(*finding.bug_class))
    return;
  if (!probed_->has_unexplained_counts() && !probed_->counts_right_despite(*finding.bug_class))
    return;
  add_possible(finding, {});
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
    return !one || std::ranges::find(candidates, one) != candidates.end();
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

/// For an engine that shows the pieces of the FEN it was given, but another side, right or square.
/// One that shows other pieces may have refused the position.
void Diagnosis::blame_reader_of_board(Finding& finding) {
  if (kept_of_position_before(finding)) return blame_setup(finding);
  const auto shown = board_shown_instead(reason_of<Failed>(finding)->failure.message);
  if (!shown) return;
  const auto differs = state_difference(finding.fen, *shown, finding.chess960);
  if (!differs || !differs->squares.empty() || !differs->any()) return;
  finding.cause = Cause::Setup;
  finding.bug_class = class_of_misread_board(*shown, finding.fen, finding.chess960, *probed_);
}

std::optional<Fact> Diagnosis::kept_by_reader(const std::string& fen,
                                              const reference::Failure& failure) {
  const auto shown = board_shown_instead(failure.message);
  if (!shown || failure.kind != reference::FailureKind::RejectedPosition || !subject_.lists_moves())
    return std::nullopt;
  const std::vector<std::string> sent = fields_of(fen);
  const std::vector<std::string> seen = fields_of(*shown);
  probed_->begin();
  for (const auto& [field, kept] : {std::pair{std::size_t{0}, Fact::KeepsPiecesOfPositionBefore},
                                    std::pair{std::size_t{2}, Fact::KeepsRightsOfPositionBefore},
                                    std::pair{std::size_t{3}, Fact::KeepsEpSquareOfPositionBefore}})
    if (field < std::min(sent.size(), seen.size()) && sent[field] != seen[field] &&
        probed_->keeps_of_position_before(kept))
      return kept;
  return std::nullopt;
}

/// For lists that are those of other boards wherever a piece of one letter stands. Without a board
/// to look at, that is no proof.
bool Diagnosis::blame_reader_of_pieces(Finding& finding) {
  if (finding.bug_class || finding.cause != Cause::Generation || !finding.wrong().any() ||
      subject_.shows_board())
    return false;
  const auto& misread = probed_->misreading();
  if (!misread || !may_be_by(*misread, finding)) return false;
  finding.cause = Cause::Unknown;
  finding.candidates = {BugId::FenMisread};
  finding.symptoms = "pieces misread";
  finding.reasons.emplace_back(*misread);
  return true;
}

/// For what a reader that keeps something of the position before may give, if it is such a reader.
bool Diagnosis::blame_reader_that_keeps(Finding& finding) {
  if (finding.bug_class || !finding.position() || !subject_.lists_moves()) return false;
  const bool depends = depends_on_questions_before(finding);
  for (const Fact kept : kKept) {
    if (!(depends || may_come_of(kept, finding)) || !probed_->keeps_of_position_before(kept))
      continue;
    forget_culprit(finding);
    blame_setup(finding);
    finding.reasons.emplace_back(kept);
    return true;
  }
  return false;
}

/// A right of the position before may have it try castling, which spoils the board; and pieces of
/// it stand in the way, attack and pin.
void Diagnosis::doubt_where_reader_keeps(Finding& finding) {
  if (finding.modeled || finding.bug_class || !subject_.lists_moves()) return;
  const auto keeps = [&](Fact kept) { return probed_->keeps_of_position_before(kept); };
  if ((finding.cause == Cause::Unmake && keeps(Fact::KeepsRightsOfPositionBefore)) ||
      (finding.cause == Cause::Generation && keeps(Fact::KeepsPiecesOfPositionBefore)))
    add_possible(finding, {BugId::FenMisread});
}

/// A list that is wrong from the FEN may be the reader's fault, which only other experiments show.
void Diagnosis::acquit_or_blame_reader(Finding& finding) {
  if (finding.cause != Cause::Generation && finding.cause != Cause::Setup) return;
  const ReaderVerdict verdict = reader_verdict(finding, *probed_);
  if (!verdict.bug_class) {
    if (verdict.reading != Reading::Right || finding.cause != Cause::Setup) return;
    finding.cause = Cause::Generation;
    finding.bug_class.reset();
    finding.candidates.clear();
    finding.exact.reset();
    return;
  }
  // No field of a FEN lists a move twice.
  if (verdict.reading == Reading::Wrong && finding.duplicate.empty()) {
    blame_setup(finding);
    finding.bug_class = verdict.bug_class;
    return;
  }
  std::vector<BugId> others = {*verdict.bug_class};
  if (finding.cause == Cause::Setup && verdict.otherwise) others.push_back(*verdict.otherwise);
  add_possible(finding, others);
}

/// A board that is spoiled while moves are tried gives wrong lists of any kind.
void Diagnosis::blame_taking_back(Finding& finding) {
  const bool is_read_wrong = finding.cause == Cause::Setup && subject_.shows_board();
  if (is_read_wrong || finding.cause == Cause::Count) return;
  auto proof = unrestored(finding, *probed_);
  if (!proof) return;
  forget_culprit(finding);
  forget(finding,
         {Fact::NotPutBack, Fact::CountsOfOtherMoves, Fact::CountsOneAndNoDrawRuleApplies});
  finding.cause = proof->board.by_undo ? Cause::Unmake : Cause::Unknown;
  // Counts may have told already which of the candidates it is.
  const std::vector<BugId>& possible = proof->found.candidates;
  const bool agrees = proof->board.by_undo && finding.bug_class &&
                      std::ranges::find(possible, finding.bug_class) != possible.end();
  if (!agrees) {
    finding.bug_class = proof->found.bug_class;
    finding.candidates = std::move(proof->found.candidates);
    finding.exact.reset();
  }
  finding.reasons.emplace_back(std::move(proof->board));
}

/// The lists of a known bug beside an unknown one may be those of moves that are made wrong, where
/// they are tried.
bool Diagnosis::may_be_tried_wrong(Finding& finding) {
  if (finding.cause != Cause::Generation || !subject_.lists_moves() || probed_->explained().counts)
    return false;
  const Classification tried = class_of_tried_moves(finding, *probed_);
  if (!tried.any()) return false;
  add_possible(finding, tried.classes());
  return true;
}

/// A board that is spoiled while moves are tried may give the list of a known bug.
void Diagnosis::doubt_beside_spoiled_board(Finding& finding) {
  const BugId known = *finding.bug_class;
  blame_taking_back(finding);
  if (finding.bug_class == known) return;
  const std::vector<BugId> others = classes_of(finding);
  finding.bug_class = known;
  add_possible(finding, others);
}

/// The standard probes may not tell a bug without a model from one that is like it.
void Diagnosis::doubt_by_neighbors(Finding& finding) {
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
      reason_of<NotRestored>(finding) || depends_on_questions_before(finding) ||
      !subject_.lists_moves())
    return;
  const bool crashed = finding.kind == FindingKind::Crash;
  if (crashed && !finding.failed_on->moves.empty()) return;
  const int depth = crashed                 ? finding.failed_on->depth
                    : finding.wrong().any() ? 1
                                            : finding.divide_depth;
  const auto position = admitted(crashed ? finding.failed_on->root : finding.fen, finding.chess960);
  if (!position) return;
  for (const NeededField field : kNeededFields) {
    if (all_need(field, finding.wrong(), *position) ||
        !is_right_without(field, *position, depth, *probed_))
      continue;
    finding.reasons.emplace_back(RightWithout{field});
    put_first_of_field(finding.candidates, field);
    return;
  }
}

/// A count that is wrong only from some depth on may be caused by a table, or by unmaking that
/// needs some plies; a bug with exactly the same counts decides it, and so do candidates that all
/// have one cause. Candidates of several causes leave open whether a move was made wrong.
void Diagnosis::refine_cause(Finding& finding) {
  const Cause cause = entry_of(finding.bug_class.value_or(finding.candidates.front())).cause;
  const bool one_cause =
      finding.bug_class || std::ranges::all_of(finding.candidates, [cause](BugId each) {
        return entry_of(each).cause == cause;
      });
  if (!one_cause && finding.cause == Cause::Make) finding.cause = Cause::Unknown;
  // Moves that are made wrong elsewhere are tried wrong here.
  if (one_cause && cause == Cause::Make && finding.cause == Cause::Generation)
    finding.cause = Cause::Unknown;
  if (finding.cause != Cause::Hash && finding.cause != Cause::Unmake &&
      finding.cause != Cause::Unknown)
    return;
  if (one_cause && (cause == Cause::Count || cause == Cause::Unmake || cause == Cause::Hash)) {
    finding.cause = cause;
    if (has_fact(finding, Fact::CountsOfOtherMoves) && cause == Cause::Unmake)
      finding.reasons.emplace_back(Fact::NotPutBack);
    forget(finding, {Fact::CountsOfOtherMoves});
  } else if (finding.bug_class && cause == Cause::Generation) {
    finding.cause = cause;
    forget(finding, {Fact::CountsOfOtherMoves});
  }
  if (finding.cause != Cause::Unmake)
    forget(finding, {Fact::NotPutBack, Fact::CountsOneAndNoDrawRuleApplies});
}

}  // namespace perft_verify::verifier
