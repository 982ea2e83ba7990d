#include "reference/uci/board_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"

namespace perft_verify::reference {
namespace {

std::optional<Piece> at(const Placement& placement, int number) {
  return placement[static_cast<std::size_t>(number)];
}

/// X-FEN: K and Q mean the outermost rook on that side of the king.
std::optional<Square> rook_of(const Placement& placement, const CastlingLetter& letter) {
  const int first = index(letter.color) * 56;
  const auto on_first_rank = [&](int number) { return number >= first && number < first + 8; };
  int king = -1;
  for (int number = 0; number < kSquareCount; ++number)
    if (at(placement, number) == Piece{letter.color, PieceType::King} &&
        (king < 0 || on_first_rank(number)))
      king = number;
  if (letter.file) return square_at(first + index(*letter.file));
  // Where the king is lost, as by a move that is taken back wrongly, any rook may be the one.
  if (king >= 0 && !on_first_rank(king)) return std::nullopt;
  const bool kings_side = letter.side == CastlingSide::King;
  for (int step = 0; step < 8; ++step) {
    const int number = kings_side ? first + 7 - step : first + step;
    if (number == king) return std::nullopt;
    if (at(placement, number) == Piece{letter.color, PieceType::Rook}) return square_at(number);
  }
  return std::nullopt;
}

bool lists_all_moves(const ShownAndListed& answer, const Root& root) {
  return std::ranges::equal(answer.moves.lines, legal_texts(*admitted(root)), {}, &RootCount::move);
}

using Rooks = std::array<std::optional<Square>, 4>;

std::string squares_text(const Rooks& rooks) {
  std::string text;
  for (const auto& rook : rooks)
    if (rook) text += (text.empty() ? "" : " ") + to_string(*rook);
  return text;
}

/// Those that are not among the others.
Rooks without(Rooks rooks, const Rooks& others) {
  for (auto& rook : rooks)
    if (std::ranges::find(others, rook) != others.end()) rook.reset();
  return rooks;
}

std::string rights_text(const Rooks& expected, const Rooks& found) {
  const std::string missing = squares_text(without(expected, found));
  const std::string more = squares_text(without(found, expected));
  const auto of_rooks = [](const std::string& squares) {
    return fmt::format("castling right{0} of the rook{0} on {1}", squares.size() > 2 ? "s" : "",
                       squares);
  };
  if (more.empty()) return "without the " + of_rooks(missing);
  if (missing.empty()) return "with the " + of_rooks(more);
  return fmt::format("with the {} instead of {}", of_rooks(more), missing);
}

}  // namespace

std::string piece_text(std::optional<Piece> piece) {
  return piece ? fmt::format("a {} {}", piece->color == Color::White ? "white" : "black",
                             to_string(piece->type))
               : "nothing";
}

std::expected<BoardFacts, FenError> board_facts(std::string_view fen) {
  const auto fields = parse_fen_syntax(fen, {.lenient_clocks = true});
  if (!fields) return std::unexpected(fields.error());
  BoardFacts facts;
  facts.placement = fields->placement;
  facts.side_to_move = fields->side_to_move;
  facts.fullmove_number = fields->fullmove_number;
  for (int number = 0; number < fields->castling_count; ++number) {
    const CastlingLetter& letter = fields->castling[static_cast<std::size_t>(number)];
    const auto rook = rook_of(fields->placement, letter);
    if (!rook) return std::unexpected(FenError{FenErrorReason::CastlingRookMissing, letter.offset});
    facts.castling_rooks[static_cast<std::size_t>(number)] = rook;
  }
  std::ranges::sort(facts.castling_rooks, [](const auto& a, const auto& b) {
    return (a ? index(*a) : kSquareCount) < (b ? index(*b) : kSquareCount);
  });
  facts.en_passant = fields->en_passant;
  if (facts.en_passant) {
    const Color pusher = ~facts.side_to_move;
    const int forward = pusher == Color::White ? 8 : -8;
    const int passed = index(*facts.en_passant);
    const auto fail = [&](FenErrorReason reason) {
      return std::unexpected(FenError{reason, fields->en_passant_offset});
    };
    if (at(facts.placement, passed)) return fail(FenErrorReason::EnPassantSquareOccupied);
    if (at(facts.placement, passed + forward) != Piece{pusher, PieceType::Pawn})
      return fail(FenErrorReason::EnPassantPawnMissing);
    if (at(facts.placement, passed - forward)) return fail(FenErrorReason::EnPassantOriginOccupied);
  }
  return facts;
}

std::string difference(const BoardFacts& expected, const BoardFacts& found, bool with_en_passant) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  int squares = 0;
  for (int number = 0; number < kSquareCount; ++number)
    if (at(expected.placement, number) != at(found.placement, number) && ++squares <= 3)
      add(fmt::format("on {} stands {} instead of {}", to_string(square_at(number)),
                      piece_text(at(found.placement, number)),
                      piece_text(at(expected.placement, number))));
  if (squares > 3) add(fmt::format("and {} more squares differ", squares - 3));
  if (expected.side_to_move != found.side_to_move)
    add(fmt::format("{} is to move instead of {}", to_string(found.side_to_move),
                    to_string(expected.side_to_move)));
  if (expected.castling_rooks != found.castling_rooks)
    add(rights_text(expected.castling_rooks, found.castling_rooks));
  if (with_en_passant && expected.en_passant != found.en_passant)
    add(fmt::format("the en passant square is {} instead of {}",
                    found.en_passant ? to_string(*found.en_passant) : "-",
                    expected.en_passant ? to_string(*expected.en_passant) : "-"));
  return text;
}

