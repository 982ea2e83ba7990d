// The output of an engine, in any dialect: lines read as an answer have well-formed moves.
#include <algorithm>

#include "core/fen.h"
#include "core/notation.h"
#include "reference/dialect/printed_answer.h"
#include "reference/dialect/shown_board.h"
#include "reference/uci/board_text.h"
#include "reference/uci/perft_output.h"
#include "tests/fuzz/target.h"

using namespace perft_verify;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::array kPositions{
      parse_fen(kStartPosition)->position,
      parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")->position,
      parse_fen("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1")->position,
  };
  fuzz::Input input(data, size);
  const Position& position = kPositions.at(input.byte() % kPositions.size());
  const int depth = 1 + input.byte() % 4;
  const std::uint8_t choice = input.byte();

  reference::Dialect dialect;
  dialect.lists_moves = (choice & 1) == 0;
  dialect.lists_at_depth_one = (choice & 2) == 0;
  dialect.lists_each_depth = (choice & 4) != 0;
  if ((choice & 8) != 0) dialect.total = reference::TotalPlace{"nodes", ""};
  if ((choice & 16) != 0) dialect.move_prefix = "move";

  reference::PrintedAnswer answer;
  std::vector<std::string> lines;
  std::string_view text = input.rest();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    answer.add(lines.back());
    (void)reference::parse_perft_line(lines.back());
    (void)reference::board_facts(lines.back());
  }
  (void)reference::shown_board(lines);
  const auto read = reference::read_answer(answer, dialect, position, depth);
  if (!read) {
    fuzz::must(!read.error().reason.empty(), "what cannot be read has a reason");
    return 0;
  }
  for (const reference::RootCount& line : read->divide.lines)
    fuzz::must(line.move.size() >= 4 && line.move.size() <= 5, "a move is in UCI notation");
  return 0;
}
