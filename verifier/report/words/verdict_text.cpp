#include "verifier/report/words/verdict_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "core/contains.h"
#include "core/text/shell_words.h"
#include "verifier/report/words/words.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kIndent = 6;
constexpr std::size_t kMostFindings = 10;
constexpr std::size_t kMostReasons = 5;

bool is_interrupted(ExitCode code) {
  return code == ExitCode::Interrupted || code == ExitCode::Terminated;
}

Ink ink_of(const Summary& summary, ExitCode code) {
  if (code == ExitCode::Agree) return Ink::Green;
  return summary.findings > 0 ? Ink::Red : Ink::Yellow;
}

/// "of these rows 129 look like knight-step-typo, 12 like ep-wraps"; empty if hardly any do.
std::string other_classes(const ShortFinding& finding) {
  constexpr std::size_t kMostClasses = 3;
  constexpr std::size_t kFewestRows = 3;
  std::vector<std::pair<std::size_t, BugId>> classes;
  for (const auto& [bug, rows] : finding.looks_like)
    if (rows >= kFewestRows) classes.emplace_back(rows, bug);
  if (classes.empty()) return "";
  std::ranges::stable_sort(classes, std::ranges::greater{}, &std::pair<std::size_t, BugId>::first);
  if (classes.size() > kMostClasses) classes.resize(kMostClasses);
  std::vector<std::string> parts;
  for (const auto& [rows, bug] : classes)
    parts.push_back(
        fmt::format("{}{} like {}", grouped(rows), parts.empty() ? " look" : "", to_string(bug)));
  return fmt::format("of these rows {}", fmt::join(parts, ", "));
}

std::string short_findings(const std::vector<ShortFinding>& findings, const Summary& summary,
                           const VerdictOptions& options) {
  // The line above has told how many rows it is.
  const bool is_of_all = findings.size() == 1 && findings.front().rows == summary.mismatch;
  const std::size_t shown =
      options.verbose ? findings.size() : std::min(findings.size(), kMostFindings);
  std::string text;
  for (std::size_t index = 0; index < shown; ++index) {
    const ShortFinding& finding = findings[index];
    const std::string number = fmt::format("{:>3}", index + 1);
    std::vector<std::string> parts{number, options.palette.paint(Ink::Bold, finding.headline),
                                   finding.bug};
    if (!is_of_all) parts.push_back(counted(finding.rows, "row", "rows"));
    text += in_lines(parts, options.width, kIndent - 1);
    text += "     " + options.palette.paint(Ink::Cyan, finding.reproduce) + "\n";
    if (finding.failed_rows > 0)
      text +=
          wrapped(fmt::format("the engine fails in {} of these rows, perhaps by these moves: {}",
                              grouped(finding.failed_rows), finding.failure),
                  options.width, kIndent - 1);
    if (const std::string others = other_classes(finding); !others.empty())
      text += wrapped(others, options.width, kIndent - 1);
  }
  if (shown < findings.size())
    text += fmt::format("     and {} more findings; -v lists all\n", findings.size() - shown);
  return text;
}

std::string why_not_compared(std::vector<RowsForReason> reasons, const VerdictOptions& options) {
  std::ranges::stable_sort(reasons, std::ranges::greater{}, &RowsForReason::rows);
  const std::size_t shown =
      options.verbose ? reasons.size() : std::min(reasons.size(), kMostReasons);
  std::string text;
  std::size_t rest = 0;
  for (std::size_t index = 0; index < reasons.size(); ++index) {
    const RowsForReason& each = reasons[index];
    if (index >= shown) {
      rest += each.rows;
      continue;
    }
    text += wrapped(
        fmt::format("{} {}: {}", counted(each.rows, "row", "rows"),
                    each.verdict == Verdict::Skipped ? "skipped" : "undecided", each.reason),
        options.width, kIndent);
  }
  if (rest > 0)
    text += fmt::format("{:6}and {} for other reasons; -v lists them\n", "",
                        counted(rest, "row", "rows"));
  return text;
}

constexpr std::string_view kSlidersAndTheirAttacks =
    "moves of sliders, or checks and pins by them, so that one mistake may explain all: look at "
    "the sliders' attacks first (tables, magics, fills); verify prove --family sliders says on "
    "which squares";

