#include "verifier/cli/arguments/reproduce_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/shell_words.h"

namespace perft_verify::verifier {

std::string reproduce_options(const VerifyArguments& arguments) {
  std::string text;
  if (arguments.engine) {
    std::string command;
    for (const std::string& word : arguments.engine->command)
      command += (command.empty() ? "" : " ") + shell_quoted(word);
    text += (arguments.engine->is_template ? " --engine-template " : " --engine ") +
            shell_quoted(command);
    for (const auto& [name, value] : arguments.engine->options)
      text += " --engine-option " + shell_quoted(fmt::format("{}={}", name, value));
    for (const std::string& line : arguments.engine->setup)
      text += " --engine-setup " + shell_quoted(line);
    // Without its value, which may be a secret and reports are public.
    for (const std::string& variable : arguments.engine->environment.wanted)
      text += " --engine-env " + shell_quoted(variable.substr(0, variable.find('=')));
    if (arguments.engine->environment.all) text += " --engine-env-all";
    if (arguments.engine->environment.sandbox) text += " --sandbox";
    const reference::DialectWish& dialect = arguments.engine->dialect;
    if (dialect.name != "auto") text += " --dialect " + shell_quoted(dialect.name);
    if (dialect.perft)
      text +=
          " --perft-command " + shell_quoted(fmt::format("{}", fmt::join(*dialect.perft, " ; ")));
  }
  if (arguments.hash_megabytes != 0) text += fmt::format(" --hash {}", arguments.hash_megabytes);
  if (arguments.timeout) text += fmt::format(" --timeout {}", *arguments.timeout);
  if (arguments.mode == Mode::Full && arguments.full_nodes != VerifyArguments{}.full_nodes)
    text += fmt::format(" --full-nodes {}", arguments.full_nodes);
  if (arguments.reference && *arguments.reference != "recorded")
    text += " --reference " + shell_quoted(*arguments.reference);
  if (arguments.allow_same) text += " --allow-same";
  return text;
}

}  // namespace perft_verify::verifier
