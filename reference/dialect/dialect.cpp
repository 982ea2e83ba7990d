#include "reference/dialect/dialect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <fstream>

#include "core/text/lines.h"
#include "core/text/printable.h"

namespace perft_verify::reference {
namespace {

std::optional<bool> yes_or_no(std::string_view text) {
  if (text == "yes" || text == "on" || text == "true") return true;
  if (text == "no" || text == "off" || text == "false") return false;
  return std::nullopt;
}

/// Reads one `key = value`; the error describes its fault.
std::expected<void, std::string> set(DialectWish& wish, std::string_view key,
                                     std::string_view value) {
  if (key == "protocol") {
    if (value == "uci") {
      wish.protocol = Protocol::Uci;
    } else if (value == "xboard") {
      wish.protocol = Protocol::Xboard;
    } else if (value == "console") {
      wish.protocol = Protocol::Console;
    } else if (value == "script") {
      wish.script = true;
    } else {
      return std::unexpected("protocol is uci, xboard, console or script");
    }
    return {};
  }
  if (key == "perft") {
    auto lines = parse_perft_command(value);
    if (!lines) return std::unexpected(lines.error());
    wish.perft = std::move(*lines);
    return {};
  }
  if (key == "total") {
    wish.total = std::string(value);
    return {};
  }
  if (key == "stderr") {
    const auto on = yes_or_no(value);
    if (!on) return std::unexpected("stderr is yes or no");
    wish.errors_with_output = on;
    return {};
  }
  return std::unexpected(
      fmt::format("there is no key '{}'; the keys are protocol, perft, total "
                  "and stderr",
                  printable(key)));
}

/// The section `name` of a file, or nothing if it has none.
std::expected<std::optional<DialectWish>, std::string> section_of(const std::string& path,
                                                                  const std::string& name) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  std::optional<DialectWish> wish;
  bool here = false;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const auto wrong = [&](const std::string& what) {
      return std::unexpected(fmt::format("{}:{}: {}", printable(path), number, what));
    };
    if (line.ends_with('\r')) line.pop_back();
    const std::string_view text = trimmed(line);
    if (text.empty() || text.front() == '#' || text.front() == ';') continue;
    if (text.front() == '[') {
      if (text.back() != ']') return wrong("a section is written [name]");
      here = text.substr(1, text.size() - 2) == name;
      if (here && wish) return wrong(fmt::format("the section [{}] stands here twice", name));
      if (here) wish.emplace().name = name;
      continue;
    }
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return wrong("`key = value` or `[name]` is expected");
    if (!here) continue;
    if (has_control_characters(text)) return wrong("control characters are not sent to an engine");
    auto ok = set(*wish, trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1)));
    if (!ok) return wrong(ok.error());
  }
  return wish;
}

}  // namespace

std::string_view to_string(Protocol protocol) {
  switch (protocol) {
    case Protocol::Uci:
      return "uci";
    case Protocol::Xboard:
      return "xboard";
    case Protocol::Console:
      break;
  }
  return "console";
}

std::expected<std::vector<std::string>, std::string> parse_perft_command(std::string_view text) {
  if (has_control_characters(text))
    return std::unexpected(
        fmt::format("'{}': control characters are not sent to an engine", printable(text)));
  std::vector<std::string> lines;
  bool depth = false;
  while (!text.empty()) {
    const std::size_t end = text.find(" ; ");
    const std::string_view line = trimmed(text.substr(0, end));
    if (line.empty()) return std::unexpected("a command between two semicolons is missing");
    depth = depth || line.contains("{depth}");
    lines.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 3);
  }
  if (!depth) return std::unexpected("{depth} is missing, as in 'divide {depth}'");
  return lines;
}

const std::vector<BuiltInDialect>& built_in_dialects() {
  static const std::vector<BuiltInDialect> kDialects{
      {"auto", "found out by asking"},
      {"stockfish", "UCI, `go perft N` and moves exactly as Stockfish has them"},
      {"uci", "UCI; the perft command is found out"},
      {"xboard", "`setboard FEN`; the perft command is found out"},
      {"console", "as xboard, without a greeting"},
      {"script", "started as CMD DEPTH FEN [MOVES] for each question"},
  };
  return kDialects;
}

std::vector<std::string> dialect_files() {
  std::vector<std::string> files{"perft-dialects.ini"};
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  std::string folder = variable("XDG_CONFIG_HOME");
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") + "/.config";
  if (!folder.empty()) files.push_back(folder + "/perft-verify/dialects.ini");
  return files;
}

std::expected<DialectWish, std::string> find_dialect(const std::string& name,
                                                     const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    auto section = section_of(file, name);
    if (!section) return std::unexpected(section.error());
    if (!*section) continue;
    (*section)->from_ini = true;
    return std::move(**section);
  }
  DialectWish wish;
  wish.name = name;
  if (name == "auto") return wish;
  if (name == "stockfish") {
    wish.stockfish = true;
    return wish;
  }
  if (name == "uci" || name == "xboard" || name == "console" || name == "script") {
    auto ok = set(wish, "protocol", name);
    if (!ok) return std::unexpected(ok.error());
    return wish;
  }
  std::string names;
  for (const auto& each : built_in_dialects())
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  return std::unexpected(
      fmt::format("there is no dialect '{}': it is none of {}, and no section [{}] in {}",
                  printable(name), names, printable(name), fmt::join(files, " or ")));
}

std::string filled(std::string_view text, int depth, std::string_view fen, std::string_view moves) {
  std::string result;
  while (!text.empty()) {
    const auto replace = [&](std::string_view name, std::string_view value) {
      if (!text.starts_with(name)) return false;
      result += value;
      text.remove_prefix(name.size());
      return true;
    };
    if (replace("{depth}", std::to_string(depth)) || replace("{fen}", fen) ||
        replace("{moves}", moves))
      continue;
    result += text.front();
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace perft_verify::reference
