#include "core/rules/written_move.h"

#include <algorithm>
#include <array>

#include "core/contains.h"
#include "core/rules/move_facts.h"

namespace perft_verify {
namespace {

using Kind = MeantMove::Kind;

constexpr bool is_one_of(char c, std::string_view set) { return set.contains(c); }

/// Without what is said about the move: checks, mates, judgments, "e.p.".
std::string_view bare(std::string_view text) {
  while (!text.empty() && is_one_of(text.back(), "+#!?")) text.remove_suffix(1);
  for (const std::string_view sign : {"e.p.", "ep"})
    if (text.size() > sign.size() && text.ends_with(sign)) text.remove_suffix(sign.size());
  while (!text.empty() && is_one_of(text.back(), "+#!?")) text.remove_suffix(1);
  return text;
}

bool is_null_move(std::string_view text) {
  constexpr std::array<std::string_view, 8> kSpellings{"--",   "Z0",   "0000", "(none)",
                                                       "none", "NULL", "null", "@@@@"};
  return contains(kSpellings, text);
}

/// O-O and O-O-O with letters or zeros, also without the hyphens.
std::optional<CastlingSide> castling_text(std::string_view text) {
  int wings = 0;
  for (const char c : text) {
    if (is_one_of(c, "Oo0"))
      ++wings;
    else if (c != '-')
      return std::nullopt;
  }
  if (wings == 2) return CastlingSide::King;
  if (wings == 3) return CastlingSide::Queen;
  return std::nullopt;
}

/// The piece of a letter of SAN. A lower-case b is a file.
std::optional<PieceType> piece_type_of(char letter) {
  if (is_one_of(letter, "NBRQKPnrqk")) return piece_of_letter(letter)->type;
  return std::nullopt;
}

/// SAN in its parts; long algebraic notation has file and rank of the origin.
struct SanParts {
  PieceType type = PieceType::Pawn;
  std::optional<File> file;
  std::optional<Rank> rank;
  Square to = Square::A1;
  std::optional<PieceType> promotion;