std::string_view words_of(Kin kin) {
  switch (kin) {
    case Kin::CapturesTowardAFile:
      return "pawns' captures toward the a file: look there first";
    case Kin::CapturesTowardHFile:
      return "pawns' captures toward the h file: look there first";
    case Kin::PawnMoves:
      return "moves of pawns: look there first";
    case Kin::KnightMoves:
      return "moves of knights: look at their table first";
    case Kin::BishopMoves:
      return "moves of bishops: look at their attacks first (tables, magics, fills); verify prove "
             "--family sliders says on which squares";
    case Kin::RookMoves:
      return "moves of rooks: look at their attacks first (tables, magics, fills); verify prove "
             "--family sliders says on which squares";
    case Kin::QueenMoves:
      return "moves of queens: look there first";
    case Kin::Castling:
      return "castling: look at its conditions, and at what takes the rights, first";
    case Kin::KingMoves:
      return "moves of kings: look at their table, and at the test for attacked squares, first";
    case Kin::SlidersAndTheirAttacks:
      return kSlidersAndTheirAttacks;
    case Kin::WhiteMoves:
      return "White's moves: look at what differs between the colors first";
    case Kin::BlackMoves:
      return "Black's moves: look at what differs between the colors first";
  }
  return "";
}

/// The number of causes that are certainly different. One mistake may give several classes, as two
/// swapped entries of a table do, but hardly in making moves and in generating them at once: unless
/// moves are tried before they are listed, and those of one kind are made wrong.
std::size_t different_causes(const std::vector<ShortFinding>& findings) {
  const auto may_come_of = [](const ShortFinding& list, const ShortFinding& made) {
    return made.classified && made.cause == Cause::Make &&
           (made.family == list.family || made.family == entry_of(BugId::KingSquareStale).family);
  };
  // A move that is taken back wrongly leaves a board on which anything may be wrong.
  if (contains(findings, Cause::Unmake, &ShortFinding::cause)) return 1;
  std::set<Cause> causes;
  for (const ShortFinding& each : findings)
    if (each.classified &&
        (each.cause != Cause::Generation ||
         std::ranges::none_of(findings, std::bind_front(may_come_of, std::cref(each)))))
      causes.insert(each.cause);
  return causes.size();
}

/// The numbers of the findings to mend first, from 1, where moves that are taken back wrongly may
/// be behind the lists of moves as well: those of making moves, since a move that is made wrongly
/// is not taken back by its opposite, and those of taking back. None where that is not so.
std::vector<std::size_t> unmaking_behind_lists(const std::vector<ShortFinding>& findings) {
  constexpr std::ptrdiff_t kFewest = 3;
  constexpr std::size_t kMost = 3;
  const auto lists = std::ranges::count_if(findings, [](const ShortFinding& each) {
    return each.cause == Cause::Generation && !each.classified;
  });
  if (lists < kFewest || !contains(findings, Cause::Unmake, &ShortFinding::cause)) return {};
  std::vector<std::size_t> numbers;
  for (std::size_t at = 0; at < findings.size() && numbers.size() < kMost; ++at)
    if (findings[at].cause == Cause::Make || findings[at].cause == Cause::Unmake)
      numbers.push_back(at + 1);
  return numbers;
}

/// "all 4 findings without a certain class", "3 of the 4 findings …".
std::string these_findings(std::size_t findings, const InCommon& common) {
  return fmt::format("{} findings without a certain class",
                     findings == common.findings()
                         ? fmt::format("all {}", findings)
                         : fmt::format("{} of the {}", findings, common.findings()));
}

