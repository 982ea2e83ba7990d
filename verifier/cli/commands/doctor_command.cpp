#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/counting/simd_path.h"
#include "core/text/format.h"
#include "core/text/printable.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/uci/stockfish.h"
#include "reference/uci/uci_engine.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/generators.h"
#include "verifier/cli/interrupts.h"
#include "verifier/cli/raw_arguments.h"
#include "verifier/report/version.h"
#include "verifier/run/result.h"

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
  options.must_show_board = true;
  return examine("Stockfish", *reference::make_uci_engine(options), stop);
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
  if (!subject.detection) return text;
  const reference::Dialect& dialect = subject.detection->dialect;
  if (dialect.stockfish)
    return text + "It speaks Stockfish's dialect: `--dialect stockfish` holds it to that.\n";
  if (subject.detection->script)
    return text + fmt::format("It is started once per question: {}\n", dialect.perft.front());
  return text + fmt::format("As a profile, in perft-dialects.ini, for --dialect my-engine:\n\n{}",
                            reference::profile_text(dialect, "my-engine"));
}

nlohmann::ordered_json engine_json(const ChosenSubject& subject) {
  nlohmann::ordered_json json{{"name", subject.chosen.identity.name},
                              {"spoken_to", subject.failure.empty()},
                              {"dialect", nullptr},
                              {"notes", subject.notes},
                              {"evidence", nlohmann::ordered_json::array()}};
  for (const auto& [asked, said, read] : subject.evidence)
    json["evidence"].push_back({{"asked", asked}, {"said", said}, {"read", read}});
  if (!subject.detection) return json;
  const reference::Dialect& dialect = subject.detection->dialect;
  json["dialect"] = {
      {"name", dialect.name},
      {"protocol", subject.detection->script ? "script" : to_string(dialect.protocol)},
      {"perft", dialect.perft},
      {"total", dialect.total ? nlohmann::ordered_json(dialect.total->label)
                              : nlohmann::ordered_json(nullptr)},
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
  bool json = false;
};

int look_at_everything(const DoctorArguments& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  const std::stop_token stop = interrupts.token();
  std::vector<Examination> all;
  all.push_back(examine("core", *reference::make_core_generator(), stop));
  all.push_back(examine("mailbox", *mailbox::make_mailbox_generator(), stop));
  all.push_back(examine_stockfish(stop));
  std::optional<ChosenSubject> subject;
  if (arguments.engine) {
    // The subject may be wrong; the question is whether its protocol is understood.
    subject = choose_subject(arguments.engine, stop);
    all.push_back(subject->failure.empty() ? examine("engine", *subject->chosen.first, stop)
                                           : Examination{"engine", false, subject->failure});
  }
  if (interrupts.signal() != 0) return 128 + interrupts.signal();

  const auto simd = simd_path_from_environment();
  all.push_back({"counting", simd.has_value(),
                 simd ? fmt::format("{} (PERFT_VERIFY_SIMD chooses another)", to_string(*simd))
                      : fmt::format("PERFT_VERIFY_SIMD: {}", printable(simd.error(), 400))});

  bool well = true;
  for (const Examination& each : all) well = well && each.well;
  if (arguments.json) {
    nlohmann::ordered_json json{{"version", kVersion},
                                {"cores", std::thread::hardware_concurrency()},
                                {"examined", nlohmann::ordered_json::array()}};
    for (const auto& [what, good, says] : all)
      json["examined"].push_back({{"what", what}, {"well", good}, {"says", says}});
    if (subject) json["engine"] = engine_json(*subject);
    out.write(json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  } else {
    std::string text =
        fmt::format("verify {}, {} cores\n", kVersion, std::thread::hardware_concurrency());
    for (const auto& [what, good, says] : all)
      text += fmt::format("{:<5} {:<10} {}\n", good ? "ok" : "WRONG", what, says);
    if (subject) text += engine_text(*subject);
    out.write(text);
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
        return look_at_everything(*arguments, line.out());
      },
      false);
  add_engine_options(*command, arguments->raw_engine);
  command->add_flag("--json", arguments->json, "For programs");
  command->footer("Example: verify doctor --engine ./my-engine");
}

}  // namespace perft_verify::verifier