  [[nodiscard]] bool fits(Square from) const {
    return (!file || file_of(from) == *file) && (!rank || rank_of(from) == *rank);
  }
};

/// Takes "=Q", "(Q)", "/Q" or "Q" off the end.
std::optional<PieceType> take_promotion(std::string_view& text) {
  std::string_view rest = text;
  if (rest.ends_with(')')) rest.remove_suffix(1);
  if (rest.size() < 3) return std::nullopt;
  const char letter = rest.back();
  const bool marked = is_one_of(rest[rest.size() - 2], "=(/");
  // A broken generator promotes to kings and pawns, too.
  if (!is_one_of(letter, "NBRQKP") && !(marked && is_one_of(letter, "nbrqkp"))) return std::nullopt;
  rest.remove_suffix(marked ? 2 : 1);
  text = rest;
  return piece_of_letter(letter)->type;
}

std::optional<SanParts> parse_san(std::string_view text) {
  SanParts parts;
  parts.promotion = take_promotion(text);
  if (text.size() < 2) return std::nullopt;
  const auto to = parse_square(text.substr(text.size() - 2));
  if (!to) return std::nullopt;
  parts.to = *to;
  text.remove_suffix(2);
  if (!text.empty() && is_one_of(text.back(), "x-:X")) text.remove_suffix(1);
  if (!text.empty() && text.back() >= '1' && text.back() <= '8') {
    parts.rank = static_cast<Rank>(text.back() - '1');
    text.remove_suffix(1);
  }
  if (!text.empty() && text.back() >= 'a' && text.back() <= 'h') {
    parts.file = static_cast<File>(text.back() - 'a');
    text.remove_suffix(1);
  }
  if (text.size() > 1) return std::nullopt;
  if (text.empty()) return parts;
  const auto type = piece_type_of(text.front());
  if (!type) return std::nullopt;
  parts.type = *type;
  return parts;
}

std::string uci_text(Square from, Square to, std::optional<PieceType> promotion) {
  std::string text = to_string(from) + to_string(to);
  if (promotion) text += letter_of({Color::Black, *promotion});
  return text;
}

/// The moves of own pieces that the parts can stand for, though none of them is legal: those that
/// a generator without regard for its king would make, else all.
std::vector<std::string> meant_by(const Position& position, const SanParts& parts) {
  std::vector<std::string> likely;
  std::vector<std::string> possible;
  const Color us = position.side_to_move();
  for (const Square from : position.pieces(us, parts.type)) {
    // A pawn that does not say where it comes from stays on its file.
    const bool on_file = parts.type != PieceType::Pawn || parts.file || parts.rank ||
                         file_of(from) == file_of(parts.to);
    if (!parts.fits(from) || !on_file || from == parts.to) continue;
    std::string uci = uci_text(from, parts.to, parts.promotion);
    const auto facts = move_facts(position, uci);
    if (facts && (facts->pseudo_legal || facts->reaches)) likely.push_back(uci);
    possible.push_back(std::move(uci));
  }
  return likely.empty() ? possible : likely;
}

bool is_meant(const Position& position, Move move, const SanParts& parts) {
  if (move.to() != parts.to || move.kind() == MoveKind::Castling) return false;
  if (!position.pieces(parts.type).contains(move.from()) || !parts.fits(move.from())) return false;
  if (parts.type == PieceType::Pawn && !parts.file && !parts.rank &&
      file_of(move.from()) != file_of(move.to()))
    return false;
  return move.kind() == MoveKind::Promotion ? parts.promotion == move.promoted_to()
                                            : !parts.promotion;
}

MeantMove by_number(std::vector<Move> legal) {
  const Kind kind = legal.size() == 1 ? Kind::Legal : Kind::Ambiguous;
  return {kind, std::move(legal), {}};
}

MeantMove illegal(std::vector<std::string> meant) { return {Kind::Illegal, {}, std::move(meant)}; }

/// Where castling would lead if it were legal: the rook of the right, else the outermost rook,
/// else the square of the king in standard chess.
std::string castling_that_is_none(const Position& position, CastlingSide side) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  Square to = castled_king(us, side);
  if (!position.chess960()) return uci_text(king, to, std::nullopt);
  std::optional<Square> rook = position.castling().rook(us, side);
  if (!rook)
    for (const Square each : position.pieces(us, PieceType::Rook)) {
      if (rank_of(each) != rank_of(king) || castling_side(king, each) != side) continue;
      if (!rook || side == CastlingSide::King) rook = each;
    }
  return uci_text(king, rook.value_or(to), std::nullopt);
}

MeantMove read_castling(const Position& position, CastlingSide side) {
  for (const Move move : legal_moves(position))
    if (move.kind() == MoveKind::Castling && castling_side(move.from(), move.to()) == side)
      return by_number({move});
  return illegal({castling_that_is_none(position, side)});
}

/// Two squares, as UCI writes them; castling may be spelled as in the other kind of chess, where
/// the same text is no other legal move.
MeantMove read_squares(const Position& position, const MoveText& text) {
  const bool to_own_rook =
      position.pieces(position.side_to_move(), PieceType::Rook).contains(text.to);
  std::optional<Move> other_spelling;
  for (const Move move : legal_moves(position)) {
    if (move.from() != text.from) continue;
    if (move.kind() == MoveKind::Castling) {
      const Square king_to =
          castled_king(position.side_to_move(), castling_side(text.from, move.to()));
      const Square own = position.chess960() ? move.to() : king_to;
      if (text.to == own && text.promotion == '\0') return by_number({move});
      if (text.to == (position.chess960() ? king_to : move.to()) && text.promotion == '\0')
        other_spelling = move;
      continue;
    }
    if (move.to() != text.to) continue;
    const char promotion =
        move.kind() == MoveKind::Promotion ? letter_of({Color::Black, move.promoted_to()}) : '\0';
    if (promotion == text.promotion) return by_number({move});
  }
  if (other_spelling) return by_number({*other_spelling});
  // Castling that is not legal, in the other spelling.
  if (!position.chess960() && to_own_rook && text.from == position.king(position.side_to_move()) &&
      rank_of(text.from) == rank_of(text.to))
    return illegal({castling_that_is_none(position, castling_side(text.from, text.to))});
  std::string uci = to_string(text.from) + to_string(text.to);
  if (text.promotion != '\0') uci += text.promotion;
  return illegal({std::move(uci)});
}

}  // namespace

std::optional<MeantMove> read_move(const Position& position, std::string_view written) {
  if (is_null_move(written)) return MeantMove{Kind::Null, {}, {}};
  const std::string_view text = bare(written);
  if (const auto side = castling_text(text)) return read_castling(position, *side);
  if (auto squares = parse_move_text(text)) return read_squares(position, *squares);
  const auto parts = parse_san(text);
  if (!parts) return std::nullopt;
  std::vector<Move> legal;
  for (const Move move : legal_moves(position))
    if (is_meant(position, move, *parts)) legal.push_back(move);
  if (!legal.empty()) return by_number(std::move(legal));
  // A king that "moves" like castling: Ke1-g1, and Kg1 where nothing else fits.
  auto meant = meant_by(position, *parts);
  if (parts->type == PieceType::King && meant.size() == 1)
    return read_squares(position, *parse_move_text(meant.front()));
  return illegal(std::move(meant));
}

}  // namespace perft_verify
