#include "verifier/report/divide_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "verifier/report/words.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kNarrowestName = 12;
constexpr std::size_t kWidestName = 24;

/// The counts of each side for a move.
struct Line {
  std::vector<std::uint64_t> subject;
  std::optional<std::uint64_t> reference;

  [[nodiscard]] std::string remark() const {
    if (subject.empty()) return "missing";
    if (!reference) return "illegal";
    if (subject.size() > 1) return fmt::format("listed {} times", subject.size());
    return subject.front() == *reference ? "" : difference_text(subject.front(), *reference);
  }
  [[nodiscard]] Ink ink() const {
    if (subject.empty()) return Ink::Green;
    if (!reference || subject.size() > 1) return Ink::Red;
    return subject.front() == *reference ? Ink::Plain : Ink::Yellow;
  }
};

std::string right_aligned(std::string_view text, std::size_t width) {
  const std::string cell = columns_of(text) > width ? fitted(text, width) : std::string(text);
  return std::string(width - columns_of(cell), ' ') + cell;
}

/// A line of the table: move, both counts, remark.
std::string columns(std::string_view move, std::string_view subject, std::string_view reference,
                    std::string_view remark, std::size_t name_width) {
  std::string line = fmt::format("  {:<8}  {}  {}  {}", move, right_aligned(subject, name_width),
                                 right_aligned(reference, name_width), remark);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string divide_table(const reference::Divide& subject, const std::string& subject_name,
                         const reference::Divide& reference, const std::string& reference_name,
                         const DivideTableOptions& options) {
  std::map<std::string, Line> lines;
  for (const auto& line : subject.lines) lines[line.move].subject.push_back(line.nodes);
  for (const auto& line : reference.lines) lines[line.move].reference = line.nodes;
  const std::size_t name_width = std::clamp(
      std::max(columns_of(subject_name), columns_of(reference_name)), kNarrowestName, kWidestName);
  const Palette& palette = options.palette;
  std::string wrong;
  std::string right;
  std::size_t differing = 0;
  std::size_t agreeing = 0;
  for (const auto& [move, line] : lines) {
    const std::string remark = line.remark();
    std::size_t& number = remark.empty() ? agreeing : differing;
    if (remark.empty() ? ++number > 0 && !options.all_lines
                       : ++number > options.most_wrong && !options.all_lines)
      continue;
    (remark.empty() ? right : wrong) += palette.paint(
        line.ink(), columns(move, line.subject.empty() ? "–" : grouped(line.subject.front()),
                            line.reference ? grouped(*line.reference) : "–", remark, name_width));
  }
  std::string text =
      palette.paint(Ink::Dim, columns("move", subject_name, reference_name, "", name_width)) +
      wrong;
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
                        name_width);
}

}  // namespace perft_verify::verifier
