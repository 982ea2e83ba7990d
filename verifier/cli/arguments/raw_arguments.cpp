#include "verifier/cli/arguments/raw_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <thread>

#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "reference/dialect/profile.h"
#include "verifier/cli/arguments/choices.h"
#include "verifier/report/formats/formats.h"

namespace perft_verify::verifier {
namespace {

const Choices<Chess960> kChess960{
    {"auto", Chess960::Auto}, {"on", Chess960::On}, {"off", Chess960::Off}};
constexpr const char* kColorHelp = "Colors; NO_COLOR and CLICOLOR_FORCE are respected";
const Choices<Switch> kColors{
    {"auto", Switch::Auto}, {"always", Switch::On}, {"never", Switch::Off}};
const Choices<Switch> kSwitches{{"auto", Switch::Auto}, {"on", Switch::On}, {"off", Switch::Off}};
const Choices<bool> kInvalid{{"error", false}, {"skip", true}};

/// The command line says more, and wins.
void take_over(reference::Profile profile, EngineArguments& engine) {
  engine.dialect = std::move(profile.wish);
  static_cast<reference::EngineOptions&>(engine) = std::move(profile);
  engine.is_template = std::ranges::any_of(
      engine.command, [](const std::string& word) { return word.contains("{depth}"); });
}

}  // namespace

std::string RawPosition::text() const {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

void add_position_options(CLI::App& app, RawPosition& raw) {
  app.add_option("POSITION", raw.words,
                 "A FEN in quotes, startpos, or the id of a row of a built-in suite (kiwipete)")
      ->required()
      ->type_name("FEN");
  add_chess960_option(app, raw.chess960);
}

void add_moves_option(CLI::App& app, RawPosition& raw) {
  app.add_option("--moves", raw.moves, "Moves played from it, as UCI, SAN or PGN write them")
      ->type_name("\"M1 M2 …\"");
}

std::expected<std::vector<std::string>, NotToRun> moves_of(const RawPosition& raw) {
  auto moves = split_words(raw.moves);
  if (!moves) return wrong(fmt::format("--moves: {}", moves.error()));
  return std::move(*moves);
}

void add_chess960_option(CLI::App& app, Chess960& chess960) {
  add_choice(app, "--chess960", chess960, kChess960,
             "Whether positions are Chess960; auto: if their castling rights say so, and an engine "
             "without Chess960 is not asked; on: all are, and every engine is asked");
}

void add_lenient_clocks_option(CLI::App& app, bool& lenient) {
  app.add_flag("--lenient-clocks", lenient,
               "Clamp invalid or out-of-range clocks instead of rejecting them");
}

void add_invalid_option(CLI::App& app, bool& skip) {
  add_choice(app, "--invalid", skip, kInvalid, "How to handle rows with invalid FENs");
}

CLI::Option* add_jobs_option(CLI::App& app, unsigned& jobs, const std::string& what) {
  jobs = std::max(1U, std::thread::hardware_concurrency());
  return app.add_option("--jobs,-j", jobs, what)
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
}

CLI::Validator not_self() {
  return {[](std::string& name) {
            return name == "self" ? std::string("self is for `verify fuzz` only") : std::string();
          },
          ""};
}

void add_engine_options(CLI::App& app, RawEngine& raw) {
  app.add_option(
         "--engine", raw.engine,
         "The engine under test (the linked core without it). Split like shell words, started "
         "without a shell; how to ask it for perft is found out by asking. Or a profile, "
         "FILE.toml, "
         "as `verify doctor --save` writes it")
      ->type_name("CMD");
  app.add_option("--engine-arg", raw.engine_args, "One more argument for the engine (repeatable)")
      ->type_name("ARG")
      ->allow_extra_args(false);
  app.add_option("--engine-option", raw.engine_options,
                 "Sent as `setoption name NAME value VALUE` (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--engine-setup", raw.engine_setup,
                 "A line sent to the engine as it is, after the options (repeatable)")
      ->type_name("LINE")
      ->allow_extra_args(false);
  app.add_option("--engine-template", raw.engine_template,
                 "A program that is started once per question, without a shell: "
                 "\"./eng divide {depth} '{fen}'\"; {moves} is replaced too")
      ->type_name("CMD");
  app.add_option("--engine-env", raw.engine_env,
                 "One more environment variable that engines see, beside PATH, HOME and what "
                 "runtimes need (repeatable)")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  app.add_flag("--engine-env-all", raw.engine_env_all, "Engines see the whole environment");
  app.add_flag("--sandbox", raw.sandbox,
               "Limits for engines that one does not trust: 4 GiB of memory, files of 64 MiB, 256 "
               "open files, no core files, no rights by setuid");
  std::string dialects;
  for (const auto& each : reference::built_in_dialects())
    dialects += fmt::format("{}{}: {}", dialects.empty() ? "" : "; ", each.name, each.meaning);
  app.add_option(
         "--dialect", raw.dialect,
         fmt::format("Protocol (dialect). {}; or a section of perft-dialects.ini", dialects))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--perft-command", raw.perft_command,
                 "The command that asks the engine for perft: \"divide {depth}\"; {fen} is "
                 "replaced too, and "
                 "\" ; \" separates lines")
      ->type_name("LINE");
}

std::expected<reference::EngineEnvironment, NotToRun> environment_of(const RawEngine& raw) {
  for (const std::string& variable : raw.engine_env)
    if (variable.empty() || variable.starts_with('='))
      return wrong(
          fmt::format("--engine-env {}: NAME or NAME=VALUE is expected", printable(variable)));
  return reference::EngineEnvironment{raw.engine_env_all, raw.engine_env, raw.sandbox};
}

std::expected<std::optional<EngineArguments>, NotToRun> engine_of(const RawEngine& raw,
                                                                  std::optional<double> timeout) {
  if (!raw.engine && !raw.engine_template) {
    if (!raw.engine_args.empty() || !raw.engine_options.empty() || !raw.engine_setup.empty())
      return wrong("--engine-arg, --engine-option and --engine-setup need --engine");
    if (raw.dialect != "auto" || raw.perft_command)
      return wrong("--dialect and --perft-command need --engine");
    return std::nullopt;
  }
  if (raw.engine && raw.engine_template)
    return wrong("--engine and --engine-template contradict each other");
  EngineArguments engine;
  const std::string option = raw.engine ? "--engine" : "--engine-template";
  auto words = split_words(raw.engine ? *raw.engine : *raw.engine_template);
  if (!words) return wrong(fmt::format("{}: {}", option, words.error()));
  if (words->empty()) return wrong(fmt::format("{}: no program is named", option));
  if (raw.engine && reference::is_profile(*words)) {
    auto profile = reference::read_profile(words->front());
    if (!profile) return wrong(fmt::format("--engine: {}", profile.error()));
    take_over(std::move(*profile), engine);
  } else {
    engine.command = std::move(*words);
  }
  engine.command.insert(engine.command.end(), raw.engine_args.begin(), raw.engine_args.end());
  if (raw.dialect != "auto") {
    auto dialect = reference::find_dialect(raw.dialect, reference::dialect_files());
    if (!dialect) return wrong(fmt::format("--dialect: {}", dialect.error()));
    engine.dialect = std::move(*dialect);
    engine.is_template = false;
  }
  if (raw.perft_command) {
    auto lines = reference::parse_perft_command(*raw.perft_command);
    if (!lines) return wrong(fmt::format("--perft-command: {}", lines.error()));
    engine.dialect.perft = std::move(*lines);
  }
  if (engine.dialect.stockfish && engine.dialect.perft)
    return wrong("--dialect stockfish asks with `go perft`; leave out --perft-command");
  engine.is_template = engine.is_template || raw.engine_template.has_value();
  if (engine.is_template || engine.dialect.script) {
    if (!raw.engine_options.empty() || !raw.engine_setup.empty() || !engine.options.empty() ||
        !engine.setup.empty())
      return wrong("--engine-option and --engine-setup are for engines that keep running");
    if (engine.dialect.perft)
      return wrong(
          "--perft-command is for engines that keep running; write what asks for "
          "perft into --engine-template");
  }
  if (engine.is_template) {
    if (raw.dialect != "auto")
      return wrong("--engine-template says how the engine is asked; leave out --dialect");
    for (const char* part : {"{depth}", "{fen}"})
      if (std::ranges::none_of(engine.command,
                               [&](const std::string& word) { return word.contains(part); }))
        return wrong(fmt::format("--engine-template: {} is missing", part));
  }
  for (const std::string& text : raw.engine_options) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return wrong(fmt::format("--engine-option {}: NAME=VALUE is expected", printable(text)));
    std::erase_if(engine.options,
                  [&](const auto& before) { return before.first == text.substr(0, equals); });
    engine.options.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  if (!raw.engine_setup.empty()) engine.setup = raw.engine_setup;
  for (const auto* list : {&raw.engine_options, &raw.engine_setup})
    for (const std::string& text : *list)
      if (has_control_characters(text))
        return wrong(
            fmt::format("'{}': control characters are not sent to an engine", printable(text)));
  if (timeout) engine.timeout = std::chrono::duration<double>(*timeout);
  auto environment = environment_of(raw);
  if (!environment) return std::unexpected(environment.error());
  engine.environment = std::move(*environment);
  return engine;
}

void add_report_option(CLI::App& app, RawReports& raw) {
  app.add_option("--report", raw.reports,
                 fmt::format("{}; to PATH, or to standard output (repeatable)", report_formats()))
      ->type_name("FORMAT[=PATH]")
      ->allow_extra_args(false);
}

std::string unknown_format(std::string_view text, std::string_view formats) {
  const auto is_format = [&](std::string_view name) {
    return is_report_format(name) && formats.contains(name);
  };
  const std::string_view extension = text.substr(text.rfind('.') + 1);
  const std::size_t colon = text.find(':');
  std::string meant;
  if (is_format(extension))
    meant = fmt::format("{}={}", extension, text);
  else if (colon != std::string_view::npos && is_format(text.substr(0, colon)))
    meant = fmt::format("{}={}", text.substr(0, colon), text.substr(colon + 1));
  return fmt::format("--report {}: the formats are {}; {}", printable(text), formats,
                     meant.empty() ? "FORMAT=PATH writes to a file"
                                   : fmt::format("did you mean --report {}?", printable(meant)));
}

void add_report_options(CLI::App& app, RawReports& raw, ReportArguments& arguments) {
  add_report_option(app, raw);
  add_choice(app, "--color", arguments.color, kColors, kColorHelp);
  add_choice(app, "--progress", arguments.progress, kSwitches, "Progress on standard error");
  app.add_flag("-q,--quiet", arguments.quiet, "Only the findings and the verdict");
  app.add_flag("-v,--verbose", arguments.verbose,
               "All rows, what was proven for each, and remarks");
}

void add_look_options(CLI::App& app, ReportArguments& arguments) {
  add_choice(app, "--color", arguments.color, kColors, kColorHelp);
  app.add_flag("-q,--quiet", arguments.quiet, "Only illegal moves, findings and the verdict");
  app.add_flag("-v,--verbose", arguments.verbose, "All games, and remarks");
}

std::expected<void, NotToRun> read_report_options(const RawReports& raw,
                                                  ReportArguments& arguments) {
  for (const std::string& text : raw.reports) {
    const std::size_t equals = text.find('=');
    ReportRequest request{text.substr(0, equals), ""};
    if (!is_report_format(request.format)) return wrong(unknown_format(text, report_formats()));
    if (equals != std::string::npos) {
      request.path = text.substr(equals + 1);
      if (request.path.empty())
        return wrong(fmt::format("--report {}: a path belongs after '='", request.format));
    }
    if (request.path == "/dev/stdout") request.path.clear();
    arguments.reports.push_back(std::move(request));
  }
  if (raw.save_findings) {
    if (raw.save_findings->empty()) return wrong("--save-findings: a path belongs after it");
    arguments.reports.push_back({std::string(kFindingsSuite), *raw.save_findings});
  }
  const auto on_output = [](const ReportRequest& request) { return request.path.empty(); };
  if (std::ranges::count_if(arguments.reports, on_output) > 1)
    return wrong("more than one --report goes to standard output; give the others a path");
  if (arguments.quiet && arguments.verbose) return wrong("-q and -v contradict each other");
  return {};
}

}  // namespace perft_verify::verifier