ShownAndListed shown_and_listed(std::string_view shown, Divide moves) {
  const auto board = board_facts(shown);
  return {board ? std::optional(*board) : std::nullopt, std::move(moves)};
}

bool castles_as_it_shows(
    const std::function<std::optional<ShownAndListed>(const std::string& fen)>& ask) {
  for (const auto& [side, rank] : {std::pair{'w', '1'}, std::pair{'b', '8'}}) {
    const std::string fen = fmt::format("r3k2r/8/8/8/8/8/8/R3K2R {} KQkq - 0 1", side);
    const auto sent = board_facts(fen);
    const auto answer = ask(fen);
    if (!answer || !answer->board || answer->board->placement != sent->placement ||
        answer->board->side_to_move != sent->side_to_move)
      return false;
    for (const auto& [rook_file, target] : {std::pair{'a', 'c'}, std::pair{'h', 'g'}}) {
      const auto rook = parse_square(fmt::format("{}{}", rook_file, rank));
      const auto& rooks = answer->board->castling_rooks;
      const bool shown = std::ranges::find(rooks, rook) != rooks.end();
      const std::string castling = fmt::format("e{0}{1}{0}", rank, target);
      const auto& lines = answer->moves.lines;
      const bool listed = std::ranges::find(lines, castling, &RootCount::move) != lines.end();
      if (shown != listed) return false;
    }
  }
  return true;
}

std::set<std::string> legal_texts(const Position& position) {
  std::set<std::string> texts;
  for (const Move move : legal_moves(position)) texts.insert(to_uci(move, position.chess960()));
  return texts;
}

std::optional<Position> position_shown(const std::string& shown, bool chess960) {
  if (const auto parsed = parse_fen(
          shown, {.chess960 = chess960 ? Chess960::On : Chess960::Off, .lenient_clocks = true}))
    return parsed->position;
  const auto fields =
      parse_fen_syntax(with_en_passant(shown, std::nullopt), {.lenient_clocks = true});
  if (!fields) return std::nullopt;
  PositionParts parts;
  for (int number = 0; number < kSquareCount; ++number)
    if (const auto piece = at(fields->placement, number)) parts.put(square_at(number), *piece);
  parts.side_to_move = fields->side_to_move;
  return parts.has_both_kings() ? std::optional(Position(parts)) : std::nullopt;
}

bool lists_as_it_shows(const std::string& shown, std::string_view sent, const Divide& listed) {
  if (!parse_fen_syntax(with_en_passant(shown, std::nullopt), {.lenient_clocks = true}))
    return false;
  const auto other = position_shown(shown, false);
  const auto right = legal_texts(parse_fen(sent)->position);
  std::set<std::string> texts;
  for (const RootCount& line : listed.lines) texts.insert(line.move);
  // Without kings nothing moves; some generators list castling by the rights alone.
  if (!other)
    return listed.total == texts.size() && std::ranges::all_of(texts, [&](const std::string& each) {
             const bool is_castling =
                 each == "e1g1" || each == "e1c1" || each == "e8g8" || each == "e8c8";
             return is_castling && !right.contains(each);
           });
  const auto there = legal_texts(*other);
  if (listed.lines.empty()) return listed.total == there.size() && there.size() != right.size();
  return texts == there && texts != right;
}

