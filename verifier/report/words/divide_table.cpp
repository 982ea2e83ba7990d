#include "verifier/report/words/divide_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "core/contains.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kNarrowestColumn = 12;
constexpr std::size_t kUsualColumn = 24;  // up to that both are as wide
/// The width of a line without the counts: move, remark, and blanks.
constexpr std::size_t kColumnsBesideCounts = 27;

/// Of the columns of counts, which have the names above them.
struct Widths {
  std::size_t subject, reference;
};

Widths widths_of(const std::string& subject_name, const std::string& reference_name,
                 std::size_t width) {
  const std::size_t subject = std::max(columns_of(subject_name), kNarrowestColumn);
  const std::size_t reference = std::max(columns_of(reference_name), kNarrowestColumn);
  const std::size_t wider = std::max(subject, reference);
  if (wider <= kUsualColumn) return {wider, wider};
  const std::size_t room =
      std::max(width - std::min(width, kColumnsBesideCounts), 2 * kNarrowestColumn);
  // The narrower name is left whole as long as it takes no more than its half.
  const std::size_t narrower = std::min({subject, reference, room / 2});
  const std::size_t rest = std::min(wider, room - narrower);
  return subject < reference ? Widths{narrower, rest} : Widths{rest, narrower};
}

Ink ink_of(const DivideLine& line) {
  if (line.subject.empty()) return Ink::Green;
  if (!line.reference || line.subject.size() > 1) return Ink::Red;
  return line.subject.front() == *line.reference ? Ink::Plain : Ink::Yellow;
}

std::string right_aligned(std::string_view text, std::size_t width) {
  const std::string cell = columns_of(text) > width ? fitted(text, width) : std::string(text);
  return std::string(width - columns_of(cell), ' ') + cell;
}

/// A line of the table: move, both counts, remark.
std::string columns(std::string_view move, std::string_view subject, std::string_view reference,
                    std::string_view remark, const Widths& widths) {
  std::string line =
      fmt::format("  {:<8}  {}  {}  {}", move, right_aligned(subject, widths.subject),
                  right_aligned(reference, widths.reference), remark);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string DivideLine::remark() const {
  if (subject.empty()) return "missing";
  if (!reference)
    return subject.size() > 1 ? fmt::format("illegal, {} times", subject.size()) : "illegal";
  if (subject.size() > 1) return fmt::format("listed {} times", subject.size());
  return subject.front() == *reference ? "" : difference_text(subject.front(), *reference);
}

std::vector<DivideLine> side_by_side(const reference::Divide& subject,
                                     const reference::Divide& reference) {
  std::map<std::string, DivideLine> lines;
  for (const auto& line : subject.lines) lines[line.move].subject.push_back(line.nodes);
  for (const auto& line : reference.lines) lines[line.move].reference = line.nodes;
  std::vector<DivideLine> sorted;
  for (auto& [move, line] : lines) {
    line.move = move;
    sorted.push_back(std::move(line));
  }
  return sorted;
}

std::optional<ShownAnswers> shown_answers(const Finding& finding) {
  if (!finding.subject_divide || !finding.reference_divide) return std::nullopt;
  ShownAnswers shown{*finding.subject_divide, *finding.reference_divide};
  if (finding.divide_depth != 1 || !reason_of<WrongNumberOfMoves>(finding)) return shown;
  if (finding.illegal.empty() && finding.missing.empty()) {
    shown.subject.lines.clear();
    shown.reference.lines.clear();
  }
  std::erase_if(shown.subject.lines, [&](const reference::RootCount& line) {
    return contains(finding.missing, line.move);
  });
  for (const std::string& move : finding.illegal) shown.subject.lines.push_back({move, 1});
  return shown;
}

std::string divide_table(const reference::Divide& subject, const std::string& subject_name,
                         const reference::Divide& reference, const std::string& reference_name,
                         const DivideTableOptions& options) {
  const Widths widths = widths_of(subject_name, reference_name, options.width);
  const Palette& palette = options.palette;
  std::string wrong;
  std::string right;
  std::size_t differing = 0;
  std::size_t agreeing = 0;
  for (const DivideLine& line : side_by_side(subject, reference)) {
    const std::string remark = line.remark();
    std::size_t& number = remark.empty() ? agreeing : differing;
    if (remark.empty() ? ++number > 0 && !options.all_lines
                       : ++number > options.most_wrong && !options.all_lines)
      continue;
    (remark.empty() ? right : wrong) += palette.paint(
        ink_of(line), columns(line.move, line.subject.empty() ? "–" : grouped(line.subject.front()),
                              line.reference ? grouped(*line.reference) : "–", remark, widths));
  }
  std::string text =
      palette.paint(Ink::Dim, columns("move", subject_name, reference_name, "", widths)) + wrong;
  if (differing > options.most_wrong && !options.all_lines)
    text += palette.paint(Ink::Red, fmt::format("  … {} more that differ{}\n",
                                                differing - options.most_wrong, options.more));
  if (options.all_lines) {
    text += right;
  } else if (agreeing > 0) {
    text += palette.paint(
        Ink::Dim, fmt::format("  … {} on which both agree\n", counted(agreeing, "move", "moves")));
  }
  return text + columns("total", grouped(subject.total), grouped(reference.total),
                        subject.total == reference.total
                            ? ""
                            : difference_text(subject.total, reference.total),
                        widths);
}

}  // namespace perft_verify::verifier
