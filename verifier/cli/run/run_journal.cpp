#include "verifier/cli/run/run_journal.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "core/text/sha256.h"
#include "core/text/shell_words.h"
#include "reference/process/environment.h"
#include "reference/process/system.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/version.h"
#include "verifier/store/store_reference.h"

namespace perft_verify::verifier {
namespace {

constexpr const char* kChess960Field = "chess960";
constexpr const char* kAsked = "asked";
constexpr std::size_t kHashedAtOnce = 1U << 20U;

std::string rows_in_short(const RunInfo& run) {
  std::string text;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const Row one = run.rows[row];
    const RowPlan plan = run.plans[row];
    text += fmt::format("{}|{}|{}|{}\n", one.fen, one.chess960, plan.depth, plan.shallow);
    if (text.size() > kHashedAtOnce) text = sha256_of(text) + "\n";
  }
  return fmt::format("{} with SHA-256 {}", run.rows.size(), sha256_of(text));
}

/// The environment from --engine-env and the like. Values may be secrets: only a digest is kept.
std::string environment_in_words(const reference::EngineEnvironment& environment) {
  constexpr std::size_t kDigits = 16;
  std::string text = environment.all ? "all" : "usual";
  for (const std::string& variable : reference::child_environment({.wanted = environment.wanted})) {
    const std::string name = variable.substr(0, variable.find('='));
    const bool named = std::ranges::any_of(environment.wanted, [&name](const std::string& each) {
      return each.substr(0, each.find('=')) == name;
    });
    if (named) text += fmt::format(" {} {}", name, sha256_of(variable).substr(0, kDigits));
  }
  return environment.sandbox ? text + ", sandbox" : text;
}

/// The program that answers as one side, and the reason for a doubt.
struct Answering {
  std::string program;
  std::string doubt;
};
Answering answering(const JournalSide& side) {
  const auto& [name, known, generator, command] = side;
  // With recorded counts the generator is started and asked only if one is wrong.
  if (generator == nullptr) return {in_words(known, command), ""};
  const auto identity = identify(*generator);
  if (!identity)
    return {fmt::format("{}{}", in_words(known, command), kNotForSure), identity.error()};
  return {fmt::format("{} {} {}", known.name, identity->program, identity->arguments), ""};
}

RunFacts facts_of_rows(const RunInfo& run, const RunOptions& options) {
  RunFacts facts{{"version", std::string(kVersion)}};
  for (std::size_t at = 0; at < run.suites.size(); ++at)
    facts.emplace_back(fmt::format("suite {}", at + 1),
                       fmt::format("{} {}", run.suites[at].file, run.suites[at].sha256));
  facts.emplace_back(kChess960Field, options.skip_chess960 ? "skipped" : kAsked);
  facts.emplace_back("rows", rows_in_short(run));
  for (auto& fact : options_in_words(options)) facts.push_back(std::move(fact));
  return facts;
}

}  // namespace

std::string in_words(const reference::Identity& identity, const std::vector<std::string>& command) {
  const auto program =
      identify_command(command.empty() ? std::vector{reference::own_program()} : command);
  return fmt::format("{} {} {}", identity.name, program ? program->program : "",
                     program ? program->arguments : identity.command);
}

std::vector<std::string> command_of_reference(const ReferenceArguments& arguments) {
  const auto reference = find_reference(arguments);
  return reference ? reference->command : std::vector<std::string>();
}

RunFacts options_in_words(const RunOptions& options) {
  const auto or_none = [](const auto& value) {
    return value ? fmt::format("{}", *value) : std::string("none");
  };
  RunFacts facts;
  facts.emplace_back("depth", or_none(options.depth));
  facts.emplace_back("max-nodes", or_none(options.max_nodes));
  facts.emplace_back("mode", std::string(to_string(options.mode)));
  facts.emplace_back("full-nodes", fmt::format("{}", options.full_nodes));
  facts.emplace_back("bisect", options.bisect ? "on" : "off");
  facts.emplace_back("fail-fast", options.fail_fast ? "on" : "off");
  facts.emplace_back("max-findings", or_none(options.max_findings));
  facts.emplace_back("options", options.reproduce_options);
  return facts;
}

RunFacts facts_of_rank(const RunInfo& run, const RunOptions& options,
                       const VerifyArguments& arguments) {
  RunFacts facts{{"version", std::string(kVersion)}};
  for (auto& fact : options_in_words(options)) facts.push_back(std::move(fact));
  facts.emplace_back("subject", in_words(run.subject, command_of(arguments.engine)));
  facts.emplace_back("reference", in_words(run.reference, command_of_reference(arguments)));
  return facts;
}

