// Reads JSON and JSON Lines, with positions in any of these shapes:
//
//   [{"fen": "…", "depth": 5, "nodes": 4865609}]           one depth for each object
//   [{"fen": "…", "perft": [20, 400, 8902]}]               lists, from depth 0 or 1
//   [{"FEN": "…", "depths": {"0": "30", "1": "948"}}]      names, from 0 or 1; counts as text
//   {"FEN": [20, 400]}    [["FEN", 20, 400]]    {"positions": […]}
//
// An object with a FEN in it is a row, at any level.
#pragma once

#include "verifier/suite/suite_builder.h"

namespace perft_verify::verifier {

/// `file` is for the places only; `bytes` is the whole content.
Suite read_json(const std::string& file, std::string_view bytes, const FenOptions& options,
                const RowSink& sink = {});

}  // namespace perft_verify::verifier
