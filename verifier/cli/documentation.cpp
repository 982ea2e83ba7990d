#include "verifier/cli/documentation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <ranges>
#include <vector>

#include "verifier/cli/usage/help.h"
#include "verifier/report/version.h"

namespace perft_verify::verifier {
namespace {

struct OptionText {
  std::vector<std::string> names;  // with their dashes; none for a positional
  std::string value;               // "N", "auto|on|off"; empty for a flag
  std::string description;
};

struct CommandText {
  std::vector<std::string> words;  // none for the program itself
  std::string description;
  std::string footer;
  std::vector<OptionText> options;
  std::vector<std::string> commands;  // below it
};

bool is_hidden(const CLI::Option& option) { return option.get_group().empty(); }

OptionText text_of(const CLI::Option& option) {
  OptionText text;
  for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  if (text.names.empty() || option.get_items_expected_max() > 0)
    text.value = text.names.empty() ? option.get_name() : without_types(option.get_type_name());
  text.description = option.get_description();
  return text;
}

/// Visits the command and all below it, in the order of their creation.
void walk(const CLI::App& app, const std::vector<std::string>& words,
          std::vector<CommandText>& all) {
  CommandText text{words, app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options())
    if (!is_hidden(*option)) text.options.push_back(text_of(*option));
  const auto below = app.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* command : below) text.commands.push_back(command->get_name());
  all.push_back(std::move(text));
  for (const CLI::App* command : below) {
    auto longer = words;
    longer.push_back(command->get_name());
    walk(*command, longer, all);
  }
}

/// The choices of "auto|on|off"; none for "NAME|CMD", which is a description and not a literal.
std::vector<std::string> choices_of(const std::string& value) {
  std::vector<std::string> choices;
  const bool literal = value.contains('|') && std::ranges::none_of(value, [](char c) {
                         return (c >= 'A' && c <= 'Z') || c == ':' || c == ' ';
                       });
  for (std::size_t begin = 0; literal && begin <= value.size();) {
    const std::size_t end = std::min(value.find('|', begin), value.size());
    choices.push_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  return choices;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string roff(const std::string& text) {
  std::string escaped = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  escaped = replaced(escaped, "\n.", "\n\\&.");
  escaped = replaced(escaped, "\n'", "\n\\&'");
  return escaped.starts_with('.') || escaped.starts_with('\'') ? "\\&" + escaped : escaped;
}

std::string man_page(const CommandText& command) {
  const std::string dashed = fmt::format("{}", fmt::join(command.words, "-"));
  const std::string name = command.words.empty() ? "perft-verify" : "perft-verify-" + dashed;
  std::string spoken = "verify";
  for (const std::string& word : command.words) spoken += " " + word;
  std::string page = fmt::format(
      ".TH {} 1 \"\" \"perft-verify {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n"
      ".B {}\n[options]",
      replaced(name, "-", "\\-"), kVersion, replaced(name, "-", "\\-"), roff(command.description),
      roff(spoken));
  for (const OptionText& option : command.options)
    if (option.names.empty()) page += fmt::format(" {}", roff(option.value));
  page += "\n.SH OPTIONS\n";
  for (const OptionText& option : command.options) {
    std::string head = roff(fmt::format("{}", fmt::join(option.names, ", ")));
    if (!option.value.empty())
      head += fmt::format("{}\\fI{}\\fR", head.empty() ? "" : " ", roff(option.value));
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", head, roff(option.description));
  }
  if (!command.commands.empty()) {
    page += ".SH COMMANDS\n";
    for (const std::string& each : command.commands)
      page += fmt::format(".TP\n.B {}\nsee \\fB{}\\-{}\\fR(1)\n", each, replaced(name, "-", "\\-"),
                          each);
  }
  if (!command.footer.empty())
    page += fmt::format(".SH EXAMPLES AND EXIT CODES\n.nf\n{}\n.fi\n", roff(command.footer));
  return page;
}

std::string all_names(const CommandText& command) {
  std::string names;
  for (const OptionText& option : command.options)
    for (const std::string& name : option.names) names += (names.empty() ? "" : " ") + name;
  return names;
}

/// Words that a command may begin with: its subcommands, and built-in names.
std::string first_words(const CommandText& command) {
  std::string words = fmt::format("{}", fmt::join(command.commands, " "));
  return command.words.empty() ? words + " gate quick standard rules" : words;
}

std::string bash_completion(const std::vector<CommandText>& commands) {
  std::string cases;
  std::string values;
  for (const CommandText& command : commands) {
    const std::string key = fmt::format("{}", fmt::join(command.words, " "));
    cases += fmt::format("    '{}') options='{}'; words='{}' ;;\n", key, all_names(command),
                         first_words(command));
    for (const OptionText& option : command.options) {
      if (option.value.empty() || option.names.empty()) continue;
      std::string patterns;
      for (const std::string& name : option.names)
        patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : "|", key, name);
      values += fmt::format("    {}) values='{}'; takes=1 ;;\n", patterns,
                            fmt::join(choices_of(option.value), " "));
    }
  }
  return fmt::format(
      R"(# bash completion for perft-verify; generated from its options.
_perft_verify() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local command='' options='' words='' values='' takes='' word longer
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    longer="${{command:+$command }}$word"
    case $longer in
      {}) command=$longer ;;
    esac
  done
  case $command in
{}  esac
  case "$command $previous" in
{}  esac
  if [[ -n $takes ]]; then words=$values
  elif [[ $current == -* ]]; then words=$options
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ $current == -* && -z $takes ]] || COMPREPLY+=($(compgen -f -- "$current"))
}}
complete -o filenames -F _perft_verify perft-verify verify
)",
      [&] {
        std::string known;
        for (const CommandText& command : commands)
          if (!command.words.empty())
            known += fmt::format("{}'{}'", known.empty() ? "" : "|", fmt::join(command.words, " "));
        return known;
      }(),
      cases, values);
}

