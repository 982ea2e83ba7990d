#include "verifier/classify/move_traits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <ranges>
#include <string>
#include <vector>

#include "verifier/classify/patterns/words.h"

namespace perft_verify::verifier {
namespace {

using Values = TraitValues;

constexpr Values bit(int number) { return Values{1} << number; }
template <typename Enum>
constexpr Values bit_of(Enum value) {
  return bit(static_cast<int>(value));
}

/// The values of all of them together.
template <typename Range, typename Value>
Values all_of(const Range& range, Value value) {
  Values values = 0;
  for (const auto& each : range) values |= value(each);
  return values;
}

int direction_number(int files, int ranks) {
  const auto sign = [](int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); };
  return 3 * (sign(files) + 1) + sign(ranks) + 1;
}
int direction_between(Square from, Square to) {
  return direction_number(index(file_of(to)) - index(file_of(from)),
                          index(rank_of(to)) - index(rank_of(from)));
}
Square seen_by(Color us, Square square) { return us == Color::White ? square : flip_rank(square); }

/// The king's square after the move.
Square king_after(const MoveFacts& move, const Scene& scene) {
  return patterns::is(move, PieceType::King) && !move.castling ? move.to : scene.king;
}

enum class Kind : std::uint8_t { Ordinary, EnPassant, Castling, Promotion, DoubleStep };
Kind kind_of(const MoveFacts& move) {
  if (move.en_passant) return Kind::EnPassant;
  if (move.castling) return Kind::Castling;
  if (move.to_last_rank) return Kind::Promotion;
  return move.double_step ? Kind::DoubleStep : Kind::Ordinary;
}

/// A bit for each direction from the king, as `us` sees the board, in which an attacker is.
Values directions_of_attackers(const MoveFacts& move, const Scene& scene, Color us) {
  const Square king = seen_by(us, king_after(move, scene));
  return all_of(move.exposed_to, [&](const Attacker& each) {
    return bit(direction_between(king, seen_by(us, each.square)));
  });
}

/// A bit for each of the knight's squares; attackers of other kinds meet the condition.
Values squares_of_knights(const MoveFacts& move, const Scene& scene) {
  return all_of(move.exposed_to, [&](const Attacker& each) {
    return each.type == PieceType::Knight
               ? bit((index(each.square) - index(king_after(move, scene)) + 64) % 64)
               : Values{0};
  });
}

Values distances_of_attackers(const MoveFacts& move, const Scene& scene) {
  return all_of(move.exposed_to, [king = king_after(move, scene)](const Attacker& each) {
    return bit(std::max(std::abs(index(file_of(each.square)) - index(file_of(king))),
                        std::abs(index(rank_of(each.square)) - index(rank_of(king)))));
  });
}

Values squares_attacked(const MoveFacts& move) {
  if (!move.castling) return 0;
  const CastlingFacts& facts = move.castling_facts;
  return (move.in_check ? bit(0) : 0) | (facts.transit_attacked ? bit(1) : 0) |
         (facts.target_attacked ? bit(2) : 0);
}

int letter_of(const MoveFacts& move) {
  const auto at = std::string_view("bnqrpk").find(move.promotion);
  return at == std::string_view::npos ? 6 : static_cast<int>(at);
}

/// The pieces between the two squares of a move along a line; for castling, between the king and
/// its rook.
std::vector<Piece> pieces_between(const MoveFacts& move, const Scene& scene) {
  std::vector<Piece> found;
  const int files = index(file_of(move.to)) - index(file_of(move.from));
  const int ranks = index(rank_of(move.to)) - index(rank_of(move.from));
  if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return found;
  const auto sign = [](int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); };
  const Offset step{sign(files), sign(ranks)};
  for (auto at = stepped(move.from, step); at; at = stepped(*at, step)) {
    if (!move.castling && *at == move.to) break;
    const auto piece = scene.board[static_cast<std::size_t>(index(*at))];
    if (!piece) continue;
    if (move.castling && *piece == Piece{scene.us, PieceType::Rook}) break;
    found.push_back(*piece);
  }
  return found;
}

/// Whether the target is on the line from the king to a checker, or behind the checker.
bool on_line_of_check(const MoveFacts& move, const Scene& scene) {
  for (const Square checker : scene.checkers) {
    const LineKind line = line_kind(scene.king, checker);
    if (line != LineKind::None && move.to != scene.king && line_kind(scene.king, move.to) == line &&
        direction_between(scene.king, move.to) == direction_between(scene.king, checker))
      return true;
  }
  return false;
}

constexpr std::string_view kPieces = "pawns|knights|bishops|rooks|queens|kings";
constexpr std::string_view kDirections =
    "southwest|west|northwest|south|nowhere|north|southeast|east|northeast";
constexpr std::string_view kDistances = "0|1|2|3|4|5|6|7";
constexpr std::string_view kFiles = "a|b|c|d|e|f|g|h";
constexpr std::string_view kRanks = "1|2|3|4|5|6|7|8";
constexpr std::string_view kSquares = "squares";  // by their names
constexpr std::string_view kNumber = "number";    // of the values

#define OF(...)                                                                               \
  [](const MoveFacts& move [[maybe_unused]], const Scene& scene [[maybe_unused]]) -> Values { \
    return __VA_ARGS__;                                                                       \
  }

