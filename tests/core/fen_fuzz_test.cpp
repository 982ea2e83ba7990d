// Random and mutated texts: nothing crashes, and every accepted text passes a gate that is written
// here a second time, from the rules and not from the code.
#include <gtest/gtest.h>

#include <cctype>

#include "tests/core/position_helpers.h"
#include "tests/support/suite_positions.h"

namespace perft_verify {
namespace {

int count(const Position& position, Color color, PieceType type) {
  int pieces = 0;
  for (int number = 0; number < kSquareCount; ++number)
    pieces += position.piece_on(square_at(number)) == Piece{color, type} ? 1 : 0;
  return pieces;
}

std::string piece_counts_violation(const Position& position, Color color) {
  const int pawns = count(position, color, PieceType::Pawn);
  const int knights = count(position, color, PieceType::Knight);
  const int bishops = count(position, color, PieceType::Bishop);
  const int rooks = count(position, color, PieceType::Rook);
  const int queens = count(position, color, PieceType::Queen);
  if (count(position, color, PieceType::King) != 1) return "kings";
  if (pawns > 8) return "pawns";
  if (pawns + knights + bishops + rooks + queens + 1 > 16) return "pieces";
  const int promoted = std::max(knights - 2, 0) + std::max(bishops - 2, 0) +
                       std::max(rooks - 2, 0) + std::max(queens - 1, 0);
  return promoted > 8 - pawns ? "promoted pieces" : "";
}

std::string castling_violation(const Position& position, Color color) {
  const int back_rank = color == Color::White ? 0 : 7;
  const int king = index(position.king(color));
  for (const CastlingSide side : kCastlingSides) {
    const auto rook = position.castling().rook(color, side);
    if (!rook) continue;
    if (king / 8 != back_rank || index(*rook) / 8 != back_rank) return "right off the back rank";
    if (position.piece_on(*rook) != Piece{color, PieceType::Rook}) return "right without rook";
    if ((index(*rook) > king) != (side == CastlingSide::King)) return "rook on the wrong side";
    const bool classical = king % 8 == 4 && index(*rook) % 8 == (index(*rook) > king ? 7 : 0);
    if (!position.chess960() && !classical) return "displaced right in standard chess";
  }
  return "";
}

std::string en_passant_violation(const Position& position) {
  if (!position.en_passant()) return "";
  const int passed = index(*position.en_passant());
  const bool white_moves = position.side_to_move() == Color::White;
  const int toward_pawn = white_moves ? -8 : 8;
  if (passed / 8 != (white_moves ? 5 : 2)) return "en passant rank";
  if (position.piece_on(square_at(passed))) return "en passant square occupied";
  if (position.piece_on(square_at(passed - toward_pawn))) return "en passant origin occupied";
  if (position.piece_on(square_at(passed + toward_pawn)) !=
      Piece{~position.side_to_move(), PieceType::Pawn})
    return "en passant pawn missing";
  return "";
}

/// The defect that the gate should have refused; empty if none.
std::string gate_violation(const Position& position) {
  for (const Color color : kColors) {
    if (auto violation = piece_counts_violation(position, color); !violation.empty())
      return violation;
    if (auto violation = castling_violation(position, color); !violation.empty()) return violation;
  }
  for (int file = 0; file < 8; ++file)
    for (const int rank : {0, 7})
      if (const auto piece = position.piece_on(square_at(rank * 8 + file));
          piece && piece->type == PieceType::Pawn)
        return "pawn on a back rank";
  const Color opponent = ~position.side_to_move();
  if (test::naive_attackers(position, position.king(opponent), position.side_to_move()).any())
    return "opponent in check";
  if (position.halfmove_clock() > 999) return "halfmove clock";
  if (position.fullmove_number() < 1 || position.fullmove_number() > 99999)
    return "fullmove number";
  return en_passant_violation(position);
}

/// Parses a text, which may be anything; returns whether it was accepted.
bool check_text(const std::string& text, FenOptions options) {
  const auto parsed = parse_fen(text, options);
  if (!parsed) {
    EXPECT_LE(parsed.error().offset, text.size()) << text;
    return false;
  }
  const Position& position = parsed->position;
  EXPECT_EQ(gate_violation(position), "") << text;
  EXPECT_EQ(position.broken_invariant(), std::nullopt) << text;
  const std::string fen = position.fen();
  EXPECT_LE(fen.size(), 100U) << text;
  EXPECT_TRUE(std::ranges::all_of(fen, [](char c) { return c >= ' ' && c <= '~'; })) << text;
  const auto again = parse_fen(fen, {.chess960 = options.chess960});
  if (!again) {
    ADD_FAILURE() << text << " is written as " << fen << ", which is refused";
  } else {
    EXPECT_EQ(again->position, position) << text;
    EXPECT_EQ(again->position.fen(), fen) << text;
  }
  return true;
}

TEST(FenFuzz, TenThousandRandomStringsOfLength1To200) {
  // The figures are those of document 000.
  std::mt19937 random(12345);
  for (int round = 0; round < 10'000; ++round) {
    std::string text(1 + random() % 200, '\0');
    for (char& c : text) c = static_cast<char>(random() % 256);
    check_text(text, {});
  }
}

TEST(FenFuzz, RandomStringsOfTheLettersOfFen) {
  constexpr std::string_view kLetters = "KQRBNPkqrbnp12345678/ -wabcdefgh0369";
  std::mt19937 random(12345);
  for (int round = 0; round < 10'000; ++round) {
    std::string text(1 + random() % 100, '\0');
    for (char& c : text) c = kLetters[random() % kLetters.size()];
    check_text(text, {});
  }
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string mutated(std::string text, const std::vector<std::string>& others) {
    for (auto changes = 1 + random_() % 3; changes > 0; --changes) change(text, others);
    return text;
  }
  std::size_t below(std::size_t limit) { return random_() % limit; }

 private:
  /// Mostly letters of a FEN, so that many mutants pass the syntax check.
  char letter() {
    constexpr std::string_view kLetters = "KQRBNPkqrbnp12345678/ -wbacdefgh09";
    if (below(20) == 0) return static_cast<char>(random_() % 256);
    return kLetters[below(kLetters.size())];
  }

  void change(std::string& text, const std::vector<std::string>& others) {
    if (text.empty()) return;
    const std::size_t at = below(text.size());
    switch (below(8)) {
      case 0:
        text.erase(at, 1 + below(3));
        break;
      case 1:
        text.insert(at, 1, letter());
        break;
      case 2:
        std::swap(text[at], text[below(text.size())]);
        break;
      case 3: {  // the tail of another FEN: other rights, squares and clocks
        const std::string& other = others[below(others.size())];
        text = text.substr(0, text.find(' ')) + other.substr(other.find(' '));
        break;
      }
      case 4:  // the other side to move: often a king that could be captured
        if (const auto side = text.find(' '); side != std::string::npos && side + 1 < text.size())
          text[side + 1] = text[side + 1] == 'w' ? 'b' : 'w';
        break;
      default:
        text[at] = letter();
    }
  }

  std::mt19937 random_;
};

std::vector<std::string> valid_fens() {
  std::vector<std::string> fens;
  for (const char* file : {"standard.epd", "rules.epd"})
    for (const auto& row : test::suite_positions(file)) fens.push_back(row.fen);
  std::mt19937 random(1);
  for (int game = 0; game < 20; ++game)
    test::random_game(Position(), random, 80,
                      [&fens](const Position& position) { fens.push_back(position.fen()); });
  return fens;
}

TEST(FenFuzz, AMillionMutationsOfValidFens) {
  const auto fens = valid_fens();
  Mutator mutator(12345);
  constexpr std::array kModes{Chess960::Auto, Chess960::Off, Chess960::On};
  constexpr int kRounds = 1'000'000;
  int accepted = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = mutator.mutated(fens[mutator.below(fens.size())], fens);
    const FenOptions options{.chess960 = kModes[static_cast<std::size_t>(round) % 3],
                             .lenient_clocks = round % 5 == 0};
    if (check_text(text, options)) ++accepted;
    if (::testing::Test::HasFailure()) return;  // one counterexample is enough to read
  }
  // Both outcomes must be common, or the mutations would test nothing.
  EXPECT_GT(accepted, kRounds / 20);
  EXPECT_LT(accepted, kRounds * 19 / 20);
}

}  // namespace
}  // namespace perft_verify
