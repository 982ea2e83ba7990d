#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/fen.h"
#include "core/text/format.h"
#include "core/text/lines.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/cli/arguments/parse_position.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/diagnose/diagnosis.h"
#include "verifier/locate/bisect.h"
#include "verifier/locate/confirm.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/words/sentence.h"
#include "verifier/run/model/options.h"
#include "verifier/shrink/render.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

/// `verify reduce FEN --depth N`
struct ReduceArguments {
  RawEngine raw_engine;
  std::optional<EngineArguments> engine;
  ReferenceArguments reference;
  RawPosition position;
  std::vector<std::string> moves;  // played from it
  int depth = 1;                   // after them
  bool json = false;
};

std::string name_of(const Finding& finding) {
  return std::string(finding.bug_class ? class_name(finding) : to_string(finding.kind));
}

std::string indented(std::string_view text) {
  std::string lines;
  while (!text.empty()) lines += fmt::format("    {}\n", take_line(text));
  return lines;
}

std::string text_of(const Finding& finding) {
  std::string text = fmt::format("{}  cause: {}  class: {}\n", to_string(finding.kind),
                                 to_string(finding.cause), class_name(finding));
  text += wrapped(sentence_of(finding), kTextColumns, 2) + "\n";
  if (!finding.reduced)
    return text +
           "It does not show from a smaller position: it needs its history, or what was asked "
           "before.\n";
  const Reduction& reduced = *finding.reduced;
  text += fmt::format("Reduced to {} pieces, and seen again in a fresh process ({}):\n\n",
                      reduced.pieces, reduced.wrong);
  text +=
      fmt::format("  as a row of a suite\n\n{}\n", indented(epd_line(reduced, name_of(finding))));
  text += fmt::format("  for the engine\n\n{}\n",
                      indented(uci_transcript(reduced, finding.root.chess960)));
  text += fmt::format("  as a unit test (GoogleTest)\n\n{}",
                      indented(unit_test(reduced, name_of(finding))));
  return text;
}

Json json_of(const Finding& finding) {
  Json json{{"kind", to_string(finding.kind)},
            {"class", class_name(finding)},
            {"candidates", names_of(finding.candidates)},
            {"cause", to_string(finding.cause)},
            {"explanation", sentence_of(finding)},
            {"reduced", nullptr}};
  if (finding.reduced)
    json["reduced"] = {{"fen", finding.reduced->fen},
                       {"moves", finding.reduced->moves},
                       {"depth", finding.reduced->depth},
                       {"pieces", finding.reduced->pieces},
                       {"nodes", finding.reduced->nodes},
                       {"epd", epd_line(*finding.reduced, name_of(finding))},
                       {"uci", uci_transcript(*finding.reduced, finding.root.chess960)},
                       {"test", unit_test(*finding.reduced, name_of(finding))}};
  return json;
}

std::unexpected<NotReady> not_reduced(std::string why) {
  return std::unexpected(NotReady{ExitCode::Undecided, std::move(why)});
}

struct Reduced {
  std::string text;
  ExitCode code;
};