/// The number, from 1, of the finding without a certain class whose rows look like wrong moves of
/// sliders, and like other things too; 0 if there is none.
std::size_t finding_of_sliders(const std::vector<ShortFinding>& findings) {
  using enum BugId;
  constexpr std::array kOfSliders = {
      SliderRangeShort,        SliderDirectionMissing,   SliderJumps,
      SliderJumpsAfterCapture, SliderStopsBeforeCapture, SliderWraps};
  constexpr std::size_t kFewestRows = 3;
  for (std::size_t at = 0; at < findings.size(); ++at) {
    const ShortFinding& finding = findings[at];
    if (finding.classified || finding.cause != Cause::Generation) continue;
    std::set<BugId> classes;
    if (finding.likeliest) classes.insert(*finding.likeliest);
    for (const auto& [bug, rows] : finding.looks_like)
      if (rows >= kFewestRows) classes.insert(bug);
    const auto of_sliders = static_cast<std::size_t>(
        std::ranges::count_if(kOfSliders, [&](BugId bug) { return classes.contains(bug); }));
    if (of_sliders > 0 && of_sliders < classes.size()) return at + 1;
  }
  return 0;
}

/// Where to look first, if most findings without a certain class have something in common.
std::string shared_text(const InCommon& common) {
  if (const auto shared = common.target())
    return fmt::format(
        "{} are moves to {}: look at the tables, masks and loops that leave out or add that square",
        these_findings(shared->findings, common), to_string(shared->square));
  if (const auto shared = common.kin())
    return fmt::format("{} are {}", these_findings(shared->findings, common),
                       words_of(shared->kin));
  if (const auto shared = common.candidate())
    return fmt::format("{} is possible in {}: look there first", to_string(shared->bug),
                       these_findings(shared->findings, common));
  return "";
}

/// How the engine is named on the command line.
std::string engine_option(const std::string& command) {
  return fmt::format("--engine{} {}", command.contains("{depth}") ? "-template" : "",
                     shell_quoted(command));
}

/// The next command after a pass of the gate, for what the gate leaves open.
std::string next_proof(const RunInfo& run) {
  if (run.suites.size() != 1 || run.suites.front().file != "gate" || run.subject.kind != "engine")
    return "";
  return fmt::format(
      "      next, every pin and every entry of sliders' tables: verify prove --family pins "
      "--family sliders {}\n",
      engine_option(run.subject.command));
}

std::string campaign_text(const CampaignTotal& total) {
  return fmt::format("{} to depth {}, from {} units at ply {} (by {})\n", total.root, total.depth,
                     total.units, total.at, total.by) +
         (total.missing == 0
              ? fmt::format("Nodes: {}\n", total.nodes)
              : fmt::format("There is no sum: {} of the units do not agree.\n", total.missing));
}

}  // namespace

std::string_view verdict_word(const Summary& summary, ExitCode exit_code) {
  if (is_interrupted(exit_code)) return "INTERRUPTED";
  if (summary.mismatch > 0) return "FAIL";
  switch (exit_code) {
    case ExitCode::Agree:
      return "PASS";
    case ExitCode::Findings:
      return "FAIL";
    case ExitCode::Undecided:
      return "UNDECIDED";
    case ExitCode::NothingSelected:
      return "NOTHING RUN";
    default:
      return summary.undecided > 0 ? "UNDECIDED" : "SUITE ERROR";
  }
}

std::string sides_of(const RunInfo& run, const Summary& summary, ExitCode exit_code) {
  const bool differ = summary.mismatch > 0 || exit_code == ExitCode::Findings;
  const bool equal = summary.agree > 0 && summary.undecided == 0;
  return fmt::format("{} {} {}", run.subject.name,
                     differ  ? "≠"
                     : equal ? "="
                             : "?",
                     run.reference.name);
}

