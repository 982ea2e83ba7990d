#include "verifier/cli/usage/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/text/edits.h"
#include "core/text/format.h"
#include "core/text/lines.h"
#include "core/text/printable.h"
#include "verifier/report/formats/formats.h"

namespace perft_verify::verifier {
namespace {

constexpr std::string_view kShortHelp =
    R"(verify - check a chess move generator, find its first wrong move

Usage: verify [gate|rules|standard|FILE|FOLDER|FEN ...] --engine CMD [options]
       verify COMMAND ...        (help COMMAND says more of it)

  verify gate --engine ./my-engine             all rules in a second: start here
  verify doctor --engine ./my-engine           is the engine understood?
  verify divide startpos 3 --engine ./my-engine  beside the reference

Options (most used; --help has all)
  --engine CMD       the engine under test
  --depth N          depth of every row
  --fen "FEN"        one more position
  --only GLOB        rows by name; also --skip
  --fail-fast        stop at the first finding
  -q, -v             only findings and the verdict; all rows
  --report html=F    a page to step through findings; json, junit, sarif, tap
  -h, --help, -V     this help; all of it; the version

Commands: perft divide show explain reduce      about one position
          lint convert mutate fuzz prove        about suites, and beyond them
          replay doctor bench store split merge about games, engines, large runs

Exit code: 0 agrees, 1 findings, 2 wrong usage or suite, 3 undecided, 4 no row
)";

struct Group {
  std::string_view title;
  std::vector<std::string_view> options;
};

/// The groups of the main command. Options that are not listed here come last, as "Other".
const std::vector<Group>& groups() {
  static const std::vector<Group> kGroups{
      {"Engine",
       {"--engine", "--engine-arg", "--engine-option", "--engine-setup", "--engine-template",
        "--dialect", "--perft-command", "--engine-env", "--engine-env-all", "--sandbox",
        "--timeout"}},
      {"What",
       {"--fen", "--only", "--skip", "--reachable", "--chess960", "--invalid", "--lenient-clocks"}},
      {"How much",
       {"--depth", "--max-nodes", "--mode", "--full-nodes", "--no-bisect", "--fail-fast",
        "--max-findings"}},
      {"Output",
       {"--quiet", "--verbose", "--report", "--save-findings", "--color", "--progress",
        "--git-bisect", "--json"}},
      {"Reference",
       {"--reference", "--second-reference", "--store", "--no-store", "--share", "--allow-same"}},
      {"Large runs", {"--jobs", "--hash", "--partition", "--journal", "--resume"}},
      {"Help", {"--help", "--version"}},
  };
  return kGroups;
}

/// "-j, --jobs N", "SUITE..."
std::string name_of(const CLI::Option& option) {
  if (option.get_positional())
    return option.get_name() + (option.get_items_expected_max() > 1 ? "..." : "");
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (option.get_type_size() != 0) text += " " + without_types(option.get_type_name());
  return text;
}

/// A name and its meaning, in two columns.
std::string entry(const std::string& name, const std::string& meaning, std::size_t width) {
  constexpr std::size_t kIndent = 26;
  const std::string left = "  " + name;
  const std::string text = wrapped(meaning, std::max(width, kIndent + 20), kIndent);
  if (columns_of(left) + 2 > kIndent) return left + "\n" + text;
  return left + text.substr(columns_of(left));
}

std::string entry(const CLI::Option& option, std::size_t width) {
  std::string meaning = option.get_description();
  if (!option.get_default_str().empty()) meaning += fmt::format(" ({})", option.get_default_str());
  return entry(name_of(option), meaning, width);
}

std::string options_text(const CLI::App& app, std::size_t width) {
  std::vector<const CLI::Option*> left;
  std::string positionals;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      positionals += entry(*option, width);
    } else if (!option->get_group().empty()) {
      left.push_back(option);
    }
  }
  std::string text = positionals.empty() ? "" : "\n" + positionals;
  const auto add = [&](std::string_view title, const std::vector<const CLI::Option*>& options) {
    if (options.empty()) return;
    text += fmt::format("\n{}\n", title);
    for (const CLI::Option* option : options) text += entry(*option, width);
  };
  if (app.get_parent() != nullptr) {
    add("Options", left);
    return text;
  }
  for (const Group& group : groups()) {
    std::vector<const CLI::Option*> options;
    for (const std::string_view name : group.options)
      if (const auto found = std::ranges::find_if(
              left, [name](const auto* option) { return option->check_name(std::string(name)); });
          found != left.end()) {
        options.push_back(*found);
        left.erase(found);
      }
    add(group.title, options);
  }
  add("Other", left);
  return text;
}

/// Commands and indented lines are laid out by hand and stay unchanged; the text between them is
/// wrapped as a whole.
std::string footer_text(const std::string& footer, std::size_t width) {
  std::string text;
  std::string paragraph;
  const auto end_of_paragraph = [&] {
    if (!paragraph.empty()) text += wrapped(paragraph, width, 0);
    paragraph.clear();
  };
  for (std::string_view rest = footer; !rest.empty();) {
    const std::string_view line = take_line(rest);
    if (line.empty() || line.starts_with(' ') || line.contains("verify ") || line.ends_with(':')) {
      end_of_paragraph();
      text += std::string(line) + "\n";
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    }
  }
  end_of_paragraph();
  return text;
}

