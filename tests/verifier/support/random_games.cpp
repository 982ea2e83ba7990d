#include "tests/verifier/support/random_games.h"

#include <fmt/format.h>

#include "core/fen.h"
#include "core/notation.h"
#include "core/san.h"

namespace perft_verify::test {
namespace {

constexpr std::string_view kChess960 =
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";

Position root_of(const RandomGame& game) {
  if (game.fen.empty()) return Position();
  return parse_fen_as(game.fen, game.chess960)->position;
}

}  // namespace

RandomGame random_game(std::mt19937_64& random, int plies, bool chess960) {
  RandomGame game;
  game.chess960 = chess960;
  if (chess960) game.fen = kChess960;
  Position position = root_of(game);
  for (int ply = 0; ply < plies && position.halfmove_clock() < 100; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    const Move move = moves[random() % moves.size()];
    game.moves.push_back(to_uci(move, position.chess960()));
    position.make(move);
  }
  return game;
}

std::string as_pgn(const RandomGame& game) {
  std::string text = "[Event \"random\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n";
  if (game.chess960) text += "[Variant \"Chess960\"]\n";
  if (!game.fen.empty()) text += fmt::format("[SetUp \"1\"]\n[FEN \"{}\"]\n", game.fen);
  text += '\n';
  Position position = root_of(game);
  std::size_t line = 0;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const bool white = position.side_to_move() == Color::White;
    std::string word = white ? fmt::format("{}. ", position.fullmove_number()) : "";
    word += *san_of(position, game.moves[ply]);
    if (ply % 11 == 3) word += " {+0.31/12 0.5s}";
    if (ply % 17 == 5) word += " $6 (1. e4 (d5) ) ";
    text += word;
    line += word.size() + 1;
    text += line > 70 ? "\n" : " ";
    if (line > 70) line = 0;
    position.make(*find_legal(position, game.moves[ply]));
  }
  return text + "*\n\n";
}

std::string as_uci_log(const RandomGame& game) {
  std::string text;
  std::string command = "position " + (game.fen.empty() ? "startpos" : "fen " + game.fen);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const char* const engine = ply % 2 == 0 ? "A(0)" : "B(1)";
    text += fmt::format("{} >{}: {}\n{} >{}: go movetime 10\n{} <{}: info depth 1 pv {}\n", ply,
                        engine, command, ply, engine, ply, engine, game.moves[ply]);
    text += fmt::format("{} <{}: bestmove {}\n", ply, engine, game.moves[ply]);
    command += (ply == 0 ? " moves " : " ") + game.moves[ply];
  }
  return text + ">A(0): " + command + "\n";
}

}  // namespace perft_verify::test
