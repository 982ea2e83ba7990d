// The options of the main command: `verify SUITE… [options]`.
#pragma once

#include "verifier/cli/arguments/raw_arguments.h"

namespace perft_verify::verifier {

/// Options as text, before they are understood.
struct RawVerify {
  RawEngine engine;
  RawReports reports;
  bool no_bisect = false;
  std::optional<std::string> partition;
};

void add_verify_options(CLI::App& app, RawVerify& raw, VerifyArguments& arguments);
/// Reads the options together, as some depend on others.
std::expected<void, NotToRun> understand(const RawVerify& raw, VerifyArguments& arguments);

}  // namespace perft_verify::verifier
