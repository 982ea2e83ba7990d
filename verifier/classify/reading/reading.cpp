#include "verifier/classify/reading/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contains.h"
#include "core/fen.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/add_once.h"
#include "verifier/classify/deviations.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/classify/inferred_state.h"
#include "verifier/classify/needed_field.h"
#include "verifier/classify/positions/probes.h"
#include "verifier/classify/positions/retraction.h"
#include "verifier/classify/reading/by_moves.h"
#include "verifier/classify/reading/controls.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {
namespace {

using Right = StateDifference::Right;

/// Neither rook stands in the corner.
constexpr const char* kInnerRook = "4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1";
constexpr const char* kAllRights = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// The fields of the FEN on which the wrong moves depend.
struct Fields {
  std::vector<Right> lost;   // castling is missing
  std::vector<Right> added;  // castling is listed without the right
  bool en_passant_lost = false;
};

/// Nothing if some wrong move depends on no such field.
std::optional<Fields> fields_of(const Finding& finding) {
  const auto position = finding.position();
  if (!position || !finding.duplicate.empty()) return std::nullopt;
  const Color us = position->side_to_move();
  Fields fields;
  for (const std::string& text : finding.missing) {
    const auto facts = move_facts(*position, text);
    if (!facts || (!facts->castling && !facts->en_passant)) return std::nullopt;
    if (facts->castling) add_once(fields.lost, Right{us, facts->side});
    fields.en_passant_lost = fields.en_passant_lost || facts->en_passant;
  }
  for (const std::string& text : finding.illegal) {
    const auto facts = move_facts(*position, text);
    if (!facts) return std::nullopt;
    if (castles_without_king(*facts)) {
      const bool kingside = file_of(facts->to) == File::G;
      add_once(fields.added, Right{us, kingside ? CastlingSide::King : CastlingSide::Queen});
      continue;
    }
    if (!facts->castling || !facts->why || facts->why->reason != Illegality::CastlingWithoutRight)
      return std::nullopt;
    add_once(fields.added, Right{us, facts->side});
  }
  return fields;
}

/// Whether it counts the answers to the double push right, from the position before it.
bool counts_after_push(const Position& position, ProbedSubject& probed) {
  for (const Retraction& each : retractions(root_of(position), 1)) {
    const auto counted = probed.count_at(each.root, 2);
    return counted && std::ranges::any_of(counted->lines, [&](const CountedLine& line) {
             return line.move == each.move && line.subject == line.reference;
           });
  }
  return false;
}

/// By the double push, which sets the square in just this position; a control is another one.
Reading reading_of_en_passant(const Finding& finding, ProbedSubject& probed) {
  const Reading by_push = reading_by_retraction(finding, probed);
  const auto position = finding.position();
  // The moves of a question may be misread as well, where it counts right after those it makes.
  if (by_push == Reading::Right && position && counts_after_push(*position, probed))
    return Reading::Untested;
  if (by_push != Reading::Untested) return by_push;
  const auto square = position ? position->en_passant() : std::nullopt;
  const bool is_read = square && right_about(control_of_en_passant(*square), probed) == true;
  return is_read ? Reading::Right : Reading::Untested;
}

/// Whether the square of a FEN is taken for a neighbor, or for that of the other color: a pawn
/// captures on an empty square then.
bool takes_another_square(ProbedSubject& probed) {
  for (const char* const fen :
       {"4k3/8/2P1P3/3pP3/8/8/2P1P3/4K3 w - d6 0 1", "4k3/8/8/1P1pPP2/8/8/8/4K3 w - d6 0 1"})
    for (const Color color : kColors) {
      auto question = reference::question_at(standard(fen), {}, 1);
      if (color == Color::Black) question = colors_flipped(std::move(question));
      const auto position = admitted(question.root);
      const auto wrong = probed.wrong_moves(question.root, {});
      if (position && wrong && any_is(wrong->illegal, *position, [&](const MoveFacts& move) {
            return move.moved && move.moved->type == PieceType::Pawn &&
                   file_of(move.from) != file_of(move.to) && !move.captured;
          }))
        return true;
    }
  return false;
}

/// By the double push, of a capture between few pieces.
Reading reading_of_control(const Control& capture, ProbedSubject& probed) {
  Finding missing;
  missing.fen = capture.root.fen;
  missing.missing = {capture.move};
  return reading_by_retraction(missing, probed);
}

/// Whether the capture is missing as well after the double push is played, here or between few
/// pieces: readers drop the square of a capture that the engine's own generator does not list.
bool is_missing_after_the_push(const Finding& finding, ProbedSubject& probed) {
  Reading reading = reading_by_retraction(finding, probed);
  const auto position = finding.position();
  if (reading == Reading::Untested && position && position->en_passant())
    reading = reading_of_control(control_of_en_passant(*position->en_passant()), probed);
  return reading == Reading::Right;
}

/// The worst of several: one field that is read wrongly is enough.
Reading together(Reading a, Reading b) {
  if (a == Reading::Wrong || b == Reading::Wrong) return Reading::Wrong;
  return a == Reading::Untested || b == Reading::Untested ? Reading::Untested : Reading::Right;
}

/// The rights that the subject loses where it is given all of them, by its lists of moves.
BugId class_of_lost_rights(ProbedSubject& probed) {
  const CastlingRights all = parse_fen(kStartPosition)->position.castling();
  int white = 0;
  int black = 0;
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides) {
      const Right right{color, side};
      if (right_about(control_of(right, all), probed) == false)
        ++(color == Color::White ? white : black);
    }
  if (white == 2 && black == 2) return BugId::FenCastlingIgnored;
  return white == 0 && black == 2 ? BugId::FenBlackRightsIgnored : BugId::FenMisread;
}

