// Reads EPD as it is found in the wild:
//
//   FEN ;D1 20 ;D2 400          FEN; D1 20; D2 400          FEN ;D1 20;id "start";
//   four fields id "start"; D1 20;
//
// with a byte order mark, CR, NUL, tabs, runs of blanks, comments (# and %), gaps between the
// depths, and opcodes that say nothing about perft. What cannot be understood is a problem
// with its place, never a row that silently disappears.
#pragma once

#include <string_view>

#include "verifier/suite/suite.h"

namespace perft_verify::verifier {

inline constexpr int kMaxRecordedDepth = 32;

/// `file` is for the places only; `bytes` is the whole content.
Suite read_epd(const std::string& file, std::string_view bytes, const FenOptions& options);

}  // namespace perft_verify::verifier
