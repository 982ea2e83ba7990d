#include "verifier/report/words/finding_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/notation.h"
#include "core/rules/diagram.h"
#include "core/rules/legality.h"
#include "core/text/lines.h"
#include "verifier/report/words/divide_table.h"
#include "verifier/report/words/sentence.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

/// A generator with a whole kind of moves wrong has dozens; they would fill the screen.
constexpr std::size_t kMostWrongLines = 16;

std::string label(std::string_view name) { return fmt::format("  {:<10} ", name); }

/// A label and a text with hanging indentation.
std::string labeled(std::string_view name, std::string_view text, std::size_t width) {
  constexpr std::size_t kIndent = 13;
  std::string lines = wrapped(text, width, kIndent);
  return label(name) + lines.substr(kIndent);
}

/// The marks of a wrong move: its origin, its target, and the attackers of the king.
DiagramOptions marks_of(const Position& position, const WrongMove& wrong) {
  DiagramOptions options;
  const auto move = parse_move_text(wrong.move);
  if (!move) return options;
  options.marked = Bitboard{move->from};
  (wrong.fault == MoveFault::Missing ? options.missing : options.illegal) = Bitboard{move->to};
  if (wrong.fault != MoveFault::Illegal) return options;
  if (const auto why = why_illegal(position, wrong.move)) options.threats = why->attackers;
  return options;
}

std::string legend_of(const DiagramOptions& marks) {
  if (marks.marked.empty()) return "";
  std::string legend = marks.missing.any() ? "* from  + missing" : "* from  x to";
  if (marks.threats.any()) legend += "  ! attacker";
  return legend;
}

Ink ink_of_square(Square square, const DiagramOptions& marks) {
  if (marks.threats.contains(square)) return Ink::Yellow;
  if (marks.missing.any() && (marks.missing | marks.marked).contains(square)) return Ink::Green;
  return (marks.illegal | marks.marked).contains(square) ? Ink::Red : Ink::Plain;
}

std::string board_of(const Finding& finding, const Palette& palette) {
  const auto position = finding.position();
  if (!position) return "";
  const auto moves = wrong_moves(finding);
  DiagramOptions marks = moves.empty() ? DiagramOptions{} : marks_of(*position, moves.front());
  const std::string legend = legend_of(marks);
  marks.paint = [&palette, marks](Square square, std::string_view cell) {
    return palette.paint(ink_of_square(square, marks), cell);
  };
  std::string text;
  const std::string board = diagram(*position, marks);
  for (std::string_view rest = board; !rest.empty();)
    text += fmt::format("      {}\n", take_line(rest));
  std::string below = state_line(*position);
  if (!legend.empty()) below += "   " + legend;
  return text + "      " + palette.paint(Ink::Dim, below) + "\n\n";
}

std::string table_of(const Finding& finding, const RunInfo& run,
                     const FindingTextOptions& options) {
  const auto answers = shown_answers(finding);
  if (!answers) return "";
  const std::string depth =
      finding.divide_depth == 1 ? "" : fmt::format("  at depth {}:\n", finding.divide_depth);
  return depth + divide_table(answers->subject, run.subject.name, answers->reference,
                              run.reference.name,
                              {.palette = options.palette,
                               .all_lines = options.all_lines,
                               .most_wrong = kMostWrongLines,
                               .more = "; --report json=FILE has all",
                               .width = options.width});
}

std::string title(std::size_t index, const ReportedFinding& reported, const RunInfo& run,
                  const FindingTextOptions& options) {
  const Finding& finding = reported.finding;
  const Palette& palette = options.palette;
  const std::string place = name_of(run.rows[reported.rows.front()]);
  const bool fits = columns_of(place) + 2 <= options.width;
  return in_lines({palette.paint(Ink::Red, fmt::format("FINDING {}", index + 1)),
                   palette.paint(Ink::Bold, headline(finding)),
                   fmt::format("cause: {}", to_string(finding.cause)), fits ? place : ""},
                  options.width, 2) +
         (fits ? "" : wrapped(place, options.width, 2));
}

/// The likely bug and a reference to more about it, or the possible ones.
std::string bug_of(const Finding& finding, const FindingTextOptions& options) {
  if (!finding.bug_class) {
    if (finding.candidates.empty()) return "";
    return labeled("bugs",
                   fmt::format("possible: {}", fmt::join(names_of(finding.candidates), ", ")),
                   options.width);
  }
  const std::string name(exact_entry(finding).text.name);
  return labeled("likely bug",
                 fmt::format("{}: {}", options.palette.paint(Ink::Bold, name), bug_title(finding)),
                 options.width) +
         fmt::format("{:13}where to look: verify explain {}\n", "", name);
}

std::string minimal_of(const Reduction& reduced) {
  const std::string moves =
      reduced.moves.empty() ? "" : fmt::format(", moves {}", fmt::join(reduced.moves, " "));
  return label("minimal") + reduced.fen + moves +
         fmt::format("\n{:13}{}, perft({}) = {}; for a unit test: verify reduce\n", "",
                     counted(reduced.pieces, "piece", "pieces"), reduced.depth,
                     grouped(reduced.nodes));
}

}  // namespace

std::string finding_line(std::size_t index, const ReportedFinding& reported, const RunInfo& run,
                         const FindingTextOptions& options) {
  FindingTextOptions in_one_line = options;
  in_one_line.width = std::string::npos;
  std::string line = title(index, reported, run, in_one_line);
  line.pop_back();
  return fmt::format("{}: {}\n", line, sentence_of(reported.finding));
}

std::string finding_text(std::size_t index, const ReportedFinding& reported, const RunInfo& run,
                         const FindingTextOptions& options) {
  const Finding& finding = reported.finding;
  const std::size_t width = options.width;
  std::string text = title(index, reported, run, options);
  text += wrapped(sentence_of(finding), width, 2);
  text += bug_of(finding, options);
  if (!finding.path.empty()) {
    text += label("root") + finding.root.fen + "\n";
    std::string path = fmt::format("{}", fmt::join(finding.path, " "));
    if (finding.culprit)
      path += fmt::format(" (wrong after {}, ply {})", finding.culprit->move, finding.culprit->ply);
    text += labeled("path", path, width);
    if (options.all_lines)
      for (const CountOnPath& step : finding.descent)
        text += label("") + fmt::format("{} at depth {}: {} instead of {}\n", step.move, step.depth,
                                        grouped(step.subject), grouped(step.reference));
  }
  text += label("position") + finding.fen + "\n";
  if (finding.reduced) text += minimal_of(*finding.reduced);
  text += '\n';
  text += board_of(finding, options.palette);
  text += table_of(finding, run, options);
  if (options.all_lines && finding.questions > 0)
    text += label("queries") +
            fmt::format("{} to locate it\n",
                        counted(finding.questions, "engine query", "engine queries"));
  // Not wrapped: it is there to be copied.
  text += label("reproduce") + options.palette.paint(Ink::Cyan, finding.reproduce) + "\n";
  return text;
}

}  // namespace perft_verify::verifier
