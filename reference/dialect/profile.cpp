#include "reference/dialect/profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

// Header only, and not Debian's shared library: the static program has no other file.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
// With NDEBUG, toml++ 3.3 lets the compiler assume conditions that are false for files that are not
// TOML ("[\x04]"). Its parser has an error for each of them. So nothing is assumed, and nothing
// aborts.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include "core/text/printable.h"
#include "core/text/shell_words.h"

namespace perft_verify::reference {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A profile is some lines; a larger file is not one.
constexpr std::uintmax_t kMostBytes = 1U << 16U;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// `text` with a question mark for each byte beyond ASCII.
std::string in_ascii(std::string text) {
  std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  return text;
}

/// Whether the byte at this place of `text` is beyond ASCII; lines and columns count from 1.
bool is_beyond_ascii(std::string_view text, const toml::source_position& place) {
  for (auto line = place.line; line > 1; --line) text.remove_prefix(text.find('\n') + 1);
  const std::size_t column = place.column;
  return column >= 1 && column <= text.size() &&
         static_cast<unsigned char>(text[column - 1]) >= 0x80;
}

class Reader {
 public:
  explicit Reader(std::string path) : path_(std::move(path)) {}

  std::expected<Profile, std::string> read() {
    std::error_code error;
    if (!is_file(path_)) return complain("is not a file");
    if (const auto size = fs::file_size(path_, error); error || size > kMostBytes)
      return complain("is not a profile: it is too large");
    std::ifstream file(path_);
    if (!file) return complain(fmt::format("cannot be read: {}", std::strerror(errno)));
    std::stringstream stream;
    stream << file.rdbuf();
    const std::string text = std::move(stream).str();
    // The behavior of toml++ 3.3 is undefined for the letters from U+00A1 to U+0499 outside of
    // quotes and comments. So a text with question marks in their place is parsed first. Inside of
    // quotes and comments they make no difference.
    if (const toml::parse_result order = toml::parse(in_ascii(text)); !order)
      return complain(order.error().source(),
                      is_beyond_ascii(text, order.error().source().begin)
                          ? "a character beyond ASCII; outside of quotes and comments there is none"
                          : std::string(order.error().description()));
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed)
      return complain(parsed.error().source(), std::string(parsed.error().description()));
    for (const auto& [key, value] : parsed.table())
      if (auto ok = take(key.str(), value); !ok) return std::unexpected(ok.error());
    if (profile_.command.empty())
      return complain("names no program: command = [\"./my-engine\"] is missing");
    return std::move(profile_);
  }

 private:
  using Taken = std::expected<void, std::string>;

  [[nodiscard]] std::unexpected<std::string> complain(const std::string& what) const {
    return std::unexpected(fmt::format("{} {}", printable(path_), what));
  }
  [[nodiscard]] std::unexpected<std::string> complain(const toml::source_region& at,
                                                      const std::string& what) const {
    return std::unexpected(fmt::format("{}:{}:{}: {}", printable(path_), at.begin.line,
                                       at.begin.column, printable(what)));
  }

  [[nodiscard]] std::expected<std::string, std::string> text(const toml::node& node,
                                                             std::string_view key) const {
    const auto value = node.value_exact<std::string>();
    if (!value) return complain(node.source(), fmt::format("{} is a text in quotes", key));
    if (has_control_characters(*value))
      return complain(node.source(), "control characters are not sent to an engine");
    return *value;
  }
  /// A text, or a list of them.
  [[nodiscard]] std::expected<Words, std::string> texts(const toml::node& node,
                                                        std::string_view key) const {
    Words words;
    if (const toml::array* const list = node.as_array()) {
      for (const toml::node& each : *list) {
        auto word = text(each, fmt::format("each part of {}", key));
        if (!word) return std::unexpected(word.error());
        words.push_back(std::move(*word));
      }
      return words;
    }
    auto one = text(node, key);
    if (!one) return std::unexpected(one.error());
    words.push_back(std::move(*one));
    return words;
  }
  [[nodiscard]] std::expected<bool, std::string> truth(const toml::node& node,
                                                       std::string_view key) const {
    const auto value = node.value_exact<bool>();
    if (!value) return complain(node.source(), fmt::format("{} is true or false", key));
    return *value;
  }

  Taken take(std::string_view key, const toml::node& node) {
    if (key == "command") return take_command(node);
    if (key == "protocol") return take_protocol(node);
    if (key == "perft") return take_perft(node);
    if (key == "options") return take_options(node);
    if (key == "total" || key == "setup") {
      auto words = texts(node, key);
      if (!words) return std::unexpected(words.error());
      if (key == "setup") {
        profile_.setup = std::move(*words);
      } else if (words->size() == 1) {
        profile_.wish.total = std::move(words->front());
      } else {
        return complain(node.source(), "total is one text: what stands before the total");
      }
      return {};
    }
    if (key == "stderr" || key == "chess960") {
      const auto on = truth(node, key);
      if (!on) return std::unexpected(on.error());
      if (key == "stderr") profile_.wish.errors_with_output = *on;
      if (key == "chess960") profile_.wish.played_chess960 = *on;
      return {};
    }
    return complain(node.source(),
                    fmt::format("there is no key '{}'; the keys are command, protocol, perft, "
                                "total, stderr, chess960, options and setup",
                                key));
  }

