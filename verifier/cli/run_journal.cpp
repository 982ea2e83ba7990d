#include "verifier/cli/run_journal.h"

#include <fmt/format.h>

#include "core/text/sha256.h"
#include "verifier/cli/generators.h"
#include "verifier/report/version.h"
#include "verifier/store/store_reference.h"

namespace perft_verify::verifier {
namespace {

/// Name and file of a generator; a file that cannot be read is known by its name only.
std::string in_words(const reference::Identity& identity, const std::vector<std::string>& command) {
  const auto program = command.empty() ? identify_built_in("") : identify_program(command);
  return fmt::format("{} {} {}", identity.name, program ? program->program : "",
                     program ? program->arguments : identity.command);
}

constexpr const char* kChess960 = "chess960";
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

void add_programs(const RunInfo& run, const VerifyArguments& arguments, RunFacts& facts) {
  const auto reference = find_reference(arguments);
  facts.emplace_back("subject",
                     in_words(run.subject, arguments.engine ? arguments.engine->command
                                                            : std::vector<std::string>()));
  facts.emplace_back("reference", in_words(run.reference, reference ? reference->command
                                                                    : std::vector<std::string>()));
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

RunFacts facts_of(const RunInfo& run, const RunOptions& options, const VerifyArguments& arguments) {
  RunFacts facts{{"version", std::string(kVersion)}};
  for (std::size_t at = 0; at < run.suites.size(); ++at)
    facts.emplace_back(fmt::format("suite {}", at + 1),
                       fmt::format("{} {}", run.suites[at].file, run.suites[at].sha256));
  facts.emplace_back(kChess960, options.skip_chess960 ? "skipped" : kAsked);
  facts.emplace_back("rows", rows_in_short(run));
  for (auto& fact : options_in_words(options)) facts.push_back(std::move(fact));
  add_programs(run, arguments, facts);
  return facts;
}

RunFacts facts_of_rank(const RunInfo& run, const RunOptions& options,
                       const VerifyArguments& arguments) {
  RunFacts facts{{"version", std::string(kVersion)}};
  for (auto& fact : options_in_words(options)) facts.push_back(std::move(fact));
  add_programs(run, arguments, facts);
  return facts;
}

bool resumes_chess960(const VerifyArguments& arguments) {
  return arguments.resume && Journal::fact_of(*arguments.resume, kChess960) == kAsked;
}

std::expected<std::unique_ptr<Journal>, std::string> open_run_journal(
    const VerifyArguments& arguments, const RunInfo& run, const RunOptions& options) {
  if (!arguments.journal && !arguments.resume) return nullptr;
  return Journal::open(arguments.resume ? *arguments.resume : *arguments.journal,
                       facts_of(run, options, arguments),
                       arguments.resume ? Journal::Start::Continue : Journal::Start::New);
}

}  // namespace perft_verify::verifier
