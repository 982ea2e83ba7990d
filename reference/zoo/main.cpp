// bug_zoo: a UCI engine with bugs on request.
#include <iostream>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "reference/zoo/uci_loop.h"

namespace {

using perft_verify::Color;
using perft_verify::zoo::BugSet;

constexpr int kUsageError = 2;

constexpr std::string_view kHelp =
    "Usage: bug_zoo [--bug NAME]...\n"
    "\n"
    "A UCI engine that counts perft with the given bugs; without --bug it is right.\n"
    "\n"
    "  --bug NAME   switch a bug on (repeatable)\n"
    "  --only COLOR white or black: the bugs are in the code for that side's moves only (those\n"
    "               of counting, of the hash table and of reading FENs have no color)\n"
    "  --list       print name and title of each bug, separated by a tab\n"
    "  --help       this text\n"
    "\n"
    "Example: printf 'position startpos\\ngo perft 5\\n' | bug_zoo --bug ep-missing\n";

void list_bugs() {
  for (const auto& bug : perft_verify::zoo::bugs())
    std::cout << bug.name() << '\t' << entry_of(bug.id).text.title << '\n';
}

int refuse(std::string_view what, std::string_view argument) {
  std::cerr << "bug_zoo: " << what << " '" << argument << "'; see bug_zoo --help\n";
  return kUsageError;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  std::vector<perft_verify::zoo::Bug> chosen;
  std::optional<Color> only;
  for (std::size_t at = 1; at < arguments.size(); ++at) {
    const std::string_view argument = arguments[at];
    if (argument == "--help") {
      std::cout << kHelp;
      return 0;
    }
    if (argument == "--list") {
      list_bugs();
      return 0;
    }
    if (argument != "--bug" && argument != "--only") return refuse("unknown option", argument);
    if (at + 1 == arguments.size()) return refuse("no name after", argument);
    const std::string_view name = arguments[++at];
    if (argument == "--only") {
      if (name != "white" && name != "black") return refuse("neither white nor black:", name);
      only = name == "white" ? Color::White : Color::Black;
      continue;
    }
    const auto bug = perft_verify::zoo::find_bug(name);
    if (!bug) return refuse("no bug is called", name);
    chosen.push_back(*bug);
  }
  BugSet bugs;
  for (const auto& bug : chosen)
    bugs.add(bug.id, bug.has_variants_by_color() ? only : std::nullopt);
  perft_verify::zoo::UciLoop(bugs, std::cout).run(std::cin);
  return 0;
}
