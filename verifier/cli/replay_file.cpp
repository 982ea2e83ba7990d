#include "verifier/cli/replay_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/shell_words.h"
#include "reference/dialect/conversation.h"
#include "verifier/report/output_file.h"

namespace perft_verify::verifier {
namespace {

/// FNV-1a.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

/// Empty if the question cannot be put to it.
std::string lines_to(const EngineArguments& engine, const reference::Dialect& dialect,
                     const reference::Question& question) {
  const auto asked = reference::asked_of(question, dialect);
  if (!asked) return {};
  std::string lines;
  const auto add = [&lines](std::string_view line) { lines += std::string(line) + "\n"; };
  const bool uci = dialect.protocol == reference::Protocol::Uci;
  if (uci) {
    add("uci");
    for (const auto& [name, value] : engine.options)
      add(fmt::format("setoption name {}{}", name, value.empty() ? "" : " value " + value));
    add("ucinewgame");
  } else if (dialect.protocol == reference::Protocol::Xboard) {
    for (const char* line : {"xboard", "protover 2", "force"}) add(line);
  }
  for (const std::string& line : engine.setup) add(line);
  if (uci) add("isready");
  if (uci && question.chess960) add("setoption name UCI_Chess960 value true");
  if (dialect.position == reference::PositionStyle::UciPosition) {
    add(reference::context_of(dialect, *asked));
  } else if (dialect.position == reference::PositionStyle::Setboard) {
    add("setboard " + asked->root);
    for (const std::string& move : asked->moves) add(move);
  }
  for (const std::string& line : dialect.perft)
    add(reference::filled(line, asked->depth, asked->fen));
  if (uci) add("isready");
  return lines;
}

}  // namespace

std::optional<ReplayFile> save_replay(const EngineArguments& engine,
                                      const reference::Detection& detection,
                                      const Finding& finding) {
  if (!is_failure(finding.kind) || !finding.failed_on || detection.script) return {};
  const std::string lines = lines_to(engine, detection.dialect, *finding.failed_on);
  if (lines.empty()) return {};
  const std::string path =
      fmt::format("verify-{}-{:08x}.txt", to_string(finding.kind), hash_of(lines) & 0xffffffffU);
  auto file = OutputFile::create(path);
  if (file) file->write(lines);
  const auto written = file ? file->commit() : std::unexpected(file.error());
  if (!written) return ReplayFile{"", written.error()};
  std::string command;
  for (const std::string& word : engine.command)
    command += (command.empty() ? "" : " ") + shell_quoted(word);
  return ReplayFile{fmt::format("{} < {}", command, path), ""};
}

}  // namespace perft_verify::verifier