std::string one_line(const std::string& text) { return replaced(text, "\n", " "); }

std::string zsh_option(const OptionText& option) {
  std::string text = one_line(option.description);
  for (const auto& [from, to] : {std::pair("\\", "\\\\"), {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}})
    text = replaced(text, from, to);
  text = replaced(text, "'", "'\\''");
  std::string lines;
  for (const std::string& name : option.names) {
    std::string value;
    if (!option.value.empty()) {
      const auto choices = choices_of(option.value);
      value =
          choices.empty() ? ":value:_files" : fmt::format(":value:({})", fmt::join(choices, " "));
    }
    lines += fmt::format("      '*{}[{}]{}' \\\n", name, text, value);
  }
  return lines;
}

std::string zsh_completion(const std::vector<CommandText>& commands) {
  std::string text =
      "#compdef perft-verify verify\n# zsh completion; generated from the program's options.\n"
      "_perft_verify() {\n  case \"$words[2] $words[3]\" in\n";
  // The longest first: a command's pattern fits those below it as well.
  for (const CommandText& command : std::views::reverse(commands)) {
    const std::size_t depth = command.words.size();
    const std::string pattern = depth == 0   ? "*"
                                : depth == 1 ? fmt::format("'{} '*", command.words[0])
                                             : fmt::format("'{}'", fmt::join(command.words, " "));
    text += fmt::format("    {}) _arguments \\\n", pattern);
    for (const OptionText& option : command.options) text += zsh_option(option);
    if (depth == 0) text += "      '1:suite or command:_perft_verify_first' \\\n";
    if (depth == 1 && !command.commands.empty())
      text += fmt::format("      '2:command:({})' \\\n", first_words(command));
    text += "      '*:file:_files' ;;\n";
  }
  return text + fmt::format(
                    "  esac\n}}\n_perft_verify_first() {{\n"
                    "  _alternative 'words:suite or command:({})' 'files:file:_files'\n}}\n"
                    "_perft_verify \"$@\"\n",
                    first_words(commands.front()));
}

std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(one_line(text), "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_completion(const std::vector<CommandText>& commands) {
  std::string text = "# fish completion; generated from the program's options.\n";
  for (const CommandText& command : commands) {
    std::string when;
    for (const std::string& word : command.words)
      when += fmt::format("__fish_seen_subcommand_from {}; and ", word);
    if (command.commands.empty())
      when.resize(when.size() - std::string_view("; and ").size());
    else
      when += fmt::format("not __fish_seen_subcommand_from {}", fmt::join(command.commands, " "));
    when = fish_quoted(when);
    for (const char* program : {"perft-verify", "verify"}) {
      text += fmt::format("complete -c {} -n {} -a '{}'\n", program, when, first_words(command));
      for (const OptionText& option : command.options) {
        if (option.names.empty()) continue;
        text += fmt::format("complete -c {} -n {}", program, when);
        for (const std::string& name : option.names)
          text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (!option.value.empty()) text += " -r";
        if (const auto choices = choices_of(option.value); !choices.empty())
          text += fmt::format(" -a '{}'", fmt::join(choices, " "));
        text += " -d " + fish_quoted(option.description) + "\n";
      }
    }
  }
  return text;
}

std::expected<void, std::string> write_document(const std::filesystem::path& path,
                                                const std::string& text) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary);
  out << text << std::flush;
  if (!out) return std::unexpected(fmt::format("{} cannot be written", path.string()));
  return {};
}

}  // namespace

std::expected<void, std::string> write_documentation(const CLI::App& app,
                                                     const std::filesystem::path& folder) {
  std::vector<CommandText> commands;
  walk(app, {}, commands);
  std::vector<std::pair<std::string, std::string>> files{
      {"bash-completion/completions/perft-verify", bash_completion(commands)},
      {"bash-completion/completions/verify", bash_completion(commands)},
      {"zsh/site-functions/_perft-verify", zsh_completion(commands)},
      {"fish/vendor_completions.d/perft-verify.fish", fish_completion(commands)}};
  for (const CommandText& command : commands) {
    std::string name = "perft-verify";
    for (const std::string& word : command.words) name += "-" + word;
    files.emplace_back("man/man1/" + name + ".1", man_page(command));
  }
  for (const auto& [name, text] : files)
    if (auto written = write_document(folder / name, text); !written) return written;
  return {};
}

}  // namespace perft_verify::verifier