const MoveTrait kTraits[] = {
    {1.0, OF(bit_of(scene.us)), "{} only", "White|Black"},
    {1.0, OF(bit_of(scene.root.chess960)), "{} only", "standard chess|Chess960"},
    {1.0, OF(bit_of(move.moved->type)), "moves of {}", kPieces},
    {0.9, OF(bit_of(kind_of(move))), "{}",
     "ordinary moves|en passant|castling|promotions|double pushes"},
    {1.0, OF(bit_of(move.captured.has_value())), "{}", "quiet moves|captures"},
    {1.4, OF(move.captured ? bit_of(move.captured->type) : bit(6)), "where {} are captured",
     "pawns|knights|bishops|rooks|queens|kings|no pieces"},
    {1.0, OF(bit(letter_of(move))), "to {}", "bishop|knight|queen|rook|pawn|king|no other piece"},
    {1.0, OF(bit(move.castling ? 1 + static_cast<int>(move.side) : 0)), "{}",
     "not castling|kingside|queenside"},
    {1.0, OF(bit_of(move.in_check)), "{}", "out of check|in check"},
    {1.2,
     OF(bit(move.double_check ? 2
            : move.in_check   ? 1
                              : 0)),
     "{}", "out of check|in single check|in double check"},
    {1.2,
     OF(bit(move.captures_checker ? 1
            : move.interposes     ? 2
                                  : 0)),
     "{}", "no answers to check|captures of the checker|interpositions"},
    {1.0, OF(squares_attacked(move)), "attacks on {}",
     "the king's square|the squares between|the target"},
    {1.2, OF(move.castling ? bit_of(scene.castling.rook(~scene.us, move.side).has_value()) : 0),
     "where the other side {} castle on the same side", "may not|may"},
    {1.2,
     OF(all_of(pieces_between(move, scene),
               [&](Piece piece) { return bit_of(piece.color != scene.us); })),
     "over pieces of {}", "its own side|the other side"},
    {1.4, OF(all_of(pieces_between(move, scene), [](Piece piece) { return bit_of(piece.type); })),
     "over {}", kPieces},
    {1.5, OF(bit(std::min<int>(static_cast<int>(pieces_between(move, scene).size()), 7))),
     "over {} pieces", kDistances},
    {1.4, OF(bit_of(on_line_of_check(move, scene))), "{} the line of the check", "off|on"},
    {1.4,
     OF(all_of(scene.checkers,
               [&](Square checker) {
                 return bit_of(scene.board[static_cast<std::size_t>(index(checker))]->type);
               })),
     "checks by {}", kPieces},
    {1.3, OF(all_of(move.exposed_to, [](const Attacker& each) { return bit_of(each.type); })),
     "attacks by {}", kPieces},
    {1.1, OF(all_of(move.exposed_to, [](const Attacker& each) { return bit_of(each.line); })),
     "attacks along {}", "no line|ranks|files|diagonals"},
    {1.4, OF(directions_of_attackers(move, scene, Color::White)), "attackers to the {} of the king",
     kDirections},
    {1.5, OF(directions_of_attackers(move, scene, scene.us)),
     "attackers to the {} of the king, as its side sees it", kDirections},
    {1.5, OF(squares_of_knights(move, scene)), "knights on {} of the eight squares around",
     kNumber},
    {1.6, OF(distances_of_attackers(move, scene)), "attackers {} squares away", kDistances},
    {1.2, OF(move.pinned_by ? bit_of(move.pinned_by->type) : bit(6)), "pinned by {}",
     "pawns|knights|bishops|rooks|queens|kings|nothing"},
    {1.2, OF(move.pinned_by ? bit_of(move.pinned_by->line) : bit(4)), "pinned along {}",
     "no line|ranks|files|diagonals|no line"},
    {1.3, OF(bit(direction_between(seen_by(scene.us, move.from), seen_by(scene.us, move.to)))),
     "moves to the {}, as the mover sees it", kDirections},
    {1.3, OF(bit(direction_between(move.from, move.to))), "moves to the {}", kDirections},
    {1.6, OF(bit(patterns::distance_of(move))), "moves of {} squares", kDistances},
    {1.8, OF(bit_of(file_of(move.from))), "from the {} file", kFiles},
    {1.8, OF(bit_of(file_of(move.to))), "to the {} file", kFiles},
    {1.9, OF(bit_of(rank_of(seen_by(scene.us, move.from)))), "from rank {}, as the mover counts",
     kRanks},
    {1.9, OF(bit_of(rank_of(seen_by(scene.us, move.to)))), "to rank {}, as the mover counts",
     kRanks},
    {2.2, OF(bit(index(seen_by(scene.us, move.from)))), "from {}, as White would see it", kSquares},
    {2.2, OF(bit(index(seen_by(scene.us, move.to)))), "to {}, as White would see it", kSquares},
};

#undef OF

std::vector<std::string> names_of(Values values, std::string_view names) {
  std::vector<std::string> found;
  if (names == kNumber) return {fmt::format("{}", std::popcount(values))};
  int number = 0;
  if (names == kSquares) {
    for (; number < kSquareCount; ++number)
      if ((values & bit(number)) != 0) found.push_back(to_string(square_at(number)));
    return found;
  }
  for (const auto name : std::views::split(names, '|'))
    if ((values & bit(number++)) != 0) found.emplace_back(name.begin(), name.end());
  return found;
}

}  // namespace

std::span<const MoveTrait> move_traits() { return kTraits; }

std::string MoveTrait::text_of(TraitValues found) const {
  return fmt::format(fmt::runtime(text),
                     fmt::format("{}", fmt::join(names_of(found, values), " or ")));
}

}  // namespace perft_verify::verifier
