// Reads CSV (RFC 4180), with or without a header:
//
//   fen,20,400,8902                     counts from depth 1
//   fen,5,4865609                       a depth and its count
//   fen,D1,D4,id                        columns by name, in any order
//
// with commas, semicolons or tabs, quoted fields, and # comments.
#pragma once

#include "verifier/suite/suite_builder.h"

namespace perft_verify::verifier {

/// The separator of a text that begins like CSV with positions in it; nothing otherwise.
std::optional<char> csv_separator(std::string_view text);

/// `file` is for the places only; `bytes` is the whole content.
Suite read_csv(const std::string& file, std::string_view bytes, const FenOptions& options,
               const RowSink& sink = {});

}  // namespace perft_verify::verifier
