#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "core/counting/simd_path.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/stockfish.h"
#include "reference/uci_engine.h"
#include "verifier/cli/commands.h"
#include "verifier/cli/generators.h"
#include "verifier/cli/interrupts.h"
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

}  // namespace

int doctor_command(const DoctorArguments& arguments, StandardOutput& out) {
  const Interrupts interrupts;
  const std::stop_token stop = interrupts.token();
  std::vector<Examination> all;
  all.push_back(examine("core", *reference::make_core_generator(), stop));
  all.push_back(examine("mailbox", *mailbox::make_mailbox_generator(), stop));
  all.push_back(examine_stockfish(stop));
  if (arguments.engine) {
    // The subject may be wrong; what matters is whether it can be spoken to.
    ChosenSubject subject = choose_subject(arguments.engine, stop);
    if (!subject.failure.empty()) {
      all.push_back({"engine", false, subject.failure});
    } else {
      all.push_back(examine("engine", *subject.chosen.first, stop));
    }
  }
  if (interrupts.signal() != 0) return 128 + interrupts.signal();

  const auto simd = simd_path_from_environment();
  all.push_back({"counting", simd.has_value(),
                 simd ? fmt::format("{} (PERFT_VERIFY_SIMD chooses another)", to_string(*simd))
                      : fmt::format("PERFT_VERIFY_SIMD: {}", simd.error())});

  bool well = true;
  for (const Examination& each : all) well = well && each.well;
  if (arguments.json) {
    nlohmann::ordered_json json{{"version", kVersion},
                                {"cores", std::thread::hardware_concurrency()},
                                {"examined", nlohmann::ordered_json::array()}};
    for (const auto& [what, good, says] : all)
      json["examined"].push_back({{"what", what}, {"well", good}, {"says", says}});
    out.write(json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  } else {
    std::string text =
        fmt::format("verify {}, {} cores\n", kVersion, std::thread::hardware_concurrency());
    for (const auto& [what, good, says] : all)
      text += fmt::format("{:<5} {:<10} {}\n", good ? "ok" : "WRONG", what, says);
    out.write(text);
  }
  return static_cast<int>(well ? ExitCode::Agree : ExitCode::Findings);
}

}  // namespace perft_verify::verifier