bool misprints_boards(
    const std::function<std::optional<ShownAndListed>(const std::string& fen)>& ask) {
  // The square is often misprinted by a writer that has it right.
  const std::string with_square = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
  const auto answer_with_square = ask(with_square);
  if (answer_with_square && lists_all_moves(*answer_with_square, standard(with_square))) {
    const auto& board = answer_with_square->board;
    if (!board || (board->en_passant && board->en_passant != Square::D6)) return true;
  }
  std::vector<BoardFacts> shown;
  for (const std::string fen :
       {"r3k2r/1p6/8/8/8/8/6P1/R3K2R b q - 0 1", "r3k2r/1p6/8/8/8/8/6P1/R3K2R w K - 0 1"}) {
    const auto answer = ask(fen);
    if (!answer || !lists_all_moves(*answer, standard(fen))) return false;
    if (answer->board) shown.push_back(*answer->board);
  }
  return shown.size() < 2 || shown[0].side_to_move == shown[1].side_to_move ||
         shown[0].castling_rooks == shown[1].castling_rooks;
}

bool misprints_chess960(
    const std::function<std::optional<ShownAndListed>(const std::string& fen)>& ask) {
  bool misprinted = false;
  for (const char* const side : {"w", "b"}) {
    const std::string fen = fmt::format("1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 {} GBgb - 0 1", side);
    const auto answer = ask(fen);
    if (!answer || !lists_all_moves(*answer, {fen, true})) return false;
    misprinted = misprinted || !answer->board ||
                 !difference(*board_facts(fen), *answer->board, false).empty();
  }
  return misprinted;
}

std::optional<Square> double_step_square(const BoardFacts& before, const BoardFacts& after) {
  const Color mover = before.side_to_move;
  const Piece pawn{mover, PieceType::Pawn};
  const int first = mover == Color::White ? 8 : 48;
  const int forward = mover == Color::White ? 8 : -8;
  for (int from = first; from < first + 8; ++from) {
    const int to = from + 2 * forward;
    if (at(before.placement, from) == pawn && !at(after.placement, from) &&
        !at(before.placement, to) && at(after.placement, to) == pawn)
      return square_at(from + forward);
  }
  return std::nullopt;
}

std::string with_en_passant(std::string_view fen, std::optional<Square> square) {
  std::string text;
  int field = 0;
  while (!fen.empty()) {
    const std::size_t blank = fen.find(' ');
    if (field > 0) text += ' ';
    text += field == 3 ? (square ? to_string(*square) : "-") : std::string(fen.substr(0, blank));
    ++field;
    fen.remove_prefix(blank == std::string_view::npos ? fen.size() : blank + 1);
  }
  return text;
}

std::string without_clocks(std::string_view fen) {
  std::size_t end = 0;
  for (int field = 0; field < 4 && end != std::string_view::npos; ++field)
    end = fen.find(' ', end + 1);
  return std::string(fen.substr(0, end));
}

std::string with_fresh_clocks(std::string_view fen) { return without_clocks(fen) + " 0 1"; }

bool has_halfmoves(std::string_view fen) {
  const auto fields = parse_fen_syntax(fen, {.lenient_clocks = true});
  return fields && fields->halfmove_clock > 0;
}

bool is_insufficient_material(std::string_view fen) {
  const auto fields = parse_fen_syntax(fen, {.lenient_clocks = true});
  if (!fields) return false;
  int knights = 0;
  std::array<int, 2> bishops{};  // by the color of their squares
  for (int square = 0; square < kSquareCount; ++square) {
    const auto& piece = fields->placement[static_cast<std::size_t>(square)];
    if (!piece || piece->type == PieceType::King) continue;
    if (piece->type == PieceType::Knight)
      ++knights;
    else if (piece->type == PieceType::Bishop)
      ++bishops[static_cast<std::size_t>((square / 8 + square) % 2)];
    else
      return false;
  }
  return knights == 0 ? bishops[0] == 0 || bishops[1] == 0
                      : knights == 1 && bishops[0] + bishops[1] == 0;
}

}  // namespace perft_verify::reference
