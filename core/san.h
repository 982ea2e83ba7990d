// Moves as people write them, in standard algebraic notation (SAN): e4, e8=Q, O-O.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/position.h"

namespace perft_verify {

/// The SAN of the move that `uci` writes: "Nbd7", "exd6", "e8=Q+", "O-O-O#". A move that is not
/// legal has one too, without the sign for check or mate. Nothing where `uci` is not the text of a
/// move, or no piece stands where it begins.
std::optional<std::string> san_of(const Position& position, std::string_view uci);

}  // namespace perft_verify