/// As it is typed: "verify store info".
std::string words_of(const CLI::App& app) {
  return app.get_parent() == nullptr
             ? "verify"
             : fmt::format("{} {}", words_of(*app.get_parent()), app.get_name());
}

class Help final : public CLI::Formatter {
 public:
  explicit Help(std::size_t width) : width_(width) {}

  std::string make_help(const CLI::App* app, std::string /*name*/,
                        CLI::AppFormatMode /*mode*/) const override {
    const bool whole = app->get_parent() == nullptr;
    const std::string words = words_of(*app);
    std::string text = wrapped(fmt::format("{} - {}", words, app->get_description()), width_, 0);
    text += "\nUsage: " + words;
    for (const CLI::Option* option : app->get_options())
      if (option->get_positional())
        text += option->get_required() ? " " + name_of(*option)
                                       : fmt::format(" [{}]", name_of(*option));
    text += " [options]\n";
    const auto below = app->get_subcommands({});
    if (!below.empty()) text += fmt::format("       {} COMMAND ...\n", words);
    text += options_text(*app, width_);
    if (!below.empty())
      text += fmt::format("\nCommands ({} says more)\n",
                          whole ? "verify help COMMAND" : words + " COMMAND --help");
    for (const CLI::App* command : below)
      text += entry(command->get_name(), command->get_description(), width_);
    if (!app->get_footer().empty()) text += "\n" + footer_text(app->get_footer(), width_);
    return text;
  }

 private:
  std::size_t width_;
};

/// The selected command, the innermost one, or the program itself.
const CLI::App& parsed_part(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? app : parsed_part(*commands.front());
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace

std::string without_types(std::string text) {
  for (const std::string_view begin :
       {":{", ":INT in [", ":UINT in [", ":FLOAT in [", ":INT bounded", ":UINT bounded",
        ":POSITIVE", ":NONNEGATIVE"}) {
    const std::size_t at = text.find(begin);
    if (at == std::string::npos) continue;
    const std::size_t end = text.find_first_of("]}", at);
    text.erase(at, end == std::string::npos ? end : end - at + 1);
  }
  return text;
}

std::string short_help() { return std::string(kShortHelp); }

void use_help(CLI::App& app, std::size_t width) {
  const auto help = std::make_shared<Help>(width);
  app.formatter(help);
  for (CLI::App* command : app.get_subcommands({})) {
    command->formatter(help);
    for (CLI::App* part : command->get_subcommands({})) part->formatter(help);
  }
}

HelpWish help_wish(int argc, const char* const* argv) {
  HelpWish wish;
  wish.arguments.assign(argv, argv + argc);
  if (argc < 2) return wish;
  wish.short_help = argc == 2 && wish.arguments[1] == "-h";
  if (wish.arguments[1] != "help") return wish;
  wish.arguments.erase(wish.arguments.begin() + 1);
  wish.arguments.resize(std::min<std::size_t>(wish.arguments.size(), 2));
  if (wish.arguments.size() == 2 && !wish.arguments[1].starts_with('-') &&
      wish.arguments[1] != "help")
    wish.command = wish.arguments[1];
  wish.arguments.emplace_back("--help");
  return wish;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kLongest = 64;
  if (word.empty() || word.size() > kLongest) return "";
  std::string best;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : known) {
    // A prefix counts like a typing error.
    const std::size_t edits =
        word.size() > 3 && name.starts_with(word) ? 1 : edits_between(word, name);
    if (edits >= fewest) continue;
    fewest = edits;
    best = name;
  }
  return best.empty() ? "" : fmt::format("; did you mean {}?", best);
}

std::string complaint_of(const CLI::App& app, const CLI::Error& error) {
  // The parser may name the error after the command, so its exit code identifies it.
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError))
    return without_types(error.what());
  const CLI::App& part = parsed_part(app);
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return without_types(error.what());
  const auto option = std::ranges::find_if(
      extras, [](const std::string& word) { return word.size() > 1 && word.starts_with('-'); });
  if (option == extras.end())
    return fmt::format("'{}' is one argument too many{}", printable(extras.front(), 80),
                       &part == &app ? "" : fmt::format(" for {}", part.get_name()));
  const std::string name = option->substr(0, option->find('='));
  // Other commands have --json.
  if (name.starts_with("--") && is_report_format(name.substr(2)) &&
      part.get_option_no_throw("--report") != nullptr)
    return fmt::format("unknown option {0}; did you mean --report {1}?", name, name.substr(2));
  return fmt::format("unknown option {}{}", printable(name, 80),
                     did_you_mean(name, option_names(part)));
}

std::vector<std::string> command_names() {
  return {"perft", "divide", "show",   "doctor", "explain", "reduce", "lint",  "convert", "mutate",
          "fuzz",  "prove",  "replay", "bench",  "store",   "split",  "merge", "uci",     "help"};
}

}  // namespace perft_verify::verifier
