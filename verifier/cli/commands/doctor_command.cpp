#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <thread>

#include "core/counting/simd_path.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "reference/core_generator.h"
#include "reference/dialect/profile.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/uci/stockfish.h"
#include "reference/uci/uci_engine.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/cli/arguments/raw_arguments.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/reports/checklist.h"
#include "verifier/cli/run/interrupts.h"
#include "verifier/report/output/output_file.h"
#include "verifier/report/output/standard_error.h"
#include "verifier/report/version.h"
#include "verifier/run/model/result.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

struct Examination {
  std::string what;
  bool well = false;
  std::string says;
};

Examination examine(const std::string& what, reference::Generator& generator,
                    const std::stop_token& stop) {
  const auto tested = reference::self_test(generator, stop);
  const reference::Identity identity = generator.identity();
  std::string name = identity.name;
  if (!identity.command.empty() && identity.command != name)
    name += fmt::format(" ({})", identity.command);
  if (!tested) return {what, false, tested.error().message};
  return {what, true,
          fmt::format("{}: three known counts are right; {} its board", name,
                      generator.shows_board() ? "shows" : "does not show")};
}

Examination examine_stockfish(const std::stop_token& stop) {
  auto path = reference::find_stockfish();
  if (!path) return {"Stockfish", false, path.error()};
  reference::UciEngineOptions options;
  options.command = {std::move(*path)};
  options.role = reference::EngineRole::Stockfish;
  return examine("Stockfish", *reference::make_uci_engine(options), stop);
}

std::string checklist_text(const std::vector<ChecklistStep>& steps) {
  constexpr std::size_t kWidth = 100;
  constexpr std::size_t kIndent = 39;
  std::string text = "\nThe engine, step by step:\n";
  for (std::size_t at = 0; at < steps.size(); ++at) {
    const auto& [what, well, says, advice] = steps[at];
    const std::string head = fmt::format("{:>3} {:<5} {}", at + 1,
                                         !well   ? "-"
                                         : *well ? "ok"
                                                 : "WRONG",
                                         what);
    text += says.empty() ? head + "\n"
                         : fmt::format("{:<{}}{}", head, kIndent,
                                       wrapped(says, kWidth, kIndent).substr(kIndent));
    if (!advice.empty()) text += wrapped("to do: " + advice, kWidth, kIndent);
  }
  return text;
}

/// The questions to the engine, its own words, and how they are read.
std::string engine_text(const ChosenSubject& subject) {
  std::string text = "\nWhat the engine was asked, what it said, and how that is read:\n";
  for (const auto& [asked, said, read] : subject.evidence) {
    text += fmt::format("  asked  {}\n", printable(asked, 300));
    if (!said.empty()) text += fmt::format("  said   {}\n", said);
    text += fmt::format("  read   {}\n\n", read);
  }
  for (const std::string& note : subject.notes) text += wrapped("note: " + note, 96, 0);
  if (subject.detection && subject.detection->dialect.stockfish)
    text += "It speaks Stockfish's dialect: `--dialect stockfish` holds it to that.\n";
  return text;
}

Json engine_json(const ChosenSubject& subject, const std::vector<ChecklistStep>& steps) {
  Json json{{"name", subject.chosen.identity.name},
            {"spoken_to", subject.failure.empty()},
            {"dialect", nullptr},
            {"notes", subject.notes},
            {"steps", Json::array()},
            {"evidence", Json::array()}};
  for (const auto& [what, well, says, advice] : steps)
    json["steps"].push_back(
        {{"what", what}, {"well", or_null(well)}, {"says", says}, {"to_do", advice}});
  for (const auto& [asked, said, read] : subject.evidence)
    json["evidence"].push_back({{"asked", asked}, {"said", said}, {"read", read}});
  if (!subject.detection) return json;
  const reference::Dialect& dialect = subject.detection->dialect;
  json["dialect"] = {
      {"name", dialect.name},
      {"protocol", subject.detection->script ? "script" : to_string(dialect.protocol)},
      {"perft", dialect.perft},
      {"total", dialect.total ? Json(dialect.total->label) : Json(nullptr)},
      {"stderr", dialect.errors_with_output},
      {"lists_moves", dialect.lists_moves},
      {"lists_at_depth_one", dialect.lists_at_depth_one},
      {"plays_moves", dialect.plays_moves},
      {"x_fen", dialect.x_fen}};
  return json;
}

