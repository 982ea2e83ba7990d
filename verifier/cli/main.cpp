// verify: the program. It reads the command line and hands over to a command.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "reference/watchdog.h"
#include "verifier/cli/commands.h"
#include "verifier/run/result.h"

namespace {

using namespace perft_verify::verifier;

int run(int argc, char** argv) {
  const auto arguments = parse_arguments(argc, argv);
  StandardOutput out;
  if (!arguments) {
    const NotToRun& why = arguments.error();
    if (why.exit_code == 0) {
      out.write(why.text);
    } else {
      fmt::print(stderr, "{}", why.text);
    }
    return why.exit_code;
  }
  const int code = std::visit(
      [&](const auto& command) {
        using Command = std::decay_t<decltype(command)>;
        if constexpr (std::is_same_v<Command, VerifyArguments>) {
          return verify_command(command, out);
        } else if constexpr (std::is_same_v<Command, PositionArguments>) {
          return position_command(command, out);
        } else if constexpr (std::is_same_v<Command, LintArguments>) {
          return lint_command(command, out);
        } else if constexpr (std::is_same_v<Command, ConvertArguments>) {
          return convert_command(command, out);
        } else if constexpr (std::is_same_v<Command, MergeArguments>) {
          return merge_command(command, out);
        } else if constexpr (std::is_same_v<Command, StoreArguments>) {
          return store_command(command, out);
        } else {
          return doctor_command(command, out);
        }
      },
      *arguments);
  if (code == 0 && !out.good()) return static_cast<int>(ExitCode::ReportFailed);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  // A write to an engine that has died, or to a closed pipe, is an error and not our end.
  std::signal(SIGPIPE, SIG_IGN);
  // So is a file that must not grow: `ulimit -f`.
  std::signal(SIGXFSZ, SIG_IGN);
  // If whoever started us ignores it, children would vanish without telling how they ended.
  std::signal(SIGCHLD, SIG_DFL);
  perft_verify::reference::start_watchdog();
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "verify: internal error: {}\n", error.what());
    return static_cast<int>(ExitCode::Internal);
  }
}
