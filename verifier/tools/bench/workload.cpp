#include "verifier/tools/bench/workload.h"

#include <numeric>

#include "core/fen.h"

namespace perft_verify::verifier {
namespace {

constexpr std::array kBenchPositions{
    BenchPosition{"start",
                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                  {7, 3195901860},
                  {6, 119060324},
                  {8, 84998978956}},
    BenchPosition{"kiwipete",
                  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                  {6, 8031647685},
                  {5, 193690690},
                  {6, 8031647685}},
    BenchPosition{"position 4",
                  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                  {6, 706045033},
                  {5, 15833292},
                  {6, 706045033}},
    BenchPosition{"position 5",
                  "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
                  {5, 89941194},
                  {4, 2103487},
                  {6, 3048196529}},
    BenchPosition{"endgame",
                  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                  {7, 178633661},
                  {6, 11030083},
                  {8, 3009794393}},
};

constexpr std::array kSignaturePositions{
    SignaturePosition{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5},
    SignaturePosition{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4},
    SignaturePosition{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5},
    SignaturePosition{"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4},
    SignaturePosition{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4},
    SignaturePosition{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                      3},
    // Castling: free, attacked, rooks that are captured.
    SignaturePosition{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4},
    SignaturePosition{"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4},
    SignaturePosition{"r3k2r/7b/8/8/8/8/1B4BQ/R3K2R b KQkq - 0 1", 4},
    // En passant: pinned along a rank, a diagonal, a file; in answer to a check; without a pin.
    SignaturePosition{"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6},
    SignaturePosition{"8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", 6},
    SignaturePosition{"4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 5},
    SignaturePosition{"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6},
    SignaturePosition{"2b1k3/8/8/3pPp2/8/6B1/8/3RK3 w - d6 0 2", 4},
    // Promotions, with and without captures.
    SignaturePosition{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4},
    SignaturePosition{"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6},
    SignaturePosition{"8/Pk6/8/8/8/8/6Kp/8 w - - 0 1", 6},
    // Checks: double, discovered, by many queens; mate and stalemate soon.
    SignaturePosition{"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5},
    SignaturePosition{"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 6},
    SignaturePosition{"K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6},
    SignaturePosition{"Q2q2k1/5ppp/3Q4/1Q3q2/8/2N5/5PPP/2R1q1K1 w - - 0 1", 3},
    // Chess960: the rook as a shield, king and rook that change places, rights of one side.
    SignaturePosition{"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", 4},
    SignaturePosition{"4k3/8/8/8/8/8/8/rR2K1N1 w B - 0 1", 5},
    SignaturePosition{"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1", 4},
    SignaturePosition{"2rkr3/8/8/8/8/8/8/2RKR3 b ECec - 0 1", 4},
};

}  // namespace

std::span<const BenchPosition> bench_positions() { return kBenchPositions; }

std::span<const SignaturePosition> signature_positions() { return kSignaturePositions; }

std::expected<std::vector<std::uint64_t>, PerftFailure> signature_counts(
    const PerftOptions& options) {
  std::vector<std::uint64_t> counts;
  for (const auto& [fen, depth] : kSignaturePositions) {
    const auto nodes = perft(parse_fen(fen).value().position, depth, options);
    if (!nodes) return std::unexpected(nodes.error());
    counts.push_back(*nodes);
  }
  return counts;
}

std::uint64_t signature_of(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace perft_verify::verifier
