// Reads the `.perft` files of python-chess, shakmaty and scalachess:
//
//   # a comment
//   id kiwipete
//   epd r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -
//   perft 1 48
//   perft 2 2039
//
// A row is an `epd` line and the `perft` lines after it; its FEN may have clocks.
#pragma once

#include "verifier/suite/suite_builder.h"

namespace perft_verify::verifier {

/// `file` is for the places only; `bytes` is the whole content.
Suite read_perft(const std::string& file, std::string_view bytes, const FenOptions& options,
                 const RowSink& sink = {});

}  // namespace perft_verify::verifier