/// `verify doctor`
struct DoctorArguments {
  RawEngine raw_engine;
  std::optional<EngineArguments> engine;
  std::optional<std::string> save;  // a profile is written there
  bool json = false;
};

/// Keeps what was found out. The error is one sentence.
std::expected<void, std::string> save_profile(const std::string& path, const ChosenSubject& subject,
                                              const EngineArguments& engine) {
  const bool plays_chess960 = subject.chosen.first->lacks_chess960().empty();
  return write_file(path,
                    reference::profile_text(*subject.detection, engine, plays_chess960, path));
}

int look_at_everything(const DoctorArguments& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  const std::stop_token stop = interrupts.token();
  std::vector<Examination> all;
  all.push_back(examine("core", *reference::make_core_generator(), stop));
  all.push_back(examine("mailbox", *mailbox::make_mailbox_generator(), stop));
  all.push_back(examine_stockfish(stop));
  std::optional<ChosenSubject> subject;
  std::vector<ChecklistStep> steps;
  if (arguments.engine) {
    // The subject may count wrong; the question is whether it can be used.
    subject = choose_subject(arguments.engine, stop);
    all.push_back(subject->failure.empty() ? examine("engine", *subject->chosen.first, stop)
                                           : Examination{"engine", false, subject->failure});
    steps = checklist(*subject, *arguments.engine, stop);
  }
  if (interrupts.signal() != 0) return interrupted(interrupts, "examination");

  const auto simd = simd_path_from_environment();
  all.push_back({"counting", simd.has_value(),
                 simd ? fmt::format("{} (PERFT_VERIFY_SIMD chooses another)", to_string(*simd))
                      : fmt::format("PERFT_VERIFY_SIMD: {}", printable(simd.error(), 400))});

  bool well = true;
  for (const Examination& each : all) well = well && each.well;
  for (const ChecklistStep& each : steps) well = well && each.well.value_or(true);
  if (arguments.json) {
    Json json{{"version", kVersion},
              {"cores", std::thread::hardware_concurrency()},
              {"examined", Json::array()}};
    for (const auto& [what, good, says] : all)
      json["examined"].push_back({{"what", what}, {"well", good}, {"says", says}});
    if (subject) json["engine"] = engine_json(*subject, steps);
    out.write(page_of(json));
  } else {
    std::string text =
        fmt::format("verify {}, {} cores\n", kVersion, std::thread::hardware_concurrency());
    for (const auto& [what, good, says] : all)
      text += fmt::format("{:<5} {:<10} {}\n", good ? "ok" : "WRONG", what, says);
    if (subject) text += checklist_text(steps) + engine_text(*subject);
    if (subject && subject->failure.empty() && !arguments.save)
      text +=
          "To keep what was found out: --save my-engine.toml; then verify gate --engine "
          "my-engine.toml\n";
    out.write(text);
  }
  if (arguments.save) {
    if (!subject->failure.empty()) {
      complain(
          fmt::format("{} was not written: the engine cannot be used", printable(*arguments.save)));
    } else if (auto saved = save_profile(*arguments.save, *subject, *arguments.engine); !saved) {
      return failed(ExitCode::ReportFailed, saved.error());
    }
  }
  return static_cast<int>(well ? ExitCode::Agree : ExitCode::Findings);
}

}  // namespace

void add_doctor_command(CommandLine& line) {
  const auto arguments = std::make_shared<DoctorArguments>();
  CLI::App* const command = line.add(
      "doctor", "Look at this machine, Stockfish and an engine",
      [&line, arguments]() -> Ran {
        auto engine = engine_of(arguments->raw_engine);
        if (!engine) return std::unexpected(engine.error());
        arguments->engine = std::move(*engine);
        if (arguments->save && !arguments->engine) return wrong("--save needs --engine");
        if (arguments->save && !arguments->save->ends_with(".toml"))
          return wrong("--save: the name of a profile ends in .toml");
        return look_at_everything(*arguments, line.out());
      },
      false);
  add_engine_options(*command, arguments->raw_engine);
  command->add_flag("--json", arguments->json, "For programs");
  command
      ->add_option("--save", arguments->save,
                   "Keep how the engine is asked in a profile, for --engine FILE.toml")
      ->type_name("FILE.toml");
  command->footer(
      "Examples:\n"
      "  verify doctor --engine ./my-engine\n"
      "  verify doctor --engine ./my-engine --save my-engine.toml\n"
      "  verify gate --engine my-engine.toml");
}

}  // namespace perft_verify::verifier