/// `fields` are those of a subject that does not show its board.
BugId class_of_misreading(const Finding& finding, const Fields& fields, ProbedSubject& probed) {
  // A right that is lost in its own letter, or only beside others.
  const auto is_misread = [&](const Right& each) {
    return is_taken_for_other_wing(each, probed) ||
           is_lost_among(each, finding.position()->castling(), probed);
  };
  if (!finding.root.chess960 && std::ranges::any_of(fields.lost, is_misread))
    return BugId::FenMisread;
  if (!fields.lost.empty() && fields.added.empty() && !fields.en_passant_lost)
    return finding.root.chess960 ? BugId::FenFileLettersIgnored : class_of_lost_rights(probed);
  if (!fields.en_passant_lost || !fields.lost.empty() || !fields.added.empty())
    return BugId::FenMisread;
  const auto lost = [&](Square square) {
    return right_about(control_of_en_passant(square), probed) == false;
  };
  const bool drops = lost(Square::D3) && lost(Square::D6) && !takes_another_square(probed);
  return drops ? BugId::FenEpIgnored : BugId::FenMisread;
}

/// The board that the subject shows right after a FEN, as an answer or in its rejection.
std::optional<std::string> shown_for(const Root& root, ProbedSubject& probed) {
  const auto shown = probed.subject().board(reference::question_at(root, {}, 1), probed.stop());
  return shown ? std::optional(*shown) : board_shown_instead(shown.error().message);
}

/// Whether some wrong move depends on a mistake of the shown board.
bool matters(const Finding& finding, const std::string& shown) {
  const auto differs = state_difference(finding.here(), shown);
  if (!differs || differs->side_to_move || !differs->squares.empty()) return true;
  const auto fields = fields_of(finding);
  if (!fields) return false;
  const auto some_of = [](const std::vector<Right>& rights, const std::vector<Right>& of) {
    return std::ranges::find_first_of(rights, of) != rights.end();
  };
  return (fields->en_passant_lost && differs->of_en_passant()) ||
         some_of(fields->lost, differs->rights_lost) ||
         some_of(fields->lost, differs->rights_elsewhere) ||
         some_of(fields->added, differs->rights_kept) ||
         some_of(fields->added, differs->rights_elsewhere);
}

/// The rights that a shown board lacks, by color.
struct ShownRights {
  bool white_lost = false, white_kept = false;
  bool black_lost = false, black_kept = false;
};

/// Nothing if the board has rights that the FEN does not give.
std::optional<ShownRights> shown_rights(const std::string& shown, const Root& root) {
  const auto differs = state_difference(root, shown);
  const auto position = admitted(root);
  if (!differs || !position || !differs->rights_kept.empty() || !differs->rights_elsewhere.empty())
    return std::nullopt;
  ShownRights rights;
  for (const CastlingSide side : kCastlingSides)
    for (const Color color : kColors) {
      if (!position->castling().rook(color, side)) continue;
      const auto& all = differs->rights_lost;
      const bool lost = contains(all, Right{color, side});
      const bool white = color == Color::White;
      (lost    ? white ? rights.white_lost : rights.black_lost
       : white ? rights.white_kept
               : rights.black_kept) = true;
    }
  return rights;
}

}  // namespace

bool may_be_misread(const Finding& finding) {
  const auto fields = fields_of(finding);
  return fields && (!fields->lost.empty() || !fields->added.empty() || fields->en_passant_lost);
}

