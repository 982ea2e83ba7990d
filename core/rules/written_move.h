// Moves as people, tournament managers and engines write them: Nbd7, exd6 e.p., e8=Q+, 0-0, Ng1-f3,
// e7e8q, Ke1xh1. They are read leniently, since only the move that was meant matters, above all
// where it is not legal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation.h"

namespace perft_verify {

struct MeantMove {
  enum class Kind : std::uint8_t {
    Legal,      // exactly one legal move fits
    Ambiguous,  // several legal moves fit, those of `legal`
    Illegal,    // none does
    Null,       // "no move": --, Z0, 0000, (none)
  };
  Kind kind = Kind::Illegal;
  std::vector<Move> legal;
  /// For an illegal one, as UCI text: every move that the text can stand for. Several where more
  /// than one piece fits; empty where the side to move has no such piece at all.
  std::vector<std::string> meant;
};

/// The meaning of `text` in `position`; nothing where it is no move in any notation. Signs of
/// check, mate, capture and judgment are ignored. Superfluous squares of origin do no harm.
/// Castling in UCI may be spelled either way.
///
///     const auto knight = read_move(Position(), "Ng1-f3");
///     assert(knight->kind == MeantMove::Kind::Legal && knight->legal.size() == 1);
///     const auto castling = read_move(Position(), "O-O");
///     assert(castling->kind == MeantMove::Kind::Illegal && castling->meant.front() == "e1g1");
std::optional<MeantMove> read_move(const Position& position, std::string_view text);

}  // namespace perft_verify
