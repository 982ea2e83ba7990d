#include "verifier/classify/reading/controls.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/contains.h"
#include "core/fen.h"
#include "core/line.h"
#include "core/rules/move_facts.h"

namespace perft_verify::verifier {
namespace {

using Moves = std::vector<std::string>;
using Right = StateDifference::Right;

/// A game from the start position that clears the squares between the kings and the rooks of that
/// side, and lets every rook move.
Moves game_to(CastlingSide side) {
  return side == CastlingSide::King
             ? Moves{"g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "b1c3", "b8c6"}
             : Moves{"b1c3", "b8c6", "d2d4", "d7d5", "c1f4",
                     "c8f5", "d1d2", "d8d7", "g1f3", "g8f6"};
}

/// A game after which castling by that right is legal, and only these rights are left: the other
/// rooks have moved and come back.
Moves game_to_right(const Right& right, const CastlingRights& left) {
  Moves white;
  Moves black;
  const auto lose = [&](Color color, CastlingSide side, const char* out, const char* back) {
    if (left.rook(color, side)) return;
    Moves& moves = color == Color::White ? white : black;
    moves.emplace_back(out);
    moves.emplace_back(back);
  };
  lose(Color::White, CastlingSide::King, "h1g1", "g1h1");
  lose(Color::White, CastlingSide::Queen, "a1b1", "b1a1");
  lose(Color::Black, CastlingSide::King, "h8g8", "g8h8");
  lose(Color::Black, CastlingSide::Queen, "a8b8", "b8a8");
  for (const char* const waiting : {"h2h3", "h3h4", "a2a3", "a3a4"})
    if (white.size() < black.size()) white.emplace_back(waiting);
  for (const char* const waiting : {"h7h6", "h6h5", "a7a6", "a6a5"})
    if (black.size() < white.size()) black.emplace_back(waiting);
  Moves game = game_to(right.second);
  for (std::size_t ply = 0; ply < white.size(); ++ply) {
    game.push_back(white[ply]);
    game.push_back(black[ply]);
  }
  if (right.first == Color::Black) game.emplace_back("e2e3");
  return game;
}

/// A game after which castling on that side needs a right that is lost: the kings have moved and
/// come back.
Moves game_without_right(const Right& right) {
  Moves game = game_to(right.second);
  const bool kingside = right.second == CastlingSide::King;
  for (const char* const move : {kingside ? "e1f1" : "e1d1", kingside ? "e8f8" : "e8d8",
                                 kingside ? "f1e1" : "d1e1", kingside ? "f8e8" : "d8e8"})
    game.emplace_back(move);
  if (right.first == Color::Black) game.emplace_back("e2e3");
  return game;
}

/// The move of standard chess.
std::string castling_by(const Right& right) {
  return fmt::format("e{0}{1}{0}", right.first == Color::White ? '1' : '8',
                     right.second == CastlingSide::King ? 'g' : 'c');
}

Control control_after(const Right& right, const Moves& game) {
  Line line;
  const bool played = line.push_texts(game).has_value();
  return {played ? root_of(line.position()) : Root(), castling_by(right)};
}

/// No game leads to these positions in Chess960. The letter names the inner one of two rooks.
Control control960_of(const Right& right) {
  const bool kingside = right.second == CastlingSide::King;
  if (right.first == Color::White)
    return kingside ? Control{{"4k3/8/8/8/8/8/8/3KR2R w E - 0 1", true}, "d1e1"}
                    : Control{{"4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", true}, "e1d1"};
  return kingside ? Control{{"3kr2r/8/8/8/8/8/8/4K3 b e - 0 1", true}, "d8e8"}
                  : Control{{"r2rk3/8/8/8/8/8/8/4K3 b d - 0 1", true}, "e8d8"};
}

}  // namespace

bool is_elsewhere(const WrongMoves& wrong, const Root& root) {
  const auto position = admitted(root);
  return position && std::ranges::any_of(wrong.illegal, [&](const std::string& text) {
           const auto move = move_facts(*position, text);
           return !move || !move->moved || move->moved->color != position->side_to_move();
         });
}

std::optional<bool> right_about(const Control& control, ProbedSubject& probed, const Moves& game) {
  probed.subject().restart();  // remains of another position are no reading of this one
  const auto wrong =
      probed.wrong_moves(game.empty() ? control.root : standard(kStartPosition), game);
  if (!wrong || is_elsewhere(*wrong, control.root)) return std::nullopt;
  return !contains(wrong->missing, control.move) && !contains(wrong->illegal, control.move);
}

Control control_of(const Right& right, const CastlingRights& left) {
  return control_after(right, game_to_right(right, left));
}

bool is_taken_for_other_wing(const Right& right, ProbedSubject& probed) {
  const auto lists = [&](CastlingSide letter, CastlingSide wing) {
    const bool kingside = letter == CastlingSide::King;
    const Control control{
        standard(right.first == Color::White
                     ? fmt::format("4k3/8/8/8/8/8/8/R3K2R w {} - 0 1", kingside ? 'K' : 'Q')
                     : fmt::format("r3k2r/8/8/8/8/8/8/4K3 b {} - 0 1", kingside ? 'k' : 'q')),
        castling_by({right.first, wing})};
    const auto is_right = right_about(control, probed);
    return is_right ? std::optional(*is_right == (letter == wing)) : std::nullopt;
  };
  const CastlingSide other =
      right.second == CastlingSide::King ? CastlingSide::Queen : CastlingSide::King;
  return lists(right.second, other) == true && lists(other, other) == true;
}

bool is_lost_among(const Right& right, const CastlingRights& rights, ProbedSubject& probed) {
  const Color color = right.first;
  const CastlingSide side = right.second;
  const auto rook = rights.rook(color, side);
  const auto at_home = admitted(standard("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"));
  if (!rook || !at_home || !probed.subject().plays_moves()) return false;
  CastlingRights alone;
  alone.grant(color, side, *rook);
  if (rights == alone) return false;
  const auto is_missing = [&](const CastlingRights& read, const Moves& moves) {
    PositionParts parts = at_home->parts();
    parts.side_to_move = color;
    parts.castling = read;
    const auto wrong = probed.wrong_moves(root_of(Position(parts)), moves);
    return wrong ? std::optional(contains(wrong->missing, castling_by(right))) : std::nullopt;
  };
  const bool white = color == Color::White;
  const Moves others_lost = {
      side == CastlingSide::King ? (white ? "a1a2" : "a8a7") : (white ? "h1h2" : "h8h7"),
      white ? "e8e7" : "e1e2"};
  return is_missing(alone, {}) == false && is_missing(rights, {}) == true &&
         is_missing(rights, others_lost) == true;
}

Reading reading_of_right(const Right& right, const CastlingRights& rights, bool chess960,
                         bool added, ProbedSubject& probed) {
  if (chess960)
    return right_about(control960_of(right), probed) == true ? Reading::Right : Reading::Untested;
  // Readers may take one letter for another, so the letters that are there are kept.
  const Moves game =
      added && !rights.any() ? game_without_right(right) : game_to_right(right, rights);
  const Control control = control_after(right, game);
  const auto read = right_about(control, probed);
  if (!read) return Reading::Untested;
  if (*read) return Reading::Right;
  if (!probed.subject().plays_moves()) return Reading::Untested;
  const auto played = right_about(control, probed, game);
  if (!played) return Reading::Untested;
  if (*played) return Reading::Wrong;
  if (added) return Reading::Right;
  if (is_lost_among(right, rights, probed)) return Reading::Wrong;
  // Many engines read the start position as a FEN too, and then lose the rights there as well.
  return is_taken_for_other_wing(right, probed) ? Reading::Wrong : Reading::Untested;
}

Control control_of_en_passant(Square square) {
  const int file = index(file_of(square));
  const int capturer = file > 0 ? file - 1 : file + 1;
  const bool white_captures = rank_of(square) == Rank::R6;
  std::string rank(8, '1');
  rank[static_cast<std::size_t>(file)] = white_captures ? 'p' : 'P';
  rank[static_cast<std::size_t>(capturer)] = white_captures ? 'P' : 'p';
  const char kings = file < 4 ? 'h' : 'a';
  const std::string fen =
      fmt::format("{}/8/8/{}/{}/8/8/{} {} - {} 0 1", kings == 'h' ? "7k" : "k7",
                  white_captures ? rank : "8", white_captures ? "8" : rank,
                  kings == 'h' ? "7K" : "K7", white_captures ? 'w' : 'b', to_string(square));
  const auto parsed = parse_fen(fen);
  return {standard(parsed ? parsed->position.fen() : fen),
          fmt::format("{}{}{}", static_cast<char>('a' + capturer), white_captures ? '5' : '4',
                      to_string(square))};
}

}  // namespace perft_verify::verifier
