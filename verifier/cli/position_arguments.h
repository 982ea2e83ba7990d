// The command lines of the commands about one position: perft, divide, show, reduce, split.
#pragma once

#include "verifier/cli/raw_arguments.h"

namespace CLI {
class App;
}

namespace perft_verify::verifier {

CLI::App* add_position_command(CLI::App& app, const std::string& name, const std::string& what,
                               const std::string& example, Raw& raw, PositionArguments& arguments);
std::expected<Arguments, NotToRun> position_arguments(const Raw& raw, PositionCommand command,
                                                      PositionArguments arguments);

CLI::App* add_reduce_command(CLI::App& app, Raw& raw, ReduceArguments& arguments);
std::expected<Arguments, NotToRun> reduce_arguments(const Raw& raw, ReduceArguments arguments);

CLI::App* add_split_command(CLI::App& app, Raw& raw, SplitArguments& arguments);
std::expected<Arguments, NotToRun> split_arguments(const Raw& raw, SplitArguments arguments);

}  // namespace perft_verify::verifier
