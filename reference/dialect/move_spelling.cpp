#include "reference/dialect/move_spelling.h"

#include "core/notation.h"
#include "core/rules/written_move.h"
#include "core/text/lines.h"

namespace perft_verify::reference {
namespace {

bool begins_with_square(std::string_view text) {
  return text.size() >= 2 && lower_case(text[0]) >= 'a' && lower_case(text[0]) <= 'h' &&
         text[1] >= '1' && text[1] <= '8';
}

Square square_of(std::string_view text) {
  return make_square(static_cast<File>(lower_case(text[0]) - 'a'),
                     static_cast<Rank>(text[1] - '1'));
}

/// The word without check, capture and en passant marks at the end.
std::string_view bare(std::string_view word) {
  for (const std::string_view mark : {" e.p.", "e.p.", "ep"})
    if (word.size() > mark.size() && word.ends_with(mark)) word.remove_suffix(mark.size());
  while (!word.empty() && std::string_view("+#!?").contains(word.back())) word.remove_suffix(1);
  return word;
}

/// The promotion letter of `=Q`, `(Q)`, `/Q`, `Q`, `q`; 0 if there is none.
char promotion_letter(std::string_view text) {
  for (const char c : text)
    if (std::string_view("qrbnkp").contains(lower_case(c))) return lower_case(c);
  return 0;
}

/// The castling move of that wing: by the right, else as a king of standard chess would move.
std::string castling(const Position& position, CastlingSide side) {
  const Color color = position.side_to_move();
  const Square king = position.king(color);
  const Square target = castled_king(color, side);
  const auto rook = position.castling().rook(color, side);
  if (position.chess960() && rook) return to_string(king) + to_string(*rook);
  return to_string(king) + to_string(target);
}

/// Nf3, Nbxd7, R1e2, e4, exd5, e8=Q. An illegal move stands if only one piece can be meant.
std::optional<SpelledMove> read_san(std::string_view word, const Position& position) {
  const auto meant = perft_verify::read_move(position, word);
  if (!meant) return std::nullopt;
  if (meant->kind == MeantMove::Kind::Legal)
    return SpelledMove{to_uci(meant->legal.front(), position.chess960()), Spelling::San};
  if (meant->kind != MeantMove::Kind::Illegal || meant->meant.size() != 1) return std::nullopt;
  const std::string& uci = meant->meant.front();
  const bool pawn = position.pieces(PieceType::Pawn).contains(square_of(uci));
  const bool bare_pawn = pawn && uci.size() == 4 && std::string_view("18").contains(uci[3]);
  return SpelledMove{uci, bare_pawn ? Spelling::NoPromotion : Spelling::San};
}

}  // namespace

std::optional<SpelledMove> read_move(std::string_view word, const Position& position) {
  word = bare(word);
  if (word.empty()) return std::nullopt;
  if (word == "O-O" || word == "0-0" || word == "o-o")
    return SpelledMove{castling(position, CastlingSide::King), Spelling::Castling};
  if (word == "O-O-O" || word == "0-0-0" || word == "o-o-o" || word == "OOO")
    return SpelledMove{castling(position, CastlingSide::Queen), Spelling::Castling};

  // Two squares, with or without a piece letter, a hyphen or a cross.
  std::string_view rest = word;
  bool plain = true;
  if (rest.size() > 4 && !begins_with_square(rest) && begins_with_square(rest.substr(1))) {
    rest.remove_prefix(1);
    plain = false;
  }
  if (!begins_with_square(rest)) return read_san(word, position);
  // "B4d3" is a bishop of the fourth rank, "B4D3" a move from b4.
  if (plain && rest.size() > 2 && rest[0] == 'B' && lower_case(rest[2]) == rest[2])
    if (auto of_bishop = read_san(word, position)) return of_bishop;
  const Square from = square_of(rest);
  plain = plain && lower_case(rest[0]) == rest[0];
  std::string_view second = rest.substr(2);
  if (!second.empty() && std::string_view("-x:").contains(second.front())) {
    second.remove_prefix(1);
    plain = false;
  }
  if (second.size() > 2 && !begins_with_square(second) && begins_with_square(second.substr(1))) {
    second.remove_prefix(1);
    plain = false;
  }
  if (!begins_with_square(second)) return read_san(word, position);
  const Square to = square_of(second);
  plain = plain && lower_case(second[0]) == second[0];
  const std::string_view suffix = second.substr(2);
  const char promotion = promotion_letter(suffix);
  if (!suffix.empty() && (suffix.size() > 1 || suffix[0] != promotion)) plain = false;

  SpelledMove move{to_string(from) + to_string(to), plain ? Spelling::Uci : Spelling::LongOther};
  if (promotion != 0) {
    move.uci += promotion;
    return move;
  }
  const auto piece = position.piece_on(from);
  const Color us = position.side_to_move();
  if (!piece || piece->color != us) return move;
  if (piece->type == PieceType::Pawn && rank_of(to) == relative_rank(us, Rank::R8)) {
    move.spelling = Spelling::NoPromotion;
    return move;
  }
  if (piece->type != PieceType::King) return move;
  // The king captures its own rook, moves farther than a step, or not at all where it stands on its
  // target already. Whether it has the right is another question.
  const bool home = from == make_square(File::E, relative_rank(us, Rank::R1));
  const bool corner =
      rank_of(to) == rank_of(from) && (file_of(to) == File::A || file_of(to) == File::H);
  if (!position.chess960() && home && corner)
    return SpelledMove{castling(position, castling_side(from, to)), Spelling::RookCastling};
  for (const CastlingSide side : kCastlingSides) {
    const auto rook = position.castling().rook(us, side);
    if (!rook) continue;
    const bool step = (king_attacks(from) & Bitboard{to}).any();
    if (position.chess960() && to == castled_king(us, side) && to != *rook && !step)
      return SpelledMove{castling(position, side), Spelling::KingCastling};
  }
  return move;
}

std::string with_rook_castling(std::string_view uci, const Position& position) {
  const auto move = find_legal(position, uci);
  if (!move || move->kind() != MoveKind::Castling) return std::string(uci);
  return to_string(move->from()) + to_string(move->to());
}

std::string x_fen(const Position& position) {
  std::string rights;
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      const auto rook = position.castling().rook(color, side);
      if (!rook) continue;
      bool outermost = true;
      for (const Square other : position.pieces(color, PieceType::Rook)) {
        if (rank_of(other) != rank_of(*rook)) continue;
        if (side == CastlingSide::King ? index(other) > index(*rook) : index(other) < index(*rook))
          outermost = false;
      }
      char letter = outermost ? (side == CastlingSide::King ? 'K' : 'Q')
                              : static_cast<char>('A' + index(file_of(*rook)));
      if (color == Color::Black) letter = lower_case(letter);
      rights += letter;
    }
  }
  std::string fen = position.fen();
  const std::size_t begin = fen.find(' ', fen.find(' ') + 1) + 1;
  fen.replace(begin, fen.find(' ', begin) - begin, rights.empty() ? "-" : rights);
  return fen;
}

}  // namespace perft_verify::reference
