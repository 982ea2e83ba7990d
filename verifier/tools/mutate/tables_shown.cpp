#include "verifier/tools/mutate/tables_shown.h"

#include <array>
#include <utility>

#include "core/attacks.h"
#include "verifier/tools/mutate/situation_code.h"

namespace perft_verify::verifier {
namespace {

/// The tables of attacks that a suite may show to be right, in the order of TablesShown::tables.
enum Table : std::uint8_t { Knights, Kings, WhitePawns, BlackPawns, Bishops, Rooks, Checks, Pins };
constexpr std::array<std::string_view, 8> kTables{
    "targets of knights",     "targets of kings",     "targets of white pawns",
    "targets of black pawns", "blockers for bishops", "blockers for rooks",
    "checks edge to edge",    "pins edge to edge"};

/// The squares that a table has for a square: targets, blockers with something behind them, or
/// those of the king that a slider checks, or pins a piece to, from edge to edge.
Bitboard entries_of(std::size_t table, Square from) {
  switch (table) {
    case Knights:
      return knight_attacks(from);
    case Kings:
      return king_attacks(from);
    case WhitePawns:
    case BlackPawns:
      return kBackRanks.contains(from)
                 ? kNoSquares
                 : pawn_attacks(table == WhitePawns ? Color::White : Color::Black, from);
    case Checks:
    case Pins: {
      Bitboard across;
      for (const Square to : queen_attacks(from, kNoSquares))
        if (is_edge_to_edge(from, to)) across |= Bitboard{to};
      return across;
    }
    default: {
      Bitboard inner;
      const PieceType slider = table == Bishops ? PieceType::Bishop : PieceType::Rook;
      for (const Square end : attacks(slider, from, kNoSquares)) inner |= between(from, end);
      return inner;
    }
  }
}

}  // namespace

TablesShown tables_shown(const std::set<std::uint64_t>& situations) {
  using Entry = std::pair<std::uint64_t, std::uint64_t>;  // squares
  std::array<std::set<Entry>, kTables.size()> shown;
  for (const std::uint64_t situation : situations) {
    const auto [fact, color, kind, type, from, to, x, y, z, w] = digits_of(situation);
    // The details of a blocker are the slider, its square and the blocker's.
    if (fact == number_of(SituationFact::Blocker) + 1)
      shown[color == number_of(PieceType::Bishop) ? Bishops : Rooks].emplace(kind, type);
    // The details of a line are whether it pins, the slider's square and the king's.
    if (fact == number_of(SituationFact::LineToKing) + 1)
      shown[color == 0 ? Checks : Pins].emplace(kind, type);
    if (fact != number_of(SituationFact::Move) + 1 || (kind >= kCastling && kind < kDoublePush))
      continue;
    // White and Black share the tables of knights and kings.
    if (type == number_of(PieceType::Knight)) shown[Knights].emplace(from, to);
    if (type == number_of(PieceType::King)) shown[Kings].emplace(from, to);
    if (type == number_of(PieceType::Pawn) && from % 8 != to % 8)
      shown[color == number_of(Color::White) ? WhitePawns : BlackPawns].emplace(from, to);
  }
  TablesShown result;
  for (std::size_t table = 0; table < kTables.size(); ++table) {
    TablesShown::Table& one = result.tables.emplace_back(kTables[table]);
    for (const Square from : ~kNoSquares)
      for (const Square to : entries_of(table, from)) {
        ++one.all;
        if (!shown[table].contains({number_of(from), number_of(to)}))
          one.missing.push_back(to_string(from) + to_string(to));
      }
    std::size_t& sum = table < Bishops  ? result.leaper_targets
                       : table < Checks ? result.blockers
                                        : result.lines;
    sum += one.all - one.missing.size();
  }
  return result;
}

}  // namespace perft_verify::verifier