  Taken take_command(const toml::node& node) {
    auto words = texts(node, "command");
    if (!words) return std::unexpected(words.error());
    if (!node.is_array()) {
      auto split = split_words(words->front());
      if (!split) return complain(node.source(), split.error());
      words = std::move(*split);
    }
    const fs::path folder = fs::path(path_).parent_path();
    for (std::string& word : *words) {
      // A program without a slash is looked for in PATH, as everywhere.
      const bool in_path = &word == &words->front() && !word.contains('/');
      if (!in_path && !word.empty() && fs::path(word).is_relative() && is_file(folder / word))
        word = fs::absolute(folder / word).lexically_normal();
    }
    profile_.command = std::move(*words);
    return {};
  }

  Taken take_protocol(const toml::node& node) {
    const auto name = text(node, "protocol");
    if (!name) return std::unexpected(name.error());
    if (*name != "script" && *name != "uci" && *name != "xboard" && *name != "console")
      return complain(node.source(), "protocol is uci, xboard, console or script");
    const auto wish = find_dialect(*name, {});
    if (!wish) return complain(node.source(), wish.error());
    profile_.wish.name = *name;
    profile_.wish.protocol = wish->protocol;
    profile_.wish.script = wish->script;
    return {};
  }

  Taken take_perft(const toml::node& node) {
    const auto words = texts(node, "perft");
    if (!words) return std::unexpected(words.error());
    auto lines = parse_perft_command(fmt::format("{}", fmt::join(*words, " ; ")));
    if (!lines) return complain(node.source(), lines.error());
    profile_.wish.perft = std::move(*lines);
    return {};
  }

  Taken take_options(const toml::node& node) {
    const toml::table* const table = node.as_table();
    if (table == nullptr)
      return complain(node.source(), "options is a table: options = { Hash = \"1\" }");
    for (const auto& [name, value] : *table) {
      auto set = text(value, fmt::format("the option {}", printable(name.str())));
      if (!set) return std::unexpected(set.error());
      profile_.options.emplace_back(name.str(), std::move(*set));
    }
    return {};
  }

  std::string path_;
  Profile profile_;
};

std::string quoted(const std::string& text) {
  std::ostringstream out;
  out << toml::value<std::string>(text);
  return out.str();
}

std::string quoted(const Words& words) {
  Words all;
  for (const std::string& word : words) all.push_back(quoted(word));
  return fmt::format("[{}]", fmt::join(all, ", "));
}

}  // namespace

bool is_profile(const std::vector<std::string>& command) {
  return command.size() == 1 && command.front().ends_with(".toml");
}

std::expected<Profile, std::string> read_profile(const std::string& path) {
  return Reader(path).read();
}

std::string profile_text(const Detection& detection, const EngineOptions& options,
                         bool plays_chess960, const std::string& path) {
  Words command = detection.script ? detection.script_command : options.command;
  const fs::path folder = fs::absolute(path).parent_path();
  for (std::string& word : command) {
    const bool in_path = &word == &command.front() && !word.contains('/');
    if (in_path || word.empty() || fs::path(word).is_absolute() || !is_file(word)) continue;
    word = fs::absolute(word).lexically_proximate(folder);
    if (!word.contains('/')) word.insert(0, "./");
  }
  std::string text =
      fmt::format("# How {} is asked for perft; written by `verify doctor`.\n\n",
                  detection.engine_name.empty() ? "this engine" : printable(detection.engine_name));
  const auto add = [&text](std::string_view comment, std::string_view key,
                           const std::string& value) {
    text += fmt::format("# {}\n{} = {}\n", comment, key, value);
  };
  if (detection.script) {
    add("Started once per question; {depth}, {fen} and {moves} are replaced.", "command",
        quoted(command));
  } else {
    add("The program and its arguments; files are looked for beside this profile.", "command",
        quoted(command));
    add("uci, xboard or console (as xboard, without a greeting).", "protocol",
        quoted(std::string(to_string(detection.dialect.protocol))));
    add("The lines that ask for perft.", "perft", quoted(detection.dialect.perft));
  }
  if (const auto& total = detection.dialect.total; total && !total->label.empty())
    add("The text before the total.", "total", quoted(total->label));
  if (detection.dialect.errors_with_output)
    add("The answer comes on standard error.", "stderr", "true");
  if (plays_chess960)
    add("It played Chess960: if it no longer does, its Chess960 rows are undecided.", "chess960",
        "true");
  if (!options.setup.empty())
    add("Lines sent to the engine after the options.", "setup", quoted(options.setup));
  if (options.options.empty()) return text;
  text += "\n# Options of the engine, sent at its start.\n[options]\n";
  for (const auto& [name, value] : options.options)
    text += fmt::format("{} = {}\n", quoted(name), quoted(value));
  return text;
}

}  // namespace perft_verify::reference