std::string rows_sentence(const Summary& summary) {
  if (summary.rows == 0) return "no row was selected";
  std::vector<std::string> parts;
  if (summary.agree == summary.rows) {
    parts.push_back(summary.rows == 1 ? "1 row agrees"
                                      : fmt::format("all {} rows agree", grouped(summary.rows)));
  } else {
    parts.push_back(fmt::format("{} of {} agree{}", grouped(summary.agree),
                                counted(summary.rows, "row", "rows"),
                                summary.agree == 1 ? "s" : ""));
  }
  const auto add = [&parts](std::size_t number, std::string_view what) {
    if (number > 0) parts.push_back(fmt::format("{} {}", grouped(number), what));
  };
  add(summary.mismatch, summary.mismatch == 1 ? "does not" : "do not");
  add(summary.undecided - std::min(summary.undecided, summary.not_run), "undecided");
  add(summary.not_run, "not run");
  add(summary.skipped, "skipped");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string verdict_text(const RunInfo& run, const Summary& summary, ExitCode exit_code,
                         const std::vector<ShortFinding>& findings,
                         const std::vector<RowsForReason>& reasons, const VerdictOptions& options) {
  std::string rule;
  for (std::size_t column = 0; column < options.width; ++column) rule += "─";
  std::string text = options.palette.paint(Ink::Dim, rule) + "\n";
  const auto say = [&text, &options](std::string_view sentence) {
    text += wrapped(sentence, options.width, kIndent);
  };
  const Ink ink = ink_of(summary, exit_code);
  if (const std::string failure = failure_of(run); !failure.empty()) {
    text += in_lines({options.palette.paint(ink, verdict_word(summary, exit_code)),
                      run.subject.name, "nothing was run", counted(summary.rows, "row", "rows")},
                     options.width, kIndent);
    // The error of an unusable engine was printed before.
    if (run.reference.kind == "recorded") return text + wrapped(failure, options.width, kIndent);
    return text + fmt::format("      what was tried: verify doctor {}\n",
                              engine_option(run.subject.command));
  }
  std::vector<std::string> parts{options.palette.paint(ink, verdict_word(summary, exit_code)),
                                 sides_of(run, summary, exit_code), rows_sentence(summary)};
  if (exit_code == ExitCode::Agree) parts.push_back(counted(summary.nodes, "node", "nodes"));
  parts.push_back(duration_text(summary.seconds));
  text += in_lines(parts, options.width, kIndent);
  text += short_findings(findings, summary, options);
  text += why_not_compared(reasons, options);
  // A bug that needs more plies shows only there.
  if (exit_code == ExitCode::Agree && summary.shallower > 0 && !options.quiet)
    say(fmt::format("{} recorded to a greater depth than {} compared here",
                    counted(summary.shallower, "row is", "rows are"),
                    summary.shallower == 1 ? "is" : "are"));
  if (exit_code == ExitCode::Agree && !options.quiet)
    text += options.palette.paint(Ink::Dim, next_proof(run));
  if (summary.suite_errors > 0)
    say(fmt::format("{} a wrong recorded count: correct the suite",
                    counted(summary.suite_errors, "row has", "rows have")));
  if (summary.duplicates > 0 && !options.quiet)
    say(fmt::format("{} of another row, which was run for both",
                    counted(summary.duplicates, "row is a duplicate", "rows are duplicates")));
  if (const auto& total = summary.campaign) text += campaign_text(*total);
  // A row shows its first wrong moves; positions after them are not compared.
  const std::vector<std::size_t> first = unmaking_behind_lists(findings);
  if (const std::size_t causes = different_causes(findings); causes > 1) {
    say(fmt::format("at least {} root causes; the first ones hide others: fix these and run again",
                    causes));
  } else if (findings.size() == 1 && !findings.front().classified && findings.front().rows > 1) {
    say("more than one mistake may be behind it: fix one and run again");
  } else if (findings.size() == 1 && findings.front().cause == Cause::Setup &&
             findings.front().rows > 1) {
    say("a position that is read wrongly shows nothing else: fix the reader and run again");
  } else if (summary.findings > 1 && first.empty()) {
    say("one mistake may be behind several findings, and they may hide others: fix the first ones "
        "and run again");
  }
  if (!first.empty()) {
    say(fmt::format(
        "an engine that tries each move to see whether it is legal lists wrong moves where "
        "it takes moves back wrongly: fix finding{} {} first, and run again",
        first.size() == 1 ? "" : "s", fmt::join(first, " and ")));
  } else if (const std::string shared = shared_text(options.in_common); !shared.empty()) {
    say(shared);
  } else if (const std::size_t number = finding_of_sliders(findings); number > 0) {
    say(fmt::format("the rows of finding {} show {}", number, kSlidersAndTheirAttacks));
  }
  if (summary.findings > 0 && !options.quiet && !options.verbose)
    text += options.palette.paint(
                Ink::Dim, "-v lists the rows · --report html=report.html to step through it") +
            "\n";
  return text;
}

}  // namespace perft_verify::verifier
