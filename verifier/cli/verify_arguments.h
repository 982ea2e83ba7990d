// The command line of the main job: `verify SUITE… [options]`.
#pragma once

#include "verifier/cli/raw_arguments.h"

namespace CLI {
class App;
}

namespace perft_verify::verifier {

void add_verify_options(CLI::App& app, Raw& raw, VerifyArguments& arguments);
std::expected<Arguments, NotToRun> verify_arguments(const Raw& raw, VerifyArguments arguments);

}  // namespace perft_verify::verifier
