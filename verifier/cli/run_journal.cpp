#include "verifier/cli/run_journal.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/sha256.h"
#include "reference/process/environment.h"
#include "reference/process/system.h"
#include "verifier/cli/generators.h"
#include "verifier/report/version.h"
#include "verifier/store/store_reference.h"

namespace perft_verify::verifier {
namespace {

/// Name and file of a generator; only its name if the file cannot be read.
std::string in_words(const reference::Identity& identity, const std::vector<std::string>& command) {
  const auto program =
      identify_command(command.empty() ? std::vector{reference::own_program()} : command);
  return fmt::format("{} {} {}", identity.name, program ? program->program : "",
                     program ? program->arguments : identity.command);
}

constexpr const char* kChess960 = "chess960";
constexpr const char* kAsked = "asked";
/// The suffix for a program in a journal that could not be identified.
constexpr const char* kNotForSure = " (not known for sure)";
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

std::string subject_in_words(const RunInfo& run, const VerifyArguments& arguments) {
  return in_words(run.subject,
                  arguments.engine ? arguments.engine->command : std::vector<std::string>());
}

std::string reference_in_words(const RunInfo& run, const VerifyArguments& arguments) {
  const auto reference = find_reference(arguments);
  return in_words(run.reference, reference ? reference->command : std::vector<std::string>());
}

/// The environment from --engine-env and the like. Values may be secrets: only a digest is kept.
std::string in_words(const reference::EngineEnvironment& environment) {
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

RunFacts facts_of_rows(const RunInfo& run, const RunOptions& options) {
  RunFacts facts{{"version", std::string(kVersion)}};
  for (std::size_t at = 0; at < run.suites.size(); ++at)
    facts.emplace_back(fmt::format("suite {}", at + 1),
                       fmt::format("{} {}", run.suites[at].file, run.suites[at].sha256));
  facts.emplace_back(kChess960, options.skip_chess960 ? "skipped" : kAsked);
  facts.emplace_back("rows", rows_in_short(run));
  for (auto& fact : options_in_words(options)) facts.push_back(std::move(fact));
  return facts;
}

}  // namespace

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
  facts.emplace_back("subject", subject_in_words(run, arguments));
  facts.emplace_back("reference", reference_in_words(run, arguments));
  return facts;
}

bool resumes_chess960(const VerifyArguments& arguments) {
  return arguments.resume && Journal::fact_of(*arguments.resume, kChess960) == kAsked;
}

std::expected<RunJournal, std::string> open_run_journal(const VerifyArguments& arguments,
                                                        const RunInfo& run,
                                                        const RunOptions& options,
                                                        reference::Generator& subject,
                                                        reference::Generator& reference) {
  RunJournal result;
  if (!arguments.journal && !arguments.resume) return result;
  RunFacts facts = facts_of_rows(run, options);
  facts.emplace_back("environment of engines", in_words(arguments.environment));
  const auto add = [&](std::string side, const reference::Identity& known,
                       reference::Generator& generator, const std::string& otherwise) {
    const auto identity = identify(generator);
    std::string fact =
        identity ? fmt::format("{} {} {}", known.name, identity->program, identity->arguments)
                 : otherwise + kNotForSure;
    const auto before = arguments.resume ? Journal::fact_of(*arguments.resume, side) : std::nullopt;
    const bool was_known = !before || !before->ends_with(kNotForSure);
    // Then no answer of the journal is used, so it may be another program.
    if (before && before->starts_with(known.name) && !(identity && was_known)) fact = *before;
    facts.emplace_back(side, std::move(fact));
    if (!result.notice.empty()) return;
    if (!identity)
      result.notice =
          fmt::format("nobody knows for sure which program answers as the {} ({}), so {}", side,
                      identity.error(),
                      arguments.resume ? "all rows of the journal are asked anew"
                                       : "--resume will ask all rows of this journal anew");
    else if (!was_known)
      result.notice = fmt::format(
          "which program answered as the {} was not known for sure when the journal was written, "
          "so all of its rows are asked anew",
          side);
  };
  add("subject", run.subject, subject, subject_in_words(run, arguments));
  // With recorded counts the generator is started and asked only if one is wrong.
  if (options.recorded) {
    facts.emplace_back("reference", reference_in_words(run, arguments));
  } else {
    add("reference", run.reference, reference, reference_in_words(run, arguments));
  }
  auto journal = Journal::open(arguments.resume ? *arguments.resume : *arguments.journal, facts,
                               arguments.resume ? Journal::Start::Continue : Journal::Start::New);
  if (!journal) return std::unexpected(std::move(journal.error()));
  result.journal = std::move(*journal);
  if (!result.notice.empty()) {
    (void)result.journal->take_entries();
    (void)result.journal->take_parts();
  }
  return result;
}

}  // namespace perft_verify::verifier
