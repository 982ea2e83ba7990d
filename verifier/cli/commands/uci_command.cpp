#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

#include "verifier/cli/commands.h"
#include "verifier/tools/uci/uci_server.h"

namespace perft_verify::verifier {
namespace {

using std::chrono::milliseconds;

/// Whether nothing more will come: a script that is piped in ends after `quit`, and a program that
/// talks to us keeps the pipe open.
bool input_has_ended() {
  constexpr milliseconds kPatience{250};
  if (std::cin.rdbuf()->in_avail() > 0) return false;
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  if (::poll(&input, 1, static_cast<int>(kPatience.count())) <= 0) return false;
  return std::cin.peek() == std::istream::traits_type::eof();
}

bool nobody_reads_output() {
  pollfd output{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

int serve(StandardOutput& out) {
  std::ios::sync_with_stdio(false);  // else nobody can say what has been read ahead
  UciServer server([&out](std::string_view answer) { out.write(answer); });
  for (std::string line; std::getline(std::cin, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (server.tell(line)) continue;
    if (!input_has_ended()) server.stop();
    break;
  }
  // A count may take hours, and nobody may be there to read it.
  while (!server.is_done_within(milliseconds(100)))
    if (nobody_reads_output()) server.stop();
  return 0;
}

}  // namespace

void add_uci_command(CommandLine& line) {
  CLI::App* const command =
      line.add("uci", "Be a UCI engine that counts: the linked core, for other programs to drive",
               [&line]() -> Ran { return serve(line.out()); });
  command->footer(
      "Commands: uci, isready, ucinewgame, setoption name Hash|Threads|UCI_Chess960 value V,\n"
      "position startpos|fen FEN [moves M1 M2 ...], go perft N, d, stop, quit. Answers are in the\n"
      "format of Stockfish. A position that is refused leaves none: nothing is counted then.\n"
      "\n"
      "quit and stop end a running count; at the end of the input it is finished first, also if\n"
      "quit is the last line of a script.\n"
      "\n"
      "Example: printf 'position startpos\\ngo perft 6\\n' | verify uci");
}

}  // namespace perft_verify::verifier
