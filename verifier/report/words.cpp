#include "verifier/report/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/format.h"
#include "core/text/printable.h"

namespace perft_verify::verifier {

std::string short_name(const Row& row) {
  if (!row.id.empty()) return printable(row.id);
  if (row.file.empty()) return row.fen;
  return fmt::format("{}:{}", printable(row.file), row.line);
}

bool is_classified(const Finding& finding) { return finding.bug_class != "unclassified"; }

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
  std::vector<std::string> texts;
  for (const WrongMove& wrong : moves)
    if (wrong.fault == moves.front().fault) texts.push_back(wrong.move);
  const std::size_t more = texts.size() - std::min(texts.size(), kMostMoves);
  texts.resize(texts.size() - more);
  return fmt::format("{}{} {}{}", name, texts.size() + more > 1 ? "s" : "", fmt::join(texts, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string counted(std::size_t number, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", grouped(number), number == 1 ? one : several);
}

std::string summary_sentence(const Summary& summary) {
  return fmt::format("{}: {} agree, {} mismatch, {} undecided, {} skipped; {}; {} nodes in {}",
                     counted(summary.rows, "row", "rows"), grouped(summary.agree),
                     grouped(summary.mismatch), grouped(summary.undecided),
                     grouped(summary.skipped), counted(summary.findings, "finding", "findings"),
                     grouped(summary.nodes), duration_text(summary.seconds));
}

}  // namespace perft_verify::verifier
