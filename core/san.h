// Moves in standard algebraic notation (SAN): e4, e8=Q, O-O.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/position.h"

namespace perft_verify {

/// The SAN of the move with the text `uci`: "Nbd7", "exd6", "e8=Q+", "O-O-O#". An illegal move has
/// one too, without the sign for check or mate. Nothing if `uci` is not the text of a move, or
/// there is no piece on its origin.
///
///     assert(san_of(Position(), "g1f3") == "Nf3");
std::optional<std::string> san_of(const Position& position, std::string_view uci);

}  // namespace perft_verify
