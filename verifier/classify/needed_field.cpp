#include "verifier/classify/needed_field.h"

namespace perft_verify::verifier {

bool has_field(NeededField field, const Position& position) {
  return field == NeededField::EnPassantSquare ? position.en_passant().has_value()
                                               : position.castling().any();
}

bool castles_without_king(const MoveFacts& move) {
  const bool along_back_rank = rank_of(move.from) == rank_of(move.to) &&
                               kBackRanks.contains(move.from) && file_of(move.from) == File::E;
  return !move.moved && along_back_rank &&
         (file_of(move.to) == File::G || file_of(move.to) == File::C);
}

bool needs(NeededField field, const MoveFacts& move) {
  return field == NeededField::EnPassantSquare ? move.en_passant
                                               : move.castling || castles_without_king(move);
}

Position without(NeededField field, const Position& position) {
  PositionParts parts = position.parts();
  if (field == NeededField::EnPassantSquare)
    parts.en_passant.reset();
  else
    parts.castling = {};
  return Position(parts);
}

bool is_right_without(NeededField field, const Position& position, int depth,
                      ProbedSubject& probed) {
  if (!has_field(field, position)) return false;
  const std::string fen = without(field, position).fen();
  if (depth == 1) {
    // Some engines answer right once they have answered before, whatever the field.
    probed.subject().restart();
    const auto wrong = probed.wrong_moves(fen, position.chess960(), {});
    return wrong && !wrong->any();
  }
  const auto counted = probed.count_at(fen, position.chess960(), depth);
  return counted && !counted->other_moves && counted->is_right();
}

bool any_needs(NeededField field, const Finding& finding, const Position& position) {
  for (const auto* moves : {&finding.illegal, &finding.missing, &finding.duplicate})
    for (const std::string& text : *moves) {
      const auto move = move_facts(position, text);
      if (!move || needs(field, *move)) return true;
    }
  return false;
}

}  // namespace perft_verify::verifier
