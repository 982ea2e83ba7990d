#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <iterator>

#include "core/text/printable.h"
#include "reference/process/system.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/cli/arguments/hash_option.h"
#include "verifier/cli/arguments/load_suites.h"
#include "verifier/cli/arguments/reproduce_options.h"
#include "verifier/cli/arguments/select_rows.h"
#include "verifier/cli/arguments/verify_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports/reports.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/cli/run/join.h"
#include "verifier/cli/run/pace.h"
#include "verifier/cli/run/room.h"
#include "verifier/cli/run/run_journal.h"
#include "verifier/cli/run/run_store.h"
#include "verifier/cli/run/transcript.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/words/words.h"
#include "verifier/run/runner.h"
#include "verifier/scale/cluster/presence.h"
#include "verifier/scale/cluster/rank_worker.h"
#include "verifier/scale/cluster/serve.h"

namespace perft_verify::verifier {
namespace {

RunOptions options_of(const VerifyArguments& arguments, const ChosenSubject& subject,
                      const Chosen& reference, reference::GeneratorFactory second) {
  RunOptions options;
  static_cast<RunWish&>(options) = arguments;
  options.recorded = arguments.reference == "recorded";
  options.reproduce_options = reproduce_options(arguments);
  options.subject = subject.chosen.factory;
  if (arguments.engine && subject.detection)
    options.save_replay = [engine = *arguments.engine,
                           detection = *subject.detection](const Finding& finding) {
      return save_transcript(engine, detection, finding);
    };
  options.reference = reference.factory;
  options.live_reference = reference.live;
  options.second_reference = std::move(second);
  return options;
}

reference::Identity reference_identity(const RunOptions& options, const Chosen& reference) {
  return options.recorded ? reference::Identity{"recorded counts", "recorded", ""}
                          : reference.identity;
}

/// Keeps only the rows of this part; the others do not belong to this run.
void take_part(const Partition& partition, RunInfo& run) {
  PartOfRun part{partition, select_rows(partition, run.rows), run.rows.size(), {}};
  RowList rows;
  std::vector<std::size_t> suite_rows(run.suite_rows.size(), 0);
  for (const std::size_t index : part.indices) {
    rows.push_back(run.rows[index]);
    // Rows are in the order of their suites, followed by those of --fen.
    std::size_t suite = 0;
    std::size_t end = 0;
    while (suite < suite_rows.size() && (end += run.suite_rows[suite]) <= index) ++suite;
    if (suite < suite_rows.size()) ++suite_rows[suite];
  }
  run.rows = std::move(rows);
  run.suite_rows = std::move(suite_rows);
  run.part = std::move(part);
}

/// The plans of a run without a subject.
RowPlans no_plans(std::size_t rows, const std::string& reason) {
  RowPlan plan;
  plan.reason = reason;
  RowPlans plans;
  while (plans.size() < rows) plans.push_back(plan);
  return plans;
}

/// Leaves Chess960 rows out if the user wants none or the subject does not play it, and returns a
/// notice.
std::optional<std::string> skip_chess960(const VerifyArguments& arguments,
                                         const reference::Generator& subject, const RowList& rows,
                                         RunOptions& options) {
  const bool unwanted = arguments.chess960 == Chess960::Off;
  const std::string why = subject.lacks_chess960();
  const bool played = arguments.engine && arguments.engine->dialect.played_chess960;
  if (!unwanted && (why.empty() || played || resumes_chess960(arguments))) return std::nullopt;
  options.skip_chess960 = true;
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) count += rows.fen(row).chess960 ? 1 : 0;
  if (count == 0) return std::nullopt;
  const std::string skipped = counted(count, "Chess960 row", "Chess960 rows") + " skipped: ";
  if (unwanted) return skipped + "--chess960 off";
  return fmt::format("{}{} {}; --chess960 on asks {} anyway", skipped, subject.identity().name, why,
                     count == 1 ? "it" : "them");
}

ExitCode exit_code(const Summary& summary, const Interrupts& interrupts) {
  // A signal after the end has interrupted nothing.
  if (summary.complete()) return exit_code_of(summary);
  if (interrupts.signal() == SIGINT) return ExitCode::Interrupted;
  if (interrupts.signal() == SIGTERM) return ExitCode::Terminated;
  return exit_code_of(summary);
}

/// Notices about the store go to standard error: they are not part of the report.
void tell_of(const RunStore& run, bool verbose) {
  Store& store = *run.store;
  store.flush();
  if (const std::string trouble = store.trouble(); !trouble.empty()) complain(trouble);
  const Store::Counts counts = store.counts();
  if (counts.damaged > 0)
    complain(
        fmt::format("the store {} has damaged records, and {} answers were asked for again "
                    "(`verify store prune` removes such records)",
                    printable(store.path()), counts.damaged));
  if (verbose && !run.unused.empty())
    complain(fmt::format("the store {} is not used in this run: {}", printable(store.path()),
                         run.unused));
  if (verbose && run.unused.empty())
    complain(fmt::format("the store {}: {} hits, {} misses, {} new", printable(store.path()),
                         counts.found, counts.missing, counts.written));
}

/// The two sides of the comparison, and the store of the reference's answers.
struct Sides {
  RunStore store;
  Chosen reference;
  reference::GeneratorFactory second;
  ChosenSubject subject;
};

/// An unusable subject is returned as well: `failure` gives the reason.
std::expected<Sides, NotReady> choose_all_sides(const VerifyArguments& arguments,
                                                const std::stop_token& stop) {
  const std::shared_ptr<PerftTable> table = table_of(arguments.hash_megabytes);
  auto store = open_run_store(arguments);
  if (!store) return std::unexpected(NotReady{ExitCode::Usage, store.error()});
  auto reference = choose_remembering_reference(arguments, table, *store, stop);
  if (!reference) return std::unexpected(NotReady{ExitCode::Undecided, reference.error()});
  ChosenSubject subject = choose_subject(arguments.engine, stop, table);
  auto second = choose_second_reference(arguments, *reference, *subject.chosen.first, stop);
  if (!second) return std::unexpected(second.error());
  if (const auto same = core_against_core(*subject.chosen.first, *reference->first)) {
    if (!arguments.allow_same) return std::unexpected(NotReady{ExitCode::Usage, *same});
    store->notices.emplace_back(
        "--allow-same: both sides are this program's own core, so that they agree proves nothing "
        "but the pipe between them");
  }
  return Sides{std::move(*store), std::move(*reference), std::move(*second), std::move(subject)};
}

/// Serves as a rank other than 0: the same programs and options, and rows that it is given.
int serve_command(const VerifyArguments& arguments, Link& link) {
  const Interrupts interrupts;
  const Heartbeat heartbeat(link);
  Hello hello{.host = reference::host_name(), .failure = {}, .facts = {}};
  const auto refuse = [&](const std::string& why) {
    hello.failure = why;
    serve(link, hello, {}, nullptr, nullptr, interrupts.token());
    return 0;
  };
  auto sides = choose_all_sides(arguments, interrupts.token());
  if (!sides) return refuse(sides.error().why);
  auto& [store, reference, second, subject] = *sides;
  if (!subject.failure.empty()) return refuse(subject.failure);
  const RunOptions options = options_of(arguments, subject, reference, std::move(second));
  RunInfo run;
  run.subject = subject.chosen.identity;
  run.reference = reference_identity(options, reference);
  hello.facts = facts_of_rank(run, options, arguments);
  serve(link, hello, options, std::move(subject.chosen.first), std::move(reference.first),
        interrupts.token());
  if (store.store) store.store->flush();
  return 0;
}

/// The facts that are fixed before the first row; rows are planned.
RunInfo run_info(const VerifyArguments& arguments, RunOptions& options, LoadedSuites loaded,
                 Sides& sides, const std::stop_token& stop) {
  ChosenSubject& subject = sides.subject;
  RunInfo run;
  run.subject = subject.chosen.identity;
  run.reference = reference_identity(options, sides.reference);
  run.reference_ignores_clocks = sides.reference.first->ignores_clocks();
  run.suites = std::move(loaded.suites);
  run.suite_rows = std::move(loaded.suite_rows);
  run.rows = std::move(loaded.rows);
  if (arguments.partition) take_part(*arguments.partition, run);
  run.depth = arguments.depth;
  run.mode = arguments.mode;
  run.jobs = options.jobs;
  run.notices = std::move(loaded.notices);
  if (!arguments.engine && !arguments.quiet)
    run.notices.emplace_back("no --engine: this verifies the program's own generator");
  std::ranges::copy(sides.store.notices, std::back_inserter(run.notices));
  if (options.jobs < arguments.jobs)
    run.notices.push_back(
        fmt::format("{} workers instead of {}: no more files may be open at once (`ulimit -n`)",
                    options.jobs, arguments.jobs));
  if (sides.reference.notice) run.notices.push_back(*sides.reference.notice);
  std::ranges::copy(subject.notes, std::back_inserter(run.notices));
  if (subject.failure.empty())
    if (auto note = skip_chess960(arguments, *subject.chosen.first, run.rows, options))
      run.notices.push_back(std::move(*note));
  run.plans = subject.failure.empty() ? plan_rows(run.rows, options, stop)
                                      : no_plans(run.rows.size(), subject.failure);
  if (run.part) {
    const bool usable = subject.failure.empty();
    auto [facts, notices] =
        facts_of_share(run, options, arguments, usable ? subject.chosen.first.get() : nullptr,
                       usable && !options.recorded ? sides.reference.first.get() : nullptr);
    run.part->options = std::move(facts);
    std::ranges::move(notices, std::back_inserter(run.notices));
    run.part->options.emplace_back(
        "rows", fmt::format("only {}, skip {}, {}", arguments.only, arguments.skip,
                            arguments.reachable ? "reachable" : "all"));
  }
  return run;
}

/// Forecasts the duration, if there is an engine. Tells users without a text report.
void tell_forecast(RunInfo& run, RunOptions& options, Sides& sides, bool has_text,
                   const std::stop_token& stop) {
  std::vector<std::string> told = run.notices;
  if (sides.subject.detection && sides.subject.failure.empty()) {
    const Pace pace = measure_pace(*sides.subject.chosen.first, stop);
    options.subject_nodes_per_second = pace.nodes_per_second;
    if (auto expected = forecast(run, options, pace)) {
      run.notices.push_back(expected->sentence);
      // A program that reads the report need not be told of a short run.
      if (expected->seconds >= 60) told.push_back(expected->sentence);
    }
  }
  if (!has_text)
    for (const std::string& notice : told) complain(notice);
}

int verify(VerifyArguments arguments, StandardOutput& out, Link* link) {
  if (link != nullptr) {
    if (arguments.jobs_given) {
      if (link->rank() == 0) complain(kJobsUnderMpi);
      return static_cast<int>(ExitCode::Usage);
    }
    arguments.jobs = 1;
    if (link->rank() > 0) return serve_command(arguments, *link);
  }
  auto loaded = load_suites(arguments);
  if (!loaded) {
    tell(loaded.error());
    return static_cast<int>(ExitCode::Usage);
  }
  if (auto selected = select_rows(arguments, *loaded))
    loaded->notices.push_back(std::move(*selected));
  // From here on a signal ends the run in an orderly way; before, it ended the process.
  const Interrupts interrupts;
  Reports reports(arguments, out);
  for (const std::string& suite : arguments.suites) reports.protect(suite, "a suite");
  if (arguments.store) reports.protect(*arguments.store, "the store");
  for (const auto& path : {arguments.journal, arguments.resume})
    if (path) reports.protect(*path, "the journal");
  if (auto opened = reports.open(); !opened) return failed(ExitCode::Usage, opened.error());

  auto sides = choose_all_sides(arguments, interrupts.token());
  if (!sides) {
    const auto& [code, why] = sides.error();
    if (code == ExitCode::Undecided && interrupts.signal() != 0)
      return interrupted(interrupts, "run");
    return failed(code, why);
  }
  auto& [store, reference, second, subject] = *sides;
  if (interrupts.signal() != 0) subject.failure.clear();  // it was interrupted
  if (!subject.failure.empty()) complain(subject.failure);

  RunOptions options = options_of(arguments, subject, reference, std::move(second));
  options.jobs = workers_with_room(
      options.jobs, (arguments.engine ? 1U : 0U) + (reference.identity.kind == "engine" ? 1U : 0U));
  RunInfo run = run_info(arguments, options, std::move(*loaded), *sides, interrupts.token());
  if (link != nullptr) run.jobs = link->ranks();
  std::unique_ptr<Journal> journal;
  // A run without an engine, or without all of its plans, has nothing to record.
  if (subject.failure.empty() && interrupts.signal() == 0) {
    auto opened =
        open_run_journal(arguments, run, options, *subject.chosen.first, *reference.first);
    if (!opened) return failed(ExitCode::Usage, opened.error());
    journal = std::move(opened->journal);
    if (!opened->notice.empty()) run.notices.push_back(std::move(opened->notice));
  }
  tell_forecast(run, options, *sides, reports.text_on_output(), interrupts.token());

  const std::vector<Reporter*> reporters = reports.all();
  for (Reporter* reporter : reporters) reporter->run_started(run);
  Runner runner(options, run, reporters, std::move(subject.chosen.first),
                std::move(reference.first));
  runner.on_notice([](const std::string& what) { complain(what); });
  if (journal) runner.use(*journal);
  if (link != nullptr) {
    runner.use(rank_workers(*link, facts_of_rank(run, options, arguments)));
  }
  const Summary summary = runner.run(interrupts.token());
  const ExitCode code = exit_code(summary, interrupts);
  for (Reporter* reporter : reporters) reporter->run_finished(summary, code);
  const bool by_wish = interrupts.signal() != 0 || arguments.fail_fast || arguments.max_findings;
  if (!summary.why_not_run.empty() && !by_wish)
    complain(fmt::format("the other {} {} not run: {}", counted(summary.not_run, "row", "rows"),
                         summary.not_run == 1 ? "was" : "were", summary.why_not_run));
  if (store.store) tell_of(store, arguments.verbose);
  bool written = reports.finish();
  // The default store is a convenience; an explicitly named store is a result.
  if (arguments.store && store.store && store.store->lost_answers()) written = false;
  if (journal && !end_journal(*journal, summary.complete(), {arguments.journal, arguments.resume}))
    written = false;
  // A run that has just begun has nothing to keep.
  constexpr double kSecondsWorthKeeping = 0.1;
  if (!journal && interrupts.signal() != 0 && !summary.complete() &&
      summary.seconds > kSecondsWorthKeeping)
    complain("a run that is started with --journal PATH can be continued after an interruption");
  return static_cast<int>(with_reports(code, written));
}

}  // namespace

void add_verify_command(CommandLine& line) {
  struct Given {
    RawVerify raw;
    VerifyArguments arguments;
  };
  const auto given = std::make_shared<Given>();
  CLI::App* const app = line.add("verify", "", [&line, given]() -> Ran {
    if (auto ok = understand(given->raw, given->arguments); !ok) return std::unexpected(ok.error());
    return verify(given->arguments, line.out(), line.link());
  });
  add_verify_options(*app, given->raw, given->arguments);
}

}  // namespace perft_verify::verifier
