#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "core/text/format.h"
#include "core/text/printable.h"
#include "reference/core_generator.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/cli/run/run_store.h"
#include "verifier/report/output/output_file.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/words/words.h"
#include "verifier/run/model/result.h"
#include "verifier/store/exchange.h"
#include "verifier/store/recheck.h"
#include "verifier/suite/json.h"
#include "verifier/suite/suite_file.h"

namespace perft_verify::verifier {
namespace {

struct StoreArguments;
using StoreAction = int (*)(Store& store, const StoreArguments& arguments, StandardOutput& out);
/// What an action does to the store; `Makes`: also one that is not there yet.
enum class StoreUse : std::uint8_t { Reads, Changes, Makes };

/// `verify store info|export|import|prune|verify`
struct StoreArguments {
  StoreAction action = nullptr;
  StoreUse use = StoreUse::Reads;
  std::optional<std::string> path;       // the user's own without it
  std::string output;                    // of export; empty for standard output
  std::vector<std::string> inputs;       // of import
  std::optional<int> older_than;         // days, of prune
  std::optional<std::string> reference;  // for prune a name, for verify the reference to ask
  std::size_t sample = 100;
  std::uint64_t max_nodes = 100'000'000;
  std::uint64_t seed = 0;
  bool remove = false;  // for verify: removes differing answers
  bool json = false;
};

constexpr int kGood = 0;

int failed_on(const Store& store, const DatabaseError& error) {
  return failed(error.fault == DatabaseFault::Full ? ExitCode::ReportFailed : ExitCode::Usage,
                fmt::format("{}: {}", printable(store.path()), error.message));
}

int info(Store& store, const StoreArguments& arguments, StandardOutput& out) {
  const auto contents = store.contents();
  if (!contents) return failed_on(store, contents.error());
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(store.path(), ignored);
  if (arguments.json) {
    Json json{{"path", printable(store.path(), 4096)}, {"bytes", bytes}};
    json["references"] = Json::array();
    for (const Store::Contents& one : *contents) {
      Json by_depth = Json::object();
      for (const auto& [depth, answers] : one.by_depth) by_depth[std::to_string(depth)] = answers;
      json["references"].push_back({{"name", one.reference.name},
                                    {"program", one.reference.program},
                                    {"arguments", one.reference.arguments},
                                    {"answers", one.answers},
                                    {"by_depth", by_depth}});
    }
    out.write(page_of(json));
    return kGood;
  }
  std::string text = fmt::format("{}: {} bytes\n", printable(store.path()), grouped(bytes));
  if (contents->empty()) text += "no answers yet\n";
  for (const Store::Contents& one : *contents) {
    text +=
        fmt::format("{}{}{}: {}\n  program {}\n", printable(one.reference.name),
                    one.reference.arguments.empty() ? "" : " ", printable(one.reference.arguments),
                    counted(one.answers, "answer", "answers"), one.reference.program);
    for (const auto& [depth, answers] : one.by_depth)
      text += fmt::format("  depth {:>2}  {:>12}\n", depth, grouped(answers));
  }
  out.write(text);
  return kGood;
}

int export_answers(Store& store, const StoreArguments& arguments, StandardOutput& out) {
  std::expected<OutputFile, std::string> file = std::unexpected("");
  if (!arguments.output.empty() && arguments.output != "-") {
    std::error_code ignored;
    if (std::filesystem::equivalent(arguments.output, store.path(), ignored))
      return failed(ExitCode::Usage,
                    fmt::format("-o {}: that is the store", printable(arguments.output)));
    file = OutputFile::create(arguments.output);
    if (!file) return failed(ExitCode::Usage, file.error());
  }
  ExchangeWriter writer([&](std::string_view line) {
    if (file) {
      file->write(line);
    } else {
      out.write(line);
    }
  });
  const auto damaged = store.for_each([&](const RememberedAnswer& answer) {
    writer.write(answer);
    return true;
  });
  if (!damaged) return failed_on(store, damaged.error());
  if (*damaged > 0)
    complain(fmt::format("{} left out", counted(*damaged, "damaged record", "damaged records")));
  if (!file) return static_cast<int>(with_reports(ExitCode::Agree, out.good()));
  if (auto written = file->commit(); !written)
    return failed(ExitCode::ReportFailed, written.error());
  return kGood;
}

/// All answers of an export or of a store. The error is for standard error.
std::expected<std::vector<RememberedAnswer>, std::string> answers_of(const std::string& path) {
  const auto bytes = read_suite_file(path);
  if (!bytes) return std::unexpected(fmt::format("verify: {}", bytes.error()));
  if (!bytes->starts_with("SQLite format 3")) return read_exchange(path, *bytes);
  auto store = Store::open(path, Store::Access::Read);
  if (!store) return std::unexpected(fmt::format("verify: {}", store.error()));
  std::vector<RememberedAnswer> answers;
  const auto damaged = (*store)->for_each([&](const RememberedAnswer& answer) {
    answers.push_back(answer);
    return true;
  });
  if (!damaged)
    return std::unexpected(fmt::format("verify: {}: {}", printable(path), damaged.error().message));
  if (*damaged > 0)
    complain(fmt::format("{}: {} left out", printable(path),
                         counted(*damaged, "damaged record", "damaged records")));
  return answers;
}

int import_answers(Store& store, const StoreArguments& arguments, StandardOutput& out) {
  std::vector<std::vector<RememberedAnswer>> all;
  bool good = true;
  for (const std::string& input : arguments.inputs) {
    auto answers = answers_of(input);
    if (!answers) tell(answers.error() + "\n");
    good = good && answers;
    if (answers) all.push_back(std::move(*answers));
  }
  if (!good) return failed(ExitCode::Usage, "nothing was imported");
  std::uint64_t taken = 0;
  for (const auto& answers : all) {
    taken += answers.size();
    if (auto done = store.add_all(answers); !done) return failed_on(store, done.error());
  }
  out.write(fmt::format("{} imported into {}\n", counted(taken, "answer", "answers"),
                        printable(store.path())));
  return kGood;
}

int prune(Store& store, const StoreArguments& arguments, StandardOutput& out) {
  Store::Pruning pruning;
  pruning.reference = arguments.reference;
  if (arguments.older_than) pruning.older_than = std::chrono::days(*arguments.older_than);
  const auto removed = store.prune(pruning);
  if (!removed) return failed_on(store, removed.error());
  out.write(fmt::format("{} removed from {}\n", counted(*removed, "record", "records"),
                        printable(store.path())));
  return kGood;
}

/// All generators on this machine that could have given answers of the store.
std::vector<LiveReference> living_references(const StoreArguments& arguments,
                                             const std::stop_token& stop) {
  std::vector<LiveReference> all;
  std::vector<std::optional<std::string>> names{std::nullopt, "mailbox", "core"};
  if (arguments.reference) names.push_back(arguments.reference);
  for (const auto& name : names) {
    VerifyArguments described;
    described.reference = name;
    auto found = find_reference(described);
    if (!found || !found->missing.empty()) continue;
    auto chosen = start_reference(std::move(*found), stop);
    if (!chosen) continue;
    auto identity = identify(*chosen->first);
    if (!identity) continue;
    all.push_back({std::move(*identity), std::move(chosen->first)});
  }
  return all;
}

int recheck(Store& store, const StoreArguments& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  const auto problems = store.examine();
  if (!problems) return failed_on(store, problems.error());
  auto here = living_references(arguments, interrupts.token());
  const auto core = reference::make_core_generator();
  const auto result =
      recheck_answers(store, {arguments.sample, arguments.max_nodes, arguments.seed}, here, *core,
                      interrupts.token());
  if (!result) return failed_on(store, result.error());
  if (arguments.remove)
    for (const Difference& one : result->different)
      if (auto done = store.forget(one.answer.reference, one.answer.key); !done)
        return failed_on(store, done.error());
  const bool bad = !problems->empty() || result->damaged > 0 || !result->different.empty();
  const ExitCode result_code = bad                         ? ExitCode::Findings
                               : !result->failures.empty() ? ExitCode::Undecided
                                                           : ExitCode::Agree;
  const int code =
      interrupts.signal() != 0 ? 128 + interrupts.signal() : static_cast<int>(result_code);
  if (arguments.json) {
    Json json{{"path", printable(store.path(), 4096)},
              {"answers", result->answers},
              {"damaged", result->damaged},
              {"file", problems->empty() ? Json(nullptr) : Json(*problems)},
              {"asked_again", result->asked},
              {"counted_by_core", result->counted_by_core},
              {"different", Json::array()},
              {"failures", result->failures},
              {"exit_code", code}};
    for (const Difference& one : result->different)
      json["different"].push_back({{"reference", one.answer.reference.name},
                                   {"position", one.answer.key.position},
                                   {"chess960", one.answer.key.chess960},
                                   {"depth", one.answer.key.depth},
                                   {"remembered", one.answer.divide.total},
                                   {"counted", one.counted},
                                   {"by", one.by}});
    out.write(page_of(json));
    return code;
  }
  std::string text =
      fmt::format("{}: {}, {} damaged\n", printable(store.path()),
                  counted(result->answers, "answer", "answers"), grouped(result->damaged));
  if (!problems->empty())
    text += fmt::format("the file itself is damaged: {}\n", printable(*problems, 1000));
  text += fmt::format("{} asked again, {} counted by core instead\n", grouped(result->asked),
                      grouped(result->counted_by_core));
  for (const Difference& one : result->different)
    text += fmt::format("DIFFERENT  {} at depth {}: {} is remembered of {}, and {} counts {}{}\n",
                        printable(one.answer.key.position), one.answer.key.depth,
                        grouped(one.answer.divide.total), printable(one.answer.reference.name),
                        printable(one.by), grouped(one.counted),
                        one.answer.divide.total == one.counted ? " by other moves" : "");
  for (const std::string& failure : result->failures) text += failure + "\n";
  if (bad && arguments.remove && !result->different.empty())
    text += fmt::format("{} removed; ask for more of them by --sample.\n",
                        counted(result->different.size(), "answer", "answers"));
  text += bad ? "Do not trust this store: remove it, or `verify store prune` what is damaged, and\n"
                "`verify store verify --remove` what is different.\n"
              : "All that was looked at is as remembered.\n";
  out.write(text);
  return interrupts.signal() != 0 ? interrupted(interrupts, "check") : code;
}

int store_action(const StoreArguments& arguments, StandardOutput& out) {
  const auto path = arguments.path ? arguments.path : default_store_path();
  if (!path)
    return failed(ExitCode::Usage,
                  "there is no folder for a store here; name one with --store PATH");
  const bool changes = arguments.use != StoreUse::Reads || arguments.remove;
  std::error_code ignored;
  if (arguments.use != StoreUse::Makes && !std::filesystem::exists(*path, ignored))
    return failed(ExitCode::Usage, fmt::format("{}: there is no store yet", printable(*path)));
  if (changes && !arguments.path)
    std::filesystem::create_directories(std::filesystem::path(*path).parent_path(), ignored);
  auto store = Store::open(*path, changes ? Store::Access::ReadAndWrite : Store::Access::Read);
  if (!store) return failed(ExitCode::Usage, store.error());
  return arguments.action(**store, arguments, out);
}

}  // namespace

void add_store_command(CommandLine& line) {
  const auto arguments = std::make_shared<StoreArguments>();
  CLI::App* const store =
      line.add("store", "Look after the store of the reference's answers",
               [&line, arguments]() -> Ran { return store_action(*arguments, line.out()); });
  store->require_subcommand(1);
  store->footer("Example: verify store info");
  const auto add = [&](StoreAction action, StoreUse use, const char* name, const char* what,
                       const char* example) {
    CLI::App* const command = store->add_subcommand(name, what);
    command
        ->add_option("--store", arguments->path,
                     "The store ($PERFT_VERIFY_STORE; else the one in the user's cache folder)")
        ->type_name("PATH");
    command->parse_complete_callback([arguments, action, use] {
      arguments->action = action;
      arguments->use = use;
    });
    command->footer(std::string("Example: ") + example);
    return command;
  };
  CLI::App* const looking =
      add(info, StoreUse::Reads, "info", "Whose answers are in it, and how many",
          "verify store info --store gate.store");
  looking->add_flag("--json", arguments->json, "For programs");

  CLI::App* const out = add(export_answers, StoreUse::Reads, "export",
                            "Write all answers as text, one JSON object a line",
                            "verify store export --store gate.store -o gate-answers.jsonl");
  out->add_option("-o,--output", arguments->output, "Output file (standard output)")
      ->type_name("FILE");

  CLI::App* const in = add(import_answers, StoreUse::Makes, "import",
                           "Add the answers of exports and of other stores; all of them or none",
                           "verify store import answers.jsonl other.store");
  in->add_option("FILE", arguments->inputs, "Exports or stores")->required()->type_name("FILE");

  CLI::App* const pruning = add(prune, StoreUse::Changes, "prune",
                                "Remove damaged records and those named, and free the space",
                                "verify store prune --older-than 90");
  pruning->add_option("--older-than", arguments->older_than, "Answers that are older than N days")
      ->type_name("N")
      ->check(CLI::Range(0, 36500));
  pruning->add_option("--reference", arguments->reference, "All answers of this reference")
      ->type_name("NAME");

  CLI::App* const check = add(recheck, StoreUse::Reads, "verify",
                              "Check every record, ask again for a sample, and compare",
                              "verify store verify --sample 1000");
  check->add_option("--sample", arguments->sample, "Number of answers that are asked for again")
      ->type_name("N")
      ->capture_default_str();
  check->add_option("--seed", arguments->seed, "Another number, another sample")
      ->type_name("N")
      ->capture_default_str();
  check->add_option("--max-nodes", arguments->max_nodes, "Only answers of at most N nodes")
      ->type_name("N")
      ->capture_default_str();
  check
      ->add_option("--reference", arguments->reference,
                   "Additional reference, besides Stockfish and the built-in generators")
      ->type_name("CMD");
  check->add_flag("--remove", arguments->remove, "Remove the answers that are others now");
  check->add_flag("--json", arguments->json, "For programs");
  check->footer(
      "Example: verify store verify --sample 1000\n"
      "\n"
      "Answers of a reference that is not on this machine are counted by the linked core.\n"
      "Exit codes: 0 all answers are the same; 1 an answer differs, or records are damaged;\n"
      "2 there is no such store; 3 a reference could not be asked.");
}

}  // namespace perft_verify::verifier
