#include "verifier/cli/commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/text/printable.h"
#include "verifier/cli/documentation.h"
#include "verifier/cli/reports/reports.h"
#include "verifier/cli/usage/help.h"
#include "verifier/report/version.h"

namespace perft_verify::verifier {
namespace {

constexpr const char* kDescription =
    "check a chess move generator against Stockfish, find its first wrong move and say why";

constexpr const char* kFooter =
    "Examples:\n"
    "  verify gate --engine ./my-engine       your engine, all rules, in a second\n"
    "  verify standard --depth 6              the linked core against Stockfish\n"
    "  verify gate --engine-template \"./eng divide {depth} '{fen}'\"\n"
    "  verify --fen \"FEN\" --depth 4 --engine ./my-engine --report json=report.json\n"
    "\n"
    "Exit codes: 0 every row agrees, 1 findings, 2 wrong usage or suite, 3 some rows\n"
    "undecided, 4 no row selected, 5 a report could not be written, 70 internal\n"
    "error, 130 and 143 interrupted by SIGINT and SIGTERM.";

}  // namespace

CommandLine::CommandLine(StandardOutput& out, Link* link)
    : out_(out), link_(link), app_(std::make_unique<CLI::App>(kDescription, "verify")) {
  app_->footer(kFooter);
  app_->set_version_flag("-V,--version", fmt::format("verify {}", kVersion), "The version");
  app_->set_help_flag("-h,--help", "-h: in short; --help: everything");
  app_->require_subcommand(0, 1);
  for (const auto add :
       {add_verify_command, add_position_commands, add_doctor_command, add_lint_command,
        add_mutate_command, add_fuzz_command, add_prove_command, add_replay_command,
        add_reduce_command, add_convert_command, add_bench_command, add_explain_command,
        add_merge_command, add_split_command, add_store_command, add_uci_command})
    add(*this);
  use_help(*app_, columns_for_help());
}

CommandLine::~CommandLine() = default;

CLI::App* CommandLine::add(const std::string& name, const std::string& what,
                           std::function<Ran()> run, bool needs_the_core) {
  const bool is_main = commands_.empty();
  CLI::App* const options = is_main ? app_.get() : app_->add_subcommand(name, what);
  commands_.push_back({options, std::move(run), is_main, needs_the_core});
  return options;
}

std::expected<Command, NotToRun> CommandLine::parse(int argc, const char* const* argv) {
  // Only for building and packaging the program.
  std::optional<std::string> documentation;
  app_->add_option("--write-documentation", documentation)->group("");
  const HelpWish wish = help_wish(argc, argv);
  if (wish.short_help) return std::unexpected(NotToRun{0, short_help()});
  const auto is_wanted = [&wish](const CLI::App* each) { return each->get_name() == wish.command; };
  if (!wish.command.empty() && app_->get_subcommands(is_wanted).empty())
    return wrong(fmt::format("'{}' is not a command{}", printable(wish.command, 80),
                             did_you_mean(wish.command, command_names())));
  std::vector<const char*> words;
  for (const std::string& word : wish.arguments) words.push_back(word.c_str());
  try {
    app_->parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return wrong(printable(complaint_of(*app_, error), 2000));
    std::ostringstream text;
    app_->exit(error, text, text);
    return std::unexpected(NotToRun{0, text.str()});
  }
  if (documentation) {
    if (auto written = write_documentation(*app_, *documentation); !written)
      return wrong(written.error());
    return std::unexpected(NotToRun{0, ""});
  }
  const auto meant =
      std::ranges::find_if(commands_.begin() + 1, commands_.end(),
                           [](const Command& each) { return each.options->parsed(); });
  return meant == commands_.end() ? commands_.front() : *meant;
}

}  // namespace perft_verify::verifier
