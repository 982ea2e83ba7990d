// verify: the program. It reads the command line and calls a command.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "core/counting/simd_path.h"
#include "core/text/printable.h"
#include "reference/process/watchdog.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/run/emergencies.h"
#include "verifier/cli/run/join.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/run/model/result.h"
#include "verifier/scale/cluster/presence.h"

namespace {

using namespace perft_verify::verifier;

/// The exit code, with a failed write to standard output taken into account.
int with_output(int code, const StandardOutput& out) {
  if (out.good()) return code;
  complain(fmt::format("standard output could not be written: {}", out.error()));
  return static_cast<int>(with_reports(static_cast<ExitCode>(code), false));
}

int run(int argc, char** argv, Link* link) {
  StandardOutput out;
  CommandLine line(out, link);
  const auto command = line.parse(argc, argv);
  // Commands that do not run a suite are done by one rank alone.
  if (link != nullptr && link->rank() > 0 && !(command && command->on_every_rank)) return 0;
  // Most commands count with the core somewhere. doctor reports a wrong value by itself.
  if (command && command->needs_the_core) {
    if (const auto simd = perft_verify::simd_path_from_environment(); !simd) {
      return failed(ExitCode::Usage, fmt::format("PERFT_VERIFY_SIMD: {}",
                                                 perft_verify::printable(simd.error(), 400)));
    }
  }
  const Ran ran = command ? command->run() : std::unexpected(command.error());
  if (!ran) {
    const NotToRun& why = ran.error();
    if (why.exit_code == 0) {
      out.write(why.text);
    } else if (link == nullptr || link->rank() == 0) {
      tell(why.text);
    }
    return with_output(why.exit_code, out);
  }
  return with_output(*ran, out);
}

/// The exit code for `git bisect run`: good, bad, "cannot be tested, try another commit" or "stop".
/// Otherwise it would take wrong usage for a bad commit.
int for_git_bisect(int code) {
  constexpr int kSkip = 125;
  constexpr int kStop = 128;
  switch (static_cast<ExitCode>(code)) {
    case ExitCode::Agree:
    case ExitCode::Findings:
      return code;
    case ExitCode::Undecided:
    case ExitCode::NothingSelected:
      return kSkip;
    default:
      return kStop;
  }
}

int internal_error(const std::exception& error) {
  return failed(ExitCode::Internal, fmt::format("internal error: {}", error.what()));
}

int guarded_run(int argc, char** argv, Link* link) {
  try {
    return run(argc, argv, link);
  } catch (const std::exception& error) {
    return internal_error(error);
  }
}

/// Runs alone, or as one of several processes of a run.
int run_joined(int argc, char** argv) {
  const auto link = join(&argc, &argv);
  if (!link) return failed(ExitCode::Usage, link.error());
  const int code = guarded_run(argc, argv, link->get());
  if (*link && !leave(**link)) {
    // MPI would wait for the lost rank. For a process that ends by itself mpirun accepts any code
    // but 0; MPI_Abort would be the proper way, but then Open MPI 4.1 hangs every other time.
    const int told = code != 0 ? code : static_cast<int>(ExitCode::Undecided);
    complain(fmt::format(
        "a rank is lost, and mpirun will complain; the run itself is over (exit code {}{}). If "
        "mpirun waits for the lost host now, interrupt it",
        told, code == 0 ? ", since mpirun cannot pass on 0" : ""));
    std::_Exit(told);
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) try {
  prepare_for_emergencies();
  perft_verify::reference::open_standard_streams();
  // A write to a dead engine, or to a closed pipe, is an error and must not end the process.
  std::signal(SIGPIPE, SIG_IGN);
  // The same applies to a file that must not grow: `ulimit -f`.
  std::signal(SIGXFSZ, SIG_IGN);
  // If the caller ignores it, children would vanish without an exit status.
  std::signal(SIGCHLD, SIG_DFL);
  // A Python engine that does not flush would wait for us, and we for it.
  ::setenv("PYTHONUNBUFFERED", "1", 0);
  perft_verify::reference::start_watchdog();
  const int code = run_joined(argc, argv);
  // Applies even if the command line is not understood.
  const bool bisecting = std::any_of(argv + 1, argv + argc, [](const char* argument) {
    return std::string_view(argument) == "--git-bisect";
  });
  return bisecting ? for_git_bisect(code) : code;
} catch (const std::exception& error) {
  return internal_error(error);
}
