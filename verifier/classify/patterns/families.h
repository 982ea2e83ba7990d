// The families of patterns, one source file each. Within a family the narrow ones come first: if no
// known position distinguishes two of them, the order is that of the candidates in the report.
#pragma once

#include "verifier/classify/patterns/patterns.h"

namespace perft_verify::verifier::patterns {

std::span<const Pattern> en_passant();
std::span<const Pattern> pawns();
std::span<const Pattern> pieces();
std::span<const Pattern> promotion();
std::span<const Pattern> castling();
std::span<const Pattern> checks();
std::span<const Pattern> lists();

}  // namespace perft_verify::verifier::patterns
