// A random game: core and mailbox list the same moves, reach the same positions, and the mailbox
// takes all of it back. The first bytes choose the root, each further byte a move.
#include <algorithm>
#include <array>

#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "reference/mailbox/board.h"
#include "tests/fuzz/target.h"

using namespace perft_verify;

namespace {

template <typename Moves, typename Text>
std::vector<std::string> sorted(const Moves& moves, Text text) {
  std::vector<std::string> texts;
  for (const auto& move : moves) texts.push_back(text(move));
  std::ranges::sort(texts);
  return texts;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr std::array kRoots{
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
      "rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2R2R b E - 1 20",
  };
  fuzz::Input input(data, size);
  const char* root = kRoots.at(input.byte() % kRoots.size());
  Line line(parse_fen(root)->position);
  auto board = mailbox::Board::from_fen(root).value();
  while (!input.empty() && line.ply() < 400) {
    const Position& position = line.position();
    const MoveList moves = legal_moves(position);
    const auto texts = sorted(moves, [&](Move move) { return to_uci(move, position.chess960()); });
    const auto theirs =
        sorted(board.legal_moves(), [&](const auto& move) { return board.uci(move); });
    fuzz::must(texts == theirs, "both list the same moves");
    fuzz::must(position.fen() == board.fen(), "both are in the same position");
    fuzz::must(!position.broken_invariant(), "no invariant of core is broken");
    if (moves.size() == 0) break;
    const std::string& text = texts[input.byte() % texts.size()];
    board.make(*board.find_move(text));
    fuzz::must(line.push_text(text).has_value(), "a listed move is played");
  }
  for (std::size_t ply = line.ply(); ply > 0; --ply) board.unmake();
  fuzz::must(board.fen() == line.root().fen(), "taking back leads to the root");
  return 0;
}
