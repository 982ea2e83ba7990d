#include "verifier/report/words/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "core/san.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "verifier/report/words/verdict_text.h"

namespace perft_verify::verifier {

std::string short_name(const Row& row) {
  if (!row.id.empty()) return printable(row.id);
  if (row.file.empty()) return row.fen;
  return fmt::format("{}:{}", printable(row.file), row.line);
}

std::string_view to_string(MoveFault fault) {
  constexpr std::array<std::string_view, 3> kNames{"illegal", "missing", "duplicate"};
  return kNames[static_cast<std::size_t>(fault)];
}

std::vector<WrongMove> wrong_moves(const Finding& finding) {
  std::vector<WrongMove> moves;
  for (const std::string& move : finding.illegal) moves.push_back({move, MoveFault::Illegal});
  for (const std::string& move : finding.missing) moves.push_back({move, MoveFault::Missing});
  for (const std::string& move : finding.duplicate) moves.push_back({move, MoveFault::Duplicate});
  return moves;
}

std::string headline(const Finding& finding) {
  constexpr std::size_t kMostMoves = 3;
  std::string name(to_string(finding.kind));
  for (char& c : name)
    if (c == '-') c = ' ';
  const std::vector<WrongMove> moves = wrong_moves(finding);
  if (moves.empty()) return name;
  const auto position = finding.position();
  std::vector<std::string> texts;
  std::size_t all = 0;
  for (const WrongMove& wrong : moves) {
    if (wrong.fault != moves.front().fault || ++all > kMostMoves) continue;
    const auto san = position ? san_of(*position, wrong.move) : std::nullopt;
    texts.push_back(san ? fmt::format("{} ({})", wrong.move, *san) : wrong.move);
  }
  return fmt::format("{}{} {}{}", name, all > 1 ? "s" : "", fmt::join(texts, ", "),
                     all > kMostMoves ? fmt::format(" and {} more", all - kMostMoves) : "");
}

const CatalogEntry& exact_entry(const Finding& finding) {
  return entry_of(finding.exact ? finding.exact->bug : *finding.bug_class);
}

std::string bug_title(const Finding& finding) {
  std::string title(exact_entry(finding).text.title);
  if (!finding.exact || !finding.exact->only) return title;
  return fmt::format("{} ({}'s moves only)", title,
                     *finding.exact->only == Color::White ? "White" : "Black");
}

std::string bug_words(const Finding& finding) {
  if (finding.bug_class)
    return fmt::format("{}: {}", exact_entry(finding).text.name, bug_title(finding));
  if (finding.candidates.empty()) return "";
  return fmt::format("possible bugs {}", fmt::join(names_of(finding.candidates), ", "));
}

std::string in_lines(const std::vector<std::string>& parts, std::size_t width, std::size_t indent) {
  constexpr std::size_t kGap = 2;
  std::string text;
  std::size_t column = 0;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (column > 0 && column + kGap + columns_of(part) <= width) {
      text.append(kGap, ' ');
      column += kGap;
    } else if (column > 0) {
      text += '\n';
      text.append(indent, ' ');
      column = indent;
    }
    text += part;
    column += columns_of(part);
  }
  return text + '\n';
}

std::string other_look(const RowResult& result) {
  return result.looks_like ? fmt::format("looks like {}", to_string(*result.looks_like)) : "";
}

std::string failure_of(const RunInfo& run) {
  if (run.rows.empty() || run.plans.size() < run.rows.size()) return "";
  std::string reason = run.plans[0].reason;
  for (std::size_t row = 0; row < run.rows.size(); ++row)
    if (run.plans[row].depth > 0 || run.plans[row].reason != reason) return "";
  return reason;
}

std::string counted(std::size_t number, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", grouped(number), number == 1 ? one : several);
}

std::string summary_sentence(const Summary& summary, ExitCode exit_code) {
  return fmt::format("{}: {}; {}; {} nodes in {}", verdict_word(summary, exit_code),
                     rows_sentence(summary), counted(summary.findings, "finding", "findings"),
                     grouped(summary.nodes), duration_text(summary.seconds));
}

}  // namespace perft_verify::verifier
