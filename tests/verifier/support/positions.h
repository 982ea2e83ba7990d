// Positions that many tests ask about.
#pragma once

namespace perft_verify::verifier::test {

inline constexpr const char* kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Two bare kings far apart: few moves, quick to count.
inline constexpr const char* kTwoKings = "7k/8/8/8/8/8/8/K7 w - - 0 1";

}  // namespace perft_verify::verifier::test