SharedFacts facts_of_share(const RunInfo& run, const RunOptions& options,
                           const VerifyArguments& arguments, reference::Generator* subject,
                           reference::Generator* reference) {
  SharedFacts shared{options_in_words(options), {}};
  const std::array sides{
      JournalSide{"subject", run.subject, subject, command_of(arguments.engine)},
      JournalSide{"reference", run.reference, reference, command_of_reference(arguments)}};
  for (const JournalSide& side : sides) {
    auto [program, doubt] = answering(side);
    shared.facts.emplace_back(side.name, std::move(program));
    if (!doubt.empty())
      shared.notices.push_back(
          fmt::format("nobody knows for sure which program answers as the {} ({}), so `verify "
                      "merge` cannot tell whether it is the same in all shares",
                      side.name, doubt));
  }
  shared.facts.emplace_back("environment of engines", environment_in_words(arguments.environment));
  return shared;
}

bool resumes_chess960(const VerifyArguments& arguments) {
  return arguments.resume && Journal::fact_of(*arguments.resume, kChess960Field) == kAsked;
}

std::vector<std::string> command_of(const std::optional<EngineArguments>& engine) {
  return engine ? engine->command : std::vector<std::string>();
}

std::expected<RunJournal, std::string> open_journal(const JournalPaths& paths, RunFacts facts,
                                                    std::span<const JournalSide> sides) {
  RunJournal result;
  for (const JournalSide& each : sides) {
    const std::string& side = each.name;
    auto [fact, doubt] = answering(each);
    const auto before = paths.resume ? Journal::fact_of(*paths.resume, side) : std::nullopt;
    const bool was_known = !before || !before->ends_with(kNotForSure);
    // Then no answer of the journal is used, so it may be another program.
    const bool is_known = doubt.empty();
    if (before && before->starts_with(each.known.name) && !(is_known && was_known)) fact = *before;
    facts.emplace_back(side, std::move(fact));
    if (!result.notice.empty() || each.generator == nullptr) continue;
    if (!is_known)
      result.notice = fmt::format(
          "nobody knows for sure which program answers as the {} ({}), so {}", side, doubt,
          paths.resume ? "all rows of the journal are asked anew"
                       : "--resume will ask all rows of this journal anew");
    else if (!was_known)
      result.notice = fmt::format(
          "which program answered as the {} was not known for sure when the journal was written, "
          "so all of its rows are asked anew",
          side);
  }
  auto journal = Journal::open(paths.resume ? *paths.resume : *paths.journal, facts,
                               paths.resume ? Journal::Start::Continue : Journal::Start::New);
  if (!journal) return std::unexpected(std::move(journal.error()));
  result.journal = std::move(*journal);
  if (!result.notice.empty()) {
    (void)result.journal->take_entries();
    (void)result.journal->take_parts();
    (void)result.journal->take_notes();
  }
  return result;
}

std::expected<RunJournal, std::string> open_run_journal(const VerifyArguments& arguments,
                                                        const RunInfo& run,
                                                        const RunOptions& options,
                                                        reference::Generator& subject,
                                                        reference::Generator& reference) {
  if (!arguments.journal && !arguments.resume) return RunJournal{};
  RunFacts facts = facts_of_rows(run, options);
  facts.emplace_back("environment of engines", environment_in_words(arguments.environment));
  const std::array sides{
      JournalSide{"subject", run.subject, &subject, command_of(arguments.engine)},
      JournalSide{"reference", run.reference, options.recorded ? nullptr : &reference,
                  command_of_reference(arguments)}};
  return open_journal({arguments.journal, arguments.resume}, std::move(facts), sides);
}

bool end_journal(Journal& journal, bool complete, const JournalPaths& paths) {
  if (complete) journal.finish();
  if (!journal.trouble().empty()) {
    complain(journal.trouble());
    return false;
  }
  if (!complete)
    complain(fmt::format("to continue this run, give the same command with --resume {}",
                         shell_quoted(paths.resume ? *paths.resume : *paths.journal)));
  return true;
}

std::array<CLI::Option*, 2> add_journal_options(CLI::App& app, JournalPaths& paths) {
  CLI::Option* const journal =
      app.add_option("--journal", paths.journal,
                     "Record what is done, so that --resume can continue after an interruption")
          ->type_name("PATH");
  CLI::Option* const resume =
      app.add_option("--resume", paths.resume,
                     "Resume the run recorded in this journal (same options)")
          ->type_name("PATH")
          ->excludes(journal);
  return {journal, resume};
}

}  // namespace perft_verify::verifier