std::expected<Reduced, NotReady> reduced(const ReduceArguments& arguments,
                                         const std::stop_token& stop) {
  const auto line = parse_line_arguments(arguments.position.text(), arguments.moves,
                                         {.chess960 = arguments.position.chess960});
  if (!line) return std::unexpected(NotReady{ExitCode::Usage, line.error()});
  const auto sides = choose_sides(arguments.engine, arguments.reference, stop);
  if (!sides) return std::unexpected(sides.error());
  reference::Generator& subject = *sides->subject.chosen.first;
  reference::Generator& reference = *sides->reference.first;

  auto question = reference::question_at(root_of(line->root()), uci_moves(*line), arguments.depth);
  auto theirs = ask_reference(reference, question, stop);
  if (!theirs) return not_reduced(theirs.error().message);
  if (!subject.lists_moves()) question.known_moves = moves_of(*theirs);
  auto root =
      reference::question_at(question.root, {}, arguments.depth + static_cast<int>(line->ply()));
  const auto examined = [&](Finding finding) {
    const std::vector<Finding> findings =
        Diagnosis(subject, reference, stop).examine(std::move(finding), 0, nullptr);
    // If several bugs have a share in it, the first one is as good as any.
    return Reduced{arguments.json ? page_of(json_of(findings.front())) : text_of(findings.front()),
                   ExitCode::Findings};
  };
  auto ours = ask_subject(subject, question, stop);
  if (!ours) {
    const auto& [failure, repeatable] = ours.error();
    if (repeatable && failure.kind == reference::FailureKind::Died)
      return examined(finding_of_failure(root, question, failure));
    return not_reduced(failure.message);
  }
  if (!difference(*ours, *theirs).any())
    return Reduced{fmt::format("{} and {} agree there to depth {}: {} nodes\n",
                               sides->subject.chosen.identity.name, sides->reference.identity.name,
                               question.depth, grouped(theirs->total)),
                   ExitCode::Agree};
  auto finding = Bisection(subject, reference, std::move(root), stop)
                     .locate(std::move(*ours), std::move(*theirs), uci_moves(*line));
  if (!finding) return not_reduced(finding.error().reason);
  Confirmer confirmer(subject, sides->reference.live, sides->second, stop);
  const auto standing = confirmer.confirm(*finding);
  if (!standing) return not_reduced(standing.error().message);
  if (!standing->blames_subject())
    return not_reduced(standing->repeated ? "the reference stands alone with its answer"
                                          : "the reference does not repeat its answer");
  return examined(std::move(*finding));
}

int reduce_to_smallest(const ReduceArguments& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  const auto found = reduced(arguments, interrupts.token());
  // A finding that is half examined would be told as a whole one.
  if (interrupts.signal() != 0) return interrupted(interrupts, "reduction");
  if (!found) return failed(found.error().code, found.error().why);
  out.write(found->text);
  return static_cast<int>(found->code);
}

}  // namespace

void add_reduce_command(CommandLine& line) {
  const auto arguments = std::make_shared<ReduceArguments>();
  CLI::App* const command = line.add(
      "reduce", "Reduce a position with a wrong count to the smallest one with the same fault",
      [&line, arguments]() -> Ran {
        auto engine = engine_of(arguments->raw_engine);
        if (!engine) return std::unexpected(engine.error());
        arguments->engine = std::move(*engine);
        if (arguments->engine)
          arguments->engine->chess960_anyway = arguments->position.chess960 == Chess960::On;
        if (arguments->reference.reference == "recorded")
          return wrong("reduce: recorded counts cannot be asked; name another --reference");
        if (arguments->reference.reference == "core" && !arguments->engine)
          return wrong("reduce: --reference core compares the linked core with itself");
        auto moves = moves_of(arguments->position);
        if (!moves) return std::unexpected(moves.error());
        arguments->moves = std::move(*moves);
        return reduce_to_smallest(*arguments, line.out());
      });
  add_position_options(*command, arguments->position);
  add_moves_option(*command, arguments->position);
  command->add_option("--depth", arguments->depth, "Where the count is wrong")
      ->type_name("N")
      ->required()
      ->check(CLI::Range(1, kMaxDepth));
  command
      ->add_option("--reference", arguments->reference.reference,
                   "stockfish, mailbox, core, or a command")
      ->type_name("NAME|CMD")
      ->check(not_self());
  command->add_flag("--json", arguments->json, "For programs");
  add_engine_options(*command, arguments->raw_engine);
  command->footer(
      "Example: verify reduce \"FEN\" --depth 3 --engine ./my-engine\n\n"
      "Prints a row of a suite, what to type into the engine, and a unit test. Exit codes: 0 the\n"
      "two agree there; 1 a fault was found; 2 wrong usage; 3 one of them could not be asked.");
}

}  // namespace perft_verify::verifier
