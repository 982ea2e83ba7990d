#include "verifier/report/finding_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/fen.h"
#include "core/notation.h"
#include "core/rules/diagram.h"
#include "core/rules/legality.h"
#include "verifier/classify/classes.h"
#include "verifier/report/sentence.h"
#include "verifier/report/words.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kMostAgreeingLines = 12;
/// A generator that gets a whole kind of move wrong has dozens; they would fill the screen.
constexpr std::size_t kMostWrongLines = 16;

std::string label(std::string_view name) { return fmt::format("  {:<10} ", name); }

/// A label and a text that goes on below itself.
std::string labelled(std::string_view name, std::string_view text, std::size_t width) {
  constexpr std::size_t kIndent = 13;
  std::string lines = wrapped(text, width, kIndent);
  return label(name) + lines.substr(kIndent);
}

std::string board_of(const Finding& finding, const Palette& palette) {
  const auto parsed =
      parse_fen(finding.fen, {.chess960 = finding.chess960 ? Chess960::On : Chess960::Off});
  if (!parsed) return "";
  DiagramOptions options;
  std::string legend;
  if (const auto moves = wrong_moves(finding); !moves.empty()) {
    if (const auto move = parse_move_text(moves.front().move))
      options.marked |= Bitboard{move->from} | Bitboard{move->to};
    legend = fmt::format("* {}", moves.front().move);
    const auto why = moves.front().fault == MoveFault::Illegal
                         ? why_illegal(parsed->position, moves.front().move)
                         : std::nullopt;
    if (why) options.threats = why->attackers;
    if (options.threats.any()) legend += "   ! attacker";
  }
  std::string text;
  const std::string board = diagram(parsed->position, options);
  for (std::string_view rest = board; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
    text += fmt::format("      {}\n", rest.substr(0, rest.find('\n')));
  if (!legend.empty()) text += "      " + palette.paint(Ink::Dim, legend) + "\n";
  return text + "\n";
}

/// What each side says of a move.
struct Line {
  std::vector<std::uint64_t> ours;
  std::optional<std::uint64_t> theirs;

  [[nodiscard]] std::string remark() const {
    if (ours.empty()) return "missing";
    if (!theirs) return "illegal";
    if (ours.size() > 1) return fmt::format("listed {} times", ours.size());
    return ours.front() == *theirs ? "" : difference_text(ours.front(), *theirs);
  }
};

std::string table_of(const Finding& finding, const Palette& palette) {
  if (!finding.subject_divide || !finding.reference_divide) return "";
  std::map<std::string, Line> lines;
  for (const auto& line : finding.subject_divide->lines)
    lines[line.move].ours.push_back(line.nodes);
  for (const auto& line : finding.reference_divide->lines) lines[line.move].theirs = line.nodes;

  std::string text = palette.paint(
      Ink::Dim, fmt::format("  {:<8} {:>16} {:>16}  {}", "move", "ours", "reference",
                            finding.divide_depth == 1
                                ? "difference"
                                : fmt::format("difference at depth {}", finding.divide_depth)));
  text += '\n';
  std::size_t agreeing = 0;
  std::size_t wrong = 0;
  const bool all = lines.size() <= kMostAgreeingLines;
  for (const auto& [move, line] : lines) {
    const std::string remark = line.remark();
    if (remark.empty() ? (++agreeing, !all) : ++wrong > kMostWrongLines) continue;
    const std::string row = fmt::format("  {:<8} {:>16} {:>16}  {}", move,
                                        line.ours.empty() ? "-" : grouped(line.ours.front()),
                                        line.theirs ? grouped(*line.theirs) : "-", remark);
    text += (remark.empty() ? row.substr(0, row.find_last_not_of(' ') + 1)
                            : palette.paint(Ink::Red, row)) +
            "\n";
  }
  if (wrong > kMostWrongLines)
    text += palette.paint(Ink::Red, fmt::format("  and {} more that differ; all are in --report "
                                                "json",
                                                wrong - kMostWrongLines)) +
            "\n";
  if (!all && agreeing > 0)
    text +=
        palette.paint(Ink::Dim, fmt::format("  and {} more on which both agree", agreeing)) + "\n";
  const std::uint64_t ours = finding.subject_divide->total;
  const std::uint64_t theirs = finding.reference_divide->total;
  std::string total =
      fmt::format("  {:<8} {:>16} {:>16}  {}", "total", grouped(ours), grouped(theirs),
                  ours == theirs ? "" : difference_text(ours, theirs));
  return text + total.substr(0, total.find_last_not_of(' ') + 1) + "\n\n";
}

std::string title(std::size_t index, const ReportedFinding& reported, const RunInfo& run,
                  const Palette& palette) {
  const Finding& finding = reported.finding;
  return fmt::format("{}  {}  cause: {}  in {}",
                     palette.paint(Ink::Red, fmt::format("FINDING {}", index + 1)),
                     palette.paint(Ink::Bold, to_string(finding.kind)), to_string(finding.cause),
                     name_of(run.rows[reported.rows.front()]));
}

/// The name of the class and where to read more of it.
std::string class_of(const Finding& finding, const Palette& palette) {
  const BugClass* const known = find_class(finding.bug_class);
  std::string text = label("class") + palette.paint(Ink::Bold, finding.bug_class);
  if (known == nullptr) return text + "\n";
  return text + fmt::format(": {}\n{:13}`verify explain {}` says where to look\n", known->title, "",
                            known->name);
}

}  // namespace

std::string finding_line(std::size_t index, const ReportedFinding& reported, const RunInfo& run,
                         const FindingTextOptions& options) {
  return fmt::format("{}: {}\n", title(index, reported, run, options.palette),
                     sentence_of(reported.finding));
}

std::string finding_text(std::size_t index, const ReportedFinding& reported, const RunInfo& run,
                         const FindingTextOptions& options) {
  const Finding& finding = reported.finding;
  const std::size_t width = options.width;
  std::string text = title(index, reported, run, options.palette) + "\n";
  text += wrapped(sentence_of(finding), width, 2) + "\n";
  if (is_classified(finding)) text += class_of(finding, options.palette);
  if (!finding.candidates.empty())
    text += labelled("it may be", fmt::format("{}", fmt::join(finding.candidates, ", ")), width);
  if (!finding.path.empty()) {
    text += label("root") + finding.root + "\n";
    text += labelled("path", fmt::format("{}", fmt::join(finding.path, " ")), width);
    if (finding.culprit)
      text += label("culprit") +
              fmt::format("{} (ply {})\n", finding.culprit->move, finding.culprit->ply);
  }
  text += label("position") + finding.fen + "\n";
  if (finding.reduced) {
    const Reduction& reduced = *finding.reduced;
    text += label("smallest") + reduced.fen + "\n";
    text +=
        std::string(13, ' ') +
        fmt::format(
            "{}depth {}, {}; right: {}; `verify reduce` makes a unit test of it\n",
            reduced.moves.empty() ? "" : fmt::format("moves {}, ", fmt::join(reduced.moves, " ")),
            reduced.depth, counted(reduced.pieces, "piece", "pieces"), grouped(reduced.nodes));
  }
  text += '\n';
  text += board_of(finding, options.palette);
  text += table_of(finding, options.palette);
  if (finding.questions > 0)
    text += label("asked") + fmt::format("{} to the subject, from the first wrong count on\n",
                                         counted(finding.questions, "question", "questions"));
  // Not wrapped: it is there to be copied.
  text += label("reproduce") + options.palette.paint(Ink::Cyan, finding.reproduce) + "\n";
  return text;
}

}  // namespace perft_verify::verifier
