// The command lines of the commands about single faults: explain.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "core/fen.h"

namespace CLI {
class App;
}

namespace perft_verify::verifier {

/// `verify explain CLASS` or `verify explain FEN MOVE…`
struct ExplainArguments {
  std::vector<std::string> words;  // as given
  std::string class_name;          // empty where a position is given
  std::string position;            // FEN, or "startpos"
  std::vector<std::string> line;   // moves played before those that are explained
  std::vector<std::string> moves;  // to be explained
  Chess960 chess960 = Chess960::Auto;
  bool list = false;
  bool json = false;
};

CLI::App* add_explain_command(CLI::App& app, ExplainArguments& arguments);

/// Tells class names from FEN and moves in `words`. The error is one sentence.
std::expected<void, std::string> understand(ExplainArguments& arguments);

}  // namespace perft_verify::verifier
