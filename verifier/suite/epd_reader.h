// Reads EPD in all its common forms:
//
//   FEN ;D1 20 ;D2 400          FEN; D1 20; D2 400          FEN ;D1 20;id "start";
//   FEN;D1 48;D2 2,039          FEN ;d1=20 ;d2=400          four fields id "start"; D1 20;
//
// with a byte order mark, CR, NUL, tabs, runs of blanks, comments (# and %), gaps between the
// depths, and opcodes that say nothing about perft. What cannot be understood is a problem
// with its place, never a row that silently disappears.
#pragma once

#include "verifier/suite/suite_builder.h"

namespace perft_verify::verifier {

/// `file` is for the places only; `bytes` is the whole content.
Suite read_epd(const std::string& file, std::string_view bytes, const FenOptions& options,
               const RowSink& sink = {});

/// `c0 "a comment"; bm e4`: the operations that other formats carry along. Nothing for other text,
/// or if one is a count, an id or a clock, which have fields of their own.
std::optional<std::vector<std::string>> operations_of(std::string_view text);

}  // namespace perft_verify::verifier
