#include "verifier/classify/positions/probes.h"

#include "core/fen.h"

namespace perft_verify::verifier {
namespace {

constexpr std::string_view kPositions[] = {
    // En passant: plain, from both sides, on the edge, in check, with lines of every kind behind.
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/3pP3/8/8/P7/N3K3 w - d6 0 1",
    "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
    "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    "4k3/8/8/K2pP3/8/8/8/8 w - d6 0 1",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1",
    "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "r3k3/8/8/3pP3/8/8/8/K7 w - d6 0 1",
    "4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1",
    "3k4/8/8/p7/7P/8/8/3K4 b - h3 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
    "k4b2/8/8/3pP3/8/2K5/8/8 w - d6 0 1",
    "6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1",
    "8/8/k7/8/2pP4/8/8/4KB2 b - d3 0 1",
    "4k3/2p5/8/8/Q7/8/8/4K3 b - - 0 1",
    // Pawns
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1",
    "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1",
    "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1",
    "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
    "4k3/8/8/8/3p1p2/4P3/8/4K3 w - - 0 1",
    "4k3/8/p7/1p4p1/P6P/7p/8/4K3 w - - 0 1",
    "4k3/8/p7/8/7P/8/8/4K3 w - - 0 1",
    "3k4/8/8/p7/8/7P/8/3K4 b - - 0 1",
    // Pieces
    "4k3/8/8/4N3/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/2N2N2/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/N3K2N w - - 0 1",
    "7k/8/8/8/8/8/8/K7 w - - 0 1",
    "k7/8/8/8/8/4K3/8/8 w - - 0 1",
    "4k3/8/8/8/7R/8/8/K7 w - - 0 1",
    "4k3/8/8/8/8/8/8/R6K w - - 0 1",
    "k7/8/8/8/3Q4/8/8/7K w - - 0 1",
    "k7/8/8/3R4/3B4/8/8/7K w - - 0 1",
    "4k3/8/8/8/n7/8/8/R6K w - - 0 1",
    "4k3/n7/8/8/n7/8/8/R6K w - - 0 1",
    "4k3/8/8/8/8/8/P7/R6K w - - 0 1",
    "4k3/8/1n6/8/3B4/2P5/8/7K w - - 0 1",
    // Promotion
    "7k/P7/8/8/8/8/8/7K w - - 0 1",
    "1n5k/P7/8/8/8/8/8/7K w - - 0 1",
    "nnn4k/1P6/8/8/8/8/8/7K w - - 0 1",
    "8/1P6/8/8/8/8/8/K1k5 w - - 0 1",
    // Castling
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "4k3/8/4r3/8/8/8/8/4K2R w K - 0 1",
    "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
    "4k2r/8/8/8/8/8/8/4K2R w K - 0 1",
    "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
    "4k3/8/8/8/8/8/8/R1B1KB1R w KQ - 0 1",
    "4k3/8/8/3b4/8/8/8/4K2R w K - 0 1",
    "4k3/8/8/2b5/8/8/8/4K2R w K - 0 1",
    "4k3/8/8/8/8/3b4/8/4K2R w K - 0 1",
    "4k3/8/8/8/8/8/6p1/4K2R w K - 0 1",
    "4k3/8/8/8/8/6n1/8/4K2R w K - 0 1",
    "4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1",
    // Checks
    "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
    "8/8/8/8/8/2k5/8/B3K3 b - - 0 1",
    "4k3/8/8/8/4q3/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/3K4/8/r7 w - - 0 1",
    "4k3/8/8/8/6b1/8/4r3/4K3 w - - 0 1",
    "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
    "6k1/8/8/8/8/3n4/8/4K3 w - - 0 1",
    "6k1/8/8/8/8/5p2/8/4K3 w - - 0 1",
    "6k1/8/8/8/8/4p3/8/4K3 w - - 0 1",
    "6k1/8/8/8/8/3q4/8/4K3 w - - 0 1",
    "6k1/8/8/8/8/b7/8/4K3 w - - 0 1",
    "6k1/8/8/8/8/r7/8/4K3 w - - 0 1",
    "6k1/8/8/8/8/p7/8/6K1 w - - 0 1",
    "1k6/8/7P/8/8/8/8/1K6 b - - 0 1",
    "b3k3/8/8/8/8/8/8/R6K w - - 0 1",
    "B3K3/8/8/8/8/8/8/r6k b - - 0 1",
    "8/1k6/3N4/8/8/8/8/1R2K3 b - - 0 1",
    "4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1",
    "4r1k1/8/8/8/8/3n4/2P5/4K3 w - - 0 1",
    "4r1k1/8/8/8/8/3n4/R7/4K3 w - - 0 1",
    "6k1/8/8/8/8/3n4/R7/4K3 w - - 0 1",
    "4r1k1/8/8/8/8/8/8/1N1QK3 w - - 0 1",
    "6k1/8/8/8/r6K/8/3P1P2/8 w - - 0 1",
    "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1",
    "K2r4/2P5/8/8/8/8/8/7k w - - 0 1",
    "K3r3/2P5/8/8/8/8/8/7k w - - 0 1",
    "6k1/8/R7/4r3/8/8/8/4K3 w - - 0 1",
    // Pins
    "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
    "4q1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
    "6k1/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
    "6k1/8/8/8/1q6/8/3N4/4K3 w - - 0 1",
    "4r1k1/8/8/4P3/8/8/4N3/4K3 w - - 0 1",
    "4b1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
    "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "6k1/8/8/8/1b6/8/3B4/4K3 w - - 0 1",
    "4r1k1/8/8/4R3/8/8/8/4K3 w - - 0 1",
    "8/7k/8/b7/8/2B5/8/4K3 w - - 0 1",
    "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "6k1/8/8/8/8/2b5/3P4/4K3 w - - 0 1",
    "4k3/8/8/8/7b/4n3/5P2/4K3 w - - 0 1",
    "2b4k/1P6/K7/8/8/8/8/8 w - - 0 1",
    "6k1/8/8/8/8/4K3/3p4/8 w - - 0 1",
    "6k1/8/8/3K4/4p3/8/P7/8 w - - 0 1",
    // Chess960
    "4k3/8/8/8/8/8/8/R2K4 w A - 0 1",
    "4k3/8/8/8/8/8/8/R4K1R w AH - 0 1",
    "4rrk1/8/8/8/8/8/8/4RRK1 w Ff - 0 1",
    "4k3/8/8/8/8/8/8/RNK5 w A - 0 1",
    "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
    "4kr2/8/8/8/8/8/8/1K5R w H - 0 1",
    "2k1r3/8/8/8/8/8/8/1K5R w H - 0 1",
    "4k3/8/8/8/8/8/8/6KR w H - 0 1",
    "4k3/8/8/8/8/8/8/R2RK3 w D - 0 1",
    "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
    "4k3/8/8/8/8/8/8/R2RK3 w A - 0 1",
    "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
    "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1",
    "8/8/8/8/8/8/3k4/1K5R w H - 0 1",
    "1r2k3/8/8/8/8/8/8/R1K5 w A - 0 1",
    // Everything at once
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
};

}  // namespace

const std::vector<Scene>& probes() {
  static const std::vector<Scene> kScenes = [] {
    std::vector<Scene> scenes;
    for (const std::string_view fen : kPositions) {
      const Position position = parse_fen(fen).value().position;
      scenes.push_back(make_scene(position));
      scenes.push_back(make_scene(Position(colors_flipped(position.parts()))));
    }
    return scenes;
  }();
  return kScenes;
}

reference::Question colors_flipped(reference::Question question) {
  const auto root = admitted(question.root);
  question.root = root_of(Position(colors_flipped(root.value().parts())));
  for (std::string& move : question.moves)
    for (const std::size_t rank : {std::size_t{1}, std::size_t{3}})
      move[rank] = static_cast<char>('1' + '8' - move[rank]);
  return question;
}

}  // namespace perft_verify::verifier
