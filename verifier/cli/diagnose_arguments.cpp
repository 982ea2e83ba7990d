#include "verifier/cli/diagnose_arguments.h"

#include <CLI/CLI.hpp>

#include "core/notation.h"

namespace perft_verify::verifier {

CLI::App* add_explain_command(CLI::App& app, ExplainArguments& arguments) {
  CLI::App* const command = app.add_subcommand(
      "explain", "Say why a move is legal or illegal, or what a class of bugs is");
  command->add_option("WHAT", arguments.words, "A class of bugs, or a FEN (or startpos) and moves")
      ->type_name("CLASS | FEN MOVE...");
  command->add_option("--moves", arguments.line, "Moves played from the FEN before, as UCI text")
      ->type_name("\"M1 M2 …\"")
      ->delimiter(' ')
      ->allow_extra_args(false);
  command->add_flag("--list", arguments.list, "All classes, by family");
  command->add_flag("--json", arguments.json, "For programs");
  command->footer(
      "Examples: verify explain \"8/8/8/4k3/8/8/8/K3R3 b - - 0 1\" e5e6\n"
      "          verify explain king-xray\n"
      "          verify explain --list");
  return command;
}

std::expected<void, std::string> understand(ExplainArguments& arguments) {
  std::vector<std::string> words = arguments.words;
  if (arguments.list) {
    if (!words.empty()) return std::unexpected("--list stands alone");
    return {};
  }
  if (words.empty())
    return std::unexpected(
        "name a class of bugs, or a FEN and a move; `verify explain --list` lists the classes");
  // A FEN may come as one word or as several; its board has ranks, which nothing else has.
  if (words.front() != "startpos" && !words.front().contains('/')) {
    if (words.size() > 1)
      return std::unexpected("one class at a time; or is the FEN missing before the move?");
    arguments.class_name = words.front();
    return {};
  }
  std::size_t end = 1;
  if (words.front().contains('/') && !words.front().contains(' '))
    while (end < words.size() && end < 6 && !parse_move_text(words[end])) ++end;
  arguments.position = words.front();
  for (std::size_t at = 1; at < end; ++at) arguments.position += " " + words[at];
  arguments.moves.assign(words.begin() + static_cast<std::ptrdiff_t>(end), words.end());
  if (arguments.moves.empty())
    return std::unexpected("which move? Write it after the FEN, as UCI does: e2e4, e7e8q");
  return {};
}

}  // namespace perft_verify::verifier
