// The help of `verify`: the short help, the whole help, and suggestions for mistyped options and
// commands.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace perft_verify::verifier {

/// `verify -h`: at most 25 lines.
std::string short_help();

/// The type of an option, or a message of the parser, without the additions of the parser: ":INT in
/// [1 - 30]", ":{auto,on,off}".
std::string without_types(std::string text);

/// Makes the help of `app` and its commands grouped, at most `width` columns wide, and free of the
/// parser's own names of types.
void use_help(CLI::App& app, std::size_t width);

/// Normalizes arguments: "help perft" is "perft --help", and -h alone is the short help.
struct HelpWish {
  bool short_help = false;
  std::string command;                 // the help of which is wanted by "help COMMAND", if any
  std::vector<std::string> arguments;  // the program's name first
};
HelpWish help_wish(int argc, const char* const* argv);

/// The error in the command line, in a sentence: with a suggestion where there is one.
std::string complaint_of(const CLI::App& app, const CLI::Error& error);

/// A suggestion from `known` for a mistyped `word`: "; did you mean --engine?", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// The names of the commands.
std::vector<std::string> command_names();

}  // namespace perft_verify::verifier
