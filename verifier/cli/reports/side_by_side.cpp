#include "verifier/cli/reports/side_by_side.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/line.h"
#include "core/text/format.h"
#include "core/text/shell_words.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/cli/arguments/parse_position.h"
#include "verifier/cli/arguments/reproduce_options.h"
#include "verifier/cli/reports/reports.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/finding/difference.h"
#include "verifier/locate/both_sides.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/words/divide_table.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

int undecided(const std::string& why, const Interrupts& interrupts) {
  if (interrupts.signal() != 0) return interrupted(interrupts, "count");
  return failed(ExitCode::Undecided, why);
}

/// Both sides of the comparison.
struct ComparedSides {
  reference::Generator& subject;
  reference::Generator& reference;
  std::stop_token stop;
};

/// Whether both give the same answer; false also where one gives none.
bool agree(const ComparedSides& sides, reference::Question question) {
  const auto both = ask_both(sides.subject, sides.reference, std::move(question), sides.stop);
  return both && !difference(both->subject, both->reference).any();
}

/// The first of the moves with a wrong count below which the count is wrong also when it is asked
/// for alone; nothing where the moves are made and taken back, or remembered, wrongly.
std::optional<std::string> wrong_below(const ComparedSides& sides,
                                       const reference::Question& question,
                                       const DivideDifference& found) {
  for (const CountDifference& each : found.counts) {
    reference::Question below = question;
    below.moves.push_back(each.move);
    --below.depth;
    if (!agree(sides, std::move(below))) return each.move;
  }
  return std::nullopt;
}

/// "verify explain 'FEN' …" for a wrong move here, "verify divide …" one ply deeper for a move with
/// a wrong count, a run that finds the cause where no position below is wrong.
std::string next_step(const reference::Question& question, const std::string& fen,
                      const DivideDifference& found, const VerifyArguments& run,
                      const ComparedSides& sides) {
  const auto command = [&](std::string_view name, const std::vector<std::string>& moves) {
    std::string text = fmt::format("verify {} {}", name, shell_quoted(question.root.fen));
    if (!moves.empty())
      text += " --moves " + shell_quoted(fmt::format("{}", fmt::join(moves, " ")));
    return text;
  };
  const std::string chess960 = question.root.chess960 ? " --chess960 on" : "";
  for (const auto& [moves, what] : {std::pair{&found.illegal, "is illegal"},
                                    {&found.missing, "is missing"},
                                    {&found.duplicate, "is listed twice"}})
    if (!moves->empty())
      return fmt::format("{} {} here. Why:\n  {}{} {}\n", moves->front(), what,
                         command("explain", question.moves), chess960,
                         shell_quoted(moves->front()));
  if (found.counts.empty())
    return "The moves and their counts are the same; the engine's total is not their sum.\n";
  if (question.depth == 1)
    return "At depth 1 the count of each move is 1: the error is in counting.\n";
  const auto wrong = wrong_below(sides, question, found);
  if (!wrong)
    return wrapped(
               "Each count that differs is right when it is asked for alone: the error is in "
               "unmaking a move, in a hash table or in counting. Which:",
               columns_for_help(), 0) +
           fmt::format("  verify --fen {} --depth {}{}{}\n", shell_quoted(fen), question.depth,
                       chess960, reproduce_options(run));
  std::vector<std::string> moves = question.moves;
  moves.push_back(*wrong);
  return fmt::format("The difference is below {}. Next:\n  {} --depth {}{}{}\n", moves.back(),
                     command("divide", moves), question.depth - 1, chess960,
                     reproduce_options(run));
}

Json json_of(const std::string& name, const reference::Divide& divide) {
  Json lines = Json::array();
  for (const auto& line : divide.lines)
    lines.push_back({{"move", line.move}, {"nodes", line.nodes}});
  return {{"name", name}, {"moves", lines}, {"nodes", divide.total}};
}

}  // namespace

int side_by_side(const SideBySide& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  const FenOptions options{.chess960 = arguments.run.chess960};
  const auto line = parse_line_arguments(arguments.position, arguments.moves, options);
  if (!line) return failed(ExitCode::Usage, line.error());
  const auto root = parse_position_argument(arguments.position, options);
  auto reference = choose_reference(arguments.run, interrupts.token());
  if (!reference) return undecided(reference.error(), interrupts);
  if (reference->notice) complain(*reference->notice);
  const ChosenSubject subject = choose_subject(arguments.run.engine, interrupts.token());
  if (!subject.failure.empty()) return undecided(subject.failure, interrupts);
  if (const auto same = core_against_core(*subject.chosen.first, *reference->first))
    return failed(ExitCode::Usage, *same);

  auto question =
      reference::question_at(root_of(root->position), uci_moves(*line), arguments.depth);
  const auto theirs = reference->first->divide(question, interrupts.token());
  if (!theirs)
    return undecided(fmt::format("{}: {}", reference->identity.name, theirs.error().message),
                     interrupts);
  if (!subject.chosen.first->lists_moves()) question.known_moves = moves_of(*theirs);
  const auto ours = subject.chosen.first->divide(question, interrupts.token());
  const std::string& name = subject.chosen.identity.name;
  if (!ours) return undecided(fmt::format("{}: {}", name, ours.error().message), interrupts);

  const DivideDifference found = difference(*ours, *theirs);
  const int code = static_cast<int>(found.any() ? ExitCode::Findings : ExitCode::Agree);
  if (arguments.json) {
    out.write(page_of({{"fen", line->position().fen()},
                       {"depth", question.depth},
                       {"same", !found.any()},
                       {"subject", json_of(name, *ours)},
                       {"reference", json_of(reference->identity.name, *theirs)}}));
    return code;
  }
  out.write(divide_table(*ours, name, *theirs, reference->identity.name,
                         {.palette = Palette(wants_color(Switch::Auto)),
                          .all_lines = arguments.all,
                          .more = "; --all lists them",
                          .width = columns_for_help()}) +
            "\n" +
            (found.any() ? next_step(question, line->position().fen(), found, arguments.run,
                                     {*subject.chosen.first, *reference->first, interrupts.token()})
                         : fmt::format("{} and {} agree.\n", name, reference->identity.name)));
  return code;
}

}  // namespace perft_verify::verifier
