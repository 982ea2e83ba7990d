#include "verifier/classify/reading.h"

#include <algorithm>

#include "core/fen.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/positions/retraction.h"
#include "verifier/finding/state_difference.h"

namespace perft_verify::verifier {
namespace {

/// A game from the start position after which castling is legal, and the same position as a FEN.
const std::vector<std::string> kToCastling{"g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7"};
const char* const kMayCastle = "rnbqk2r/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQK2R w KQkq - 4 4";

/// How the fields of a FEN relate to the wrong moves.
struct Fields {
  bool castling = false;    // every wrong move castles
  bool en_passant = false;  // every wrong move is an en passant capture
};

Fields fields_of(const Finding& finding) {
  const auto parsed = parse_fen_as(finding.fen, finding.chess960);
  if (!parsed) return {};
  Fields fields{true, true};
  for (const auto* list : {&finding.illegal, &finding.missing, &finding.duplicate}) {
    for (const std::string& text : *list) {
      const auto facts = move_facts(parsed->position, text);
      fields.castling = fields.castling && facts && facts->castling;
      fields.en_passant = fields.en_passant && facts && facts->en_passant;
    }
  }
  return fields;
}

std::string without_rights(const std::string& fen) {
  std::size_t begin = 0;
  for (int field = 0; field < 2; ++field) begin = fen.find(' ', begin) + 1;
  const std::size_t end = std::min(fen.find(' ', begin), fen.size());
  return fen.substr(0, begin) + "-" + fen.substr(end);
}

bool has_none_of(const WrongMoves& wrong, const Finding& finding) {
  const auto none = [](const std::vector<std::string>& some, const std::vector<std::string>& of) {
    return std::ranges::none_of(
        of, [&](const std::string& move) { return std::ranges::find(some, move) != some.end(); });
  };
  return none(wrong.illegal, finding.illegal) && none(wrong.missing, finding.missing) &&
         none(wrong.duplicate, finding.duplicate);
}

}  // namespace

Reading reading_of(const Finding& finding, ProbedSubject& probed) {
  constexpr std::size_t kMostRetractions = 2;
  reference::Generator& subject = probed.subject();
  if (subject.shows_board()) {
    const auto shown =
        subject.board(small_question(finding.fen, finding.chess960, {}, 1), probed.stop());
    if (!shown) return Reading::Untested;
    return deviations_of_board(*shown, finding.fen, finding.chess960).empty() ? Reading::Right
                                                                              : Reading::Wrong;
  }
  if (!subject.plays_moves()) return Reading::Untested;
  if (fields_of(finding).castling) {
    // The position before is given by a FEN with the same rights; a game is not.
    const auto read = probed.wrong_moves(kMayCastle, false, {});
    if (!read) return Reading::Untested;
    if (!read->any()) return Reading::Right;
    const auto played = probed.wrong_moves(std::string(kStartPosition), false, kToCastling);
    return played && !played->any() ? Reading::Wrong : Reading::Untested;
  }
  for (const Retraction& each : retractions(finding.fen, finding.chess960, kMostRetractions)) {
    const auto wrong = probed.wrong_moves(each.fen, finding.chess960, {each.move});
    if (!wrong) continue;
    return has_none_of(*wrong, finding) ? Reading::Wrong : Reading::Right;
  }
  return Reading::Untested;
}

std::string class_of_misreading(const Finding& finding) {
  const Fields fields = fields_of(finding);
  // A field that is not read costs moves; which rook castles is another matter.
  const bool only_missing = finding.illegal.empty() && finding.duplicate.empty();
  if (fields.castling && finding.chess960) return "fen-file-letters-ignored";
  if (fields.castling && only_missing) return "fen-castling-ignored";
  if (fields.en_passant && only_missing) return "fen-ep-ignored";
  return "fen-misread";
}

std::optional<std::string> class_of_misread_board(const std::string& shown, const std::string& fen,
                                                  bool chess960) {
  const auto differs = state_difference(fen, shown, chess960);
  if (!differs || !differs->squares.empty()) return "fen-misread";
  if (differs->side_to_move) return "fen-side-ignored";
  const bool en_passant =
      differs->en_passant_kept || differs->en_passant_lost || differs->en_passant_elsewhere;
  const bool rights = !differs->rights_kept.empty() || !differs->rights_lost.empty();
  if (rights && en_passant) return "fen-misread";
  if (differs->en_passant_lost) return "fen-ep-ignored";
  if (en_passant) return "fen-misread";
  if (!rights) return std::nullopt;
  if (!differs->rights_kept.empty()) return chess960 ? "fen-file-letters-ignored" : "fen-misread";
  const auto kept = state_difference(without_rights(fen), shown, chess960);
  const bool none_left = kept && kept->rights_kept.empty();
  const bool only_black = std::ranges::all_of(
      differs->rights_lost, [](const auto& right) { return right.first == Color::Black; });
  if (none_left && !only_black) return "fen-castling-ignored";
  if (only_black && !none_left) return "fen-black-rights-ignored";
  return chess960 ? "fen-file-letters-ignored" : "fen-misread";
}

}  // namespace perft_verify::verifier