bool loses_square_of_fen(const Finding& finding, ProbedSubject& probed) {
  const auto position = finding.position();
  if (!position || !position->en_passant()) return false;
  const Control capture = control_of_en_passant(*position->en_passant());
  return right_about(capture, probed) == false &&
         reading_of_control(capture, probed) == Reading::Wrong;
}

bool loses_rights_at_root(const Finding& finding, ProbedSubject& probed) {
  const auto fields = fields_of(finding);
  const auto root = admitted(finding.root);
  if (finding.root.chess960 || probed.subject().shows_board() || !root || !fields ||
      fields->lost.empty() || !fields->added.empty() || fields->en_passant_lost)
    return false;
  return std::ranges::all_of(fields->lost, [&](const Right& each) {
    return root->castling().rook(each.first, each.second) &&
           is_lost_among(each, root->castling(), probed);
  });
}

namespace {

ReaderVerdict verdict_by_board_or_fields(const Finding& finding, ProbedSubject& probed) {
  if (probed.subject().shows_board()) {
    const auto reads = [&](const Root& root, const std::string& shown) {
      return deviations_of_board(shown, root).empty();
    };
    // If the root is read correctly, a wrong list after moves is not the reader's fault.
    if (!finding.path.empty())
      if (const auto root = shown_for(finding.root, probed); root && reads(finding.root, *root))
        return {Reading::Right};
    const auto shown = shown_for(finding.here(), probed);
    if (!shown) return {};
    if (reads(finding.here(), *shown) || !matters(finding, *shown)) return {Reading::Right};
    const BugId bug = class_of_misread_board(*shown, finding.here(), probed);
    if (bug == BugId::FenEpIgnored && is_missing_after_the_push(finding, probed))
      return {Reading::Right};
    return {Reading::Wrong, bug};
  }
  const auto fields = fields_of(finding);
  if (!fields || !may_be_misread(finding)) {
    const Reading reading = reading_by_retraction(finding, probed);
    return {reading, reading == Reading::Wrong ? std::optional(BugId::FenMisread) : std::nullopt};
  }
  Reading reading = Reading::Right;
  const CastlingRights rights = finding.position()->castling();
  for (const Right& each : fields->lost)
    reading =
        together(reading, reading_of_right(each, rights, finding.root.chess960, false, probed));
  for (const Right& each : fields->added)
    reading =
        together(reading, reading_of_right(each, rights, finding.root.chess960, true, probed));
  if (fields->en_passant_lost) reading = together(reading, reading_of_en_passant(finding, probed));
  if (reading == Reading::Right) return {reading};
  return {reading, class_of_misreading(finding, *fields, probed),
          fields->en_passant_lost ? BugId::EpMissing
          : !fields->lost.empty() ? BugId::CastlingMissing
                                  : BugId::CastlingWithoutRight};
}

}  // namespace

ReaderVerdict reader_verdict(const Finding& finding, ProbedSubject& probed) {
  const ReaderVerdict verdict = verdict_by_board_or_fields(finding, probed);
  if (verdict.bug_class || !is_right_after_a_kings_step(finding, probed)) return verdict;
  return {Reading::Wrong, BugId::FenMisread};
}

BugId class_of_misread_board(const std::string& shown, const Root& root, ProbedSubject& probed) {
  const auto differs = state_difference(root, shown);
  if (!differs || !differs->squares.empty()) return BugId::FenMisread;
  if (differs->side_to_move) return BugId::FenSideIgnored;
  if (differs->of_rights() && differs->of_en_passant()) return BugId::FenMisread;
  if (differs->of_en_passant())
    return differs->en_passant_lost ? BugId::FenEpIgnored : BugId::FenMisread;
  // A FEN with few rights does not tell which ones are read: one with all of them does.
  const Root all_rights = standard(kAllRights);
  const auto control = shown_for(all_rights, probed);
  const auto all = control ? shown_rights(*control, all_rights) : std::nullopt;
  const auto here = shown_rights(shown, root);
  if (all && here && !all->black_kept && !here->black_kept) {
    if (!all->white_kept && !here->white_kept) return BugId::FenCastlingIgnored;
    if (!all->white_lost && !here->white_lost) return BugId::FenBlackRightsIgnored;
  }
  if (!root.chess960) return BugId::FenMisread;
  const Root inner_rook{kInnerRook, true};
  const auto outermost = shown_for(inner_rook, probed);
  const auto inner = outermost ? state_difference(inner_rook, *outermost) : std::nullopt;
  return inner && !inner->rights_elsewhere.empty() ? BugId::Chess960OutermostRook
                                                   : BugId::FenFileLettersIgnored;
}

}  // namespace perft_verify::verifier
