#include "audit/session.h"

#include <algorithm>

#include "core/rules/move_facts.h"

namespace perft_verify::audit {
namespace {

bool loses_right(const Position& position, Square square) {
  return std::ranges::any_of(
      kColors, [&](Color color) { return position.castling().side_of(color, square).has_value(); });
}

bool has_right(const Position& position, Color color) {
  return position.castling().rook(color, CastlingSide::King) ||
         position.castling().rook(color, CastlingSide::Queen);
}

}  // namespace

// The list is as long as the set of legal moves, and each of these is in it: so none comes twice,
// and nothing else is there. Nothing has to be compared move by move, or sorted.
bool Session::lists_legal(const Codes& codes) {
  if (codes.overflown() || codes.size() != legal.size()) return false;
  Code bits = 0;
  for (const Code code : codes) {
    bits |= code;
    listed_.add(subject.known_place(code));
  }
  if (legal.take_from(listed_) && bits <= 0xffff) return true;
  // Some are new, or have more than 16 bits, or are wrong.
  listed_.clear();
  for (const Code code : codes) listed_.add(subject.place(code));
  if (legal.take_from(listed_)) return true;
  listed_.clear();
  return false;
}

void Session::report(Fault fault, std::string_view circumstance, std::string sentence,
                     std::string move) {
  std::vector<Move> moves;
  for (const Step& step : path) moves.push_back(step.move);
  report_at(fault, circumstance, std::move(sentence), std::move(moves), std::move(move));
}

void Session::report_at(Fault fault, std::string_view circumstance, std::string sentence,
                        std::vector<Move> moves, std::string move) {
  Symptom symptom{fault, std::string(circumstance)};
  const auto [found, is_new] = failures.try_emplace(symptom);
  Failure& failure = found->second;
  const std::uint64_t times = is_new ? 1 : failure.times + 1;
  if (is_new || moves.size() < failure.path.size())
    failure = {std::move(symptom),
               std::move(sentence),
               std::move(move),
               row,
               root,
               std::move(moves),
               foreign};
  failure.times = times;
}

void Session::restore() {
  ++restorations;
  subject.set(root);
  for (const Step& step : path) subject.make(step.code);
}

std::string kind_of(const Position& position, Move move) {
  const auto moved = position.piece_on(move.from());
  if (!moved) return "";
  if (move.kind() == MoveKind::Castling) return "castling";
  if (move.kind() == MoveKind::EnPassant) return "en-passant";
  const bool captures = position.piece_on(move.to()).has_value();
  const bool promotes = move.kind() == MoveKind::Promotion;
  std::string kinds;
  const auto add = [&](std::string_view kind) {
    if (!kinds.empty()) kinds += '+';
    kinds += kind;
  };
  if (captures && loses_right(position, move.to())) add("rook-captured");
  if (promotes) add("promotion");
  if (moved->type == PieceType::King && has_right(position, moved->color)) add("king-with-right");
  if (loses_right(position, move.from())) add("rook-with-right");
  if (captures) add("capture");
  if (!kinds.empty()) return kinds;
  if (moved->type == PieceType::Pawn)
    return std::abs(index(move.to()) - index(move.from())) == 16 ? "double-push" : "pawn-push";
  return moved->type == PieceType::King ? "king" : "piece";
}

std::string kind_of(const Position& position, Plain move) {
  const Square from = square_at(move & 63);
  const Square to = square_at(move >> 6 & 63);
  const auto moved = position.piece_on(from);
  if (move == kUnreadable || !moved) return "";
  if (const int promotion = move >> 12; promotion > 0)
    return kind_of(position, Move::promotion(from, to, static_cast<PieceType>(promotion)));
  if (moved->type == PieceType::Pawn && to == position.en_passant() && file_of(from) != file_of(to))
    return "en-passant";
  if (moved->type == PieceType::King && !king_attacks(from).contains(to)) return "castling";
  return kind_of(position, Move::normal(from, to));
}

std::string check_kind(const Position& position, Move move, const Position& after) {
  const Bitboard checkers = after.checkers();
  if (move.kind() != MoveKind::Normal) return kind_of(position, move);
  if (checkers.any() && !checkers.contains(move.to())) return "discovered";
  return std::string(to_string(position.piece_on(move.from())->type));
}

bool captures_en_passant(const Position& position) {
  return position.en_passant() && legal_targets(position).en_passant.any();
}

bool possible(const Position& position, Plain move) {
  const auto facts = move_facts(position, to_string(move));
  return facts && (facts->pseudo_legal || (facts->castling && facts->castling_facts.right &&
                                           facts->castling_facts.path_free));
}

Illegal why(const Position& position, Plain move) {
  constexpr std::array<std::string_view, 23> kNames{"not-a-move",
                                                    "no-piece",
                                                    "opposing-piece",
                                                    "own-piece-captured",
                                                    "wrong-geometry",
                                                    "path-blocked",
                                                    "pawn-push-blocked",
                                                    "pawn-captures-nothing",
                                                    "promotion-missing",
                                                    "promotion-unexpected",
                                                    "king-captured",
                                                    "castling-without-right",
                                                    "castling-blocked",
                                                    "castling-out-of-check",
                                                    "castling-through-check",
                                                    "castling-into-check",
                                                    "king-into-check",
                                                    "king-xray",
                                                    "kings-adjacent",
                                                    "double-check",
                                                    "check-not-answered",
                                                    "pinned",
                                                    "en-passant-exposes-king"};
  static_assert(kNames.size() == static_cast<std::size_t>(Illegality::EnPassantExposesKing) + 1);
  auto reason = why_illegal(position, to_string(move));
  if (!reason) return {"", ""};
  return {kNames[static_cast<std::size_t>(reason->reason)], std::move(reason->sentence)};
}

}  // namespace perft_verify::audit
