#include "verifier/cli/arguments/generators.h"

#include <fmt/format.h>

#include <cstdlib>

#include "core/text/printable.h"
#include "core/text/shell_words.h"
#include "reference/core_generator.h"
#include "reference/dialect/dialect_engine.h"
#include "reference/dialect/script_engine.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/process/environment.h"
#include "reference/uci/stockfish.h"
#include "reference/uci/uci_engine.h"
#include "verifier/cli/arguments/long_wait.h"

namespace perft_verify::verifier {
namespace {

using reference::EngineRole;

reference::GeneratorFactory engine_factory(reference::EngineOptions engine, EngineRole role) {
  return [options = reference::UciEngineOptions{std::move(engine), role}] {
    return reference::make_uci_engine(options);
  };
}

/// Makes generators with the detected dialect.
reference::GeneratorFactory factory_of(reference::EngineOptions options,
                                       const reference::Detection& detection) {
  if (detection.dialect.stockfish) return engine_factory(std::move(options), EngineRole::Subject);
  if (detection.script) {
    options.command = detection.script_command;
    return [options, dialect = detection.dialect] {
      return reference::make_script_engine(options, dialect);
    };
  }
  return [options, dialect = detection.dialect] {
    return reference::make_dialect_engine(options, dialect);
  };
}

reference::GeneratorFactory core_factory(const std::shared_ptr<PerftTable>& table) {
  return [table] { return reference::make_core_generator(table); };
}

Chosen chosen(reference::GeneratorFactory factory) {
  Chosen result;
  result.first = factory();
  result.identity = result.first->identity();
  result.live = factory;
  result.factory = std::move(factory);
  return result;
}

}  // namespace

ChosenSubject choose_subject(const std::optional<EngineArguments>& engine,
                             const std::stop_token& stop,
                             const std::shared_ptr<PerftTable>& table) {
  if (!engine) {
    ChosenSubject subject;
    subject.chosen = chosen(core_factory(table));
    return subject;
  }
  const LongWait wait(fmt::format("still finding out how `{}` is asked to count",
                                  printable(shell_line(engine->command))));
  auto detected = engine->is_template ? reference::detect_script(*engine, stop)
                                      : reference::detect(*engine, engine->dialect, stop);
  // The report names the engine even if it cannot be used.
  ChosenSubject subject;
  if (!detected) {
    subject.chosen = chosen(engine_factory(*engine, EngineRole::Subject));
    const reference::Failure& failure = detected.error().failure;
    subject.failure = fmt::format("the engine cannot be used: {}", failure.message);
    subject.failed = failure;
    if (const std::string advice = reference::advice_on_environment(engine->environment);
        failure.kind == reference::FailureKind::Died && !failure.message.contains(advice))
      subject.failure += advice;
    subject.evidence = std::move(detected.error().evidence);
    return subject;
  }
  subject.chosen = chosen(factory_of(*engine, *detected));
  auto ok = reference::speaks(*subject.chosen.first, stop);
  if (!ok && ok.error().kind != reference::FailureKind::CannotStart && !stop.stop_requested()) {
    subject.chosen.first->restart();  // one failure may be a hiccup
    ok = reference::speaks(*subject.chosen.first, stop);
  }
  if (!ok) {
    subject.failure = fmt::format("the engine cannot be used: {}", ok.error().message);
    subject.failed = ok.error();
  }
  subject.chosen.identity = subject.chosen.first->identity();
  if (engine->dialect.from_ini)
    subject.notes.push_back(fmt::format(
        "the profile '{}' is in an INI file: `verify doctor --engine CMD --save my-engine.toml` "
        "writes the newer kind, which has the command as well",
        printable(engine->dialect.name)));
  for (const std::string& variable : engine->environment.wanted)
    if (!variable.contains('=') && std::getenv(variable.c_str()) == nullptr)
      subject.notes.push_back(fmt::format(
          "--engine-env {0}: no such variable is set here; --engine-env {0}=VALUE sets it",
          printable(variable)));
  for (const std::string& note : detected->notes)
    subject.notes.push_back(fmt::format("{} {}", subject.chosen.identity.name, note));
  subject.evidence = detected->evidence;
  subject.detection = std::move(*detected);
  return subject;
}

std::expected<FoundReference, std::string> find_reference(
    const ReferenceArguments& arguments, const std::shared_ptr<PerftTable>& table) {
  const std::string name = arguments.reference.value_or("stockfish");
  // `recorded` needs a generator for bisecting: the best one available.
  const bool asked_for =
      (arguments.reference && name != "recorded") || reference::stockfish_is_named();
  const auto engine = [&](std::vector<std::string> command, EngineRole role) {
    reference::EngineOptions described;
    described.command = command;
    if (arguments.timeout) described.timeout = std::chrono::duration<double>(*arguments.timeout);
    described.environment = arguments.environment;
    return FoundReference{engine_factory(std::move(described), role), std::move(command), "",
                          false};
  };
  if (name == "mailbox") return FoundReference{mailbox::make_mailbox_generator, {}, "", false};
  if (name == "core") return FoundReference{core_factory(table), {}, "", false};
  if (name == "stockfish" || name == "recorded") {
    auto path = reference::find_stockfish();
    if (path) {
      FoundReference found = engine({std::move(*path)}, EngineRole::Stockfish);
      found.on_demand = name == "recorded";
      return found;
    }
    if (asked_for) return std::unexpected(path.error());
    return FoundReference{mailbox::make_mailbox_generator, {}, path.error(), false};
  }
  auto words = split_words(name);
  if (!words || words->empty())
    return std::unexpected(
        fmt::format("--reference: {}", words ? "no program is named" : words.error()));
  return engine(std::move(*words), EngineRole::Reference);
}

Chosen unstarted_reference(FoundReference found) {
  Chosen result = chosen(std::move(found.factory));
  if (!found.missing.empty())
    result.notice = fmt::format(
        "{}; the built-in mailbox generator is the reference instead, and the counts "
        "that a suite records (Stockfish's in the built-in ones) have a vote",
        found.missing);
  return result;
}

std::expected<Chosen, std::string> start_reference(FoundReference found,
                                                   const std::stop_token& stop) {
  const bool test = !found.command.empty() && !found.on_demand;
  const std::string command = printable(shell_line(found.command));
  Chosen result = unstarted_reference(std::move(found));
  if (!test) return result;
  const LongWait wait(fmt::format("still starting the reference `{}`", command));
  if (auto ok = reference::self_test(*result.first, stop); !ok)
    return std::unexpected(fmt::format("the reference does not work: {}", ok.error().message));
  result.identity = result.first->identity();  // the engine's name is known by now
  return result;
}

std::expected<Chosen, std::string> choose_reference(const ReferenceArguments& arguments,
                                                    const std::stop_token& stop) {
  auto found = find_reference(arguments);
  if (!found) return std::unexpected(found.error());
  return start_reference(std::move(*found), stop);
}

std::optional<std::string> core_against_core(const reference::Generator& subject,
                                             const reference::Generator& reference) {
  if (!subject.is_linked_core() || !reference.is_linked_core()) return std::nullopt;
  const auto named = [](const reference::Identity& identity) {
    return identity.command.empty() ? identity.name : fmt::format("`{}`", identity.command);
  };
  return fmt::format(
      "{} and {} are the same: this very program, whose core would agree with itself whatever it "
      "counts; name another reference",
      named(subject.identity()), named(reference.identity()));
}

reference::GeneratorFactory own_second_reference(const Chosen& reference,
                                                 const reference::Generator& subject) {
  if (reference.stands_in) return nullptr;
  if (reference.identity.kind != "mailbox") return mailbox::make_mailbox_generator;
  return subject.is_linked_core() ? nullptr : core_factory(nullptr);
}

std::expected<ChosenSides, NotReady> choose_sides(const std::optional<EngineArguments>& engine,
                                                  const ReferenceArguments& reference,
                                                  const std::stop_token& stop) {
  auto theirs = choose_reference(reference, stop);
  if (!theirs) return std::unexpected(NotReady{ExitCode::Undecided, theirs.error()});
  ChosenSubject subject = choose_subject(engine, stop);
  if (!subject.failure.empty())
    return std::unexpected(NotReady{ExitCode::Undecided, subject.failure});
  if (const auto same = core_against_core(*subject.chosen.first, *theirs->first))
    return std::unexpected(NotReady{ExitCode::Usage, *same});
  auto second = own_second_reference(*theirs, *subject.chosen.first);
  return ChosenSides{std::move(subject), std::move(*theirs), std::move(second)};
}

std::expected<reference::GeneratorFactory, NotReady> choose_second_reference(
    const VerifyArguments& arguments, const Chosen& reference, const reference::Generator& subject,
    const std::stop_token& stop) {
  if (!arguments.second_reference) return own_second_reference(reference, subject);
  if (*arguments.second_reference == "none") return reference::GeneratorFactory();
  const auto refused = [](ExitCode code, std::string_view why) {
    return std::unexpected(NotReady{code, fmt::format("--second-reference: {}", why)});
  };
  if (*arguments.second_reference == "recorded")
    return refused(ExitCode::Undecided, "recorded counts vote by themselves; name a generator");
  auto chosen = choose_reference(
      {arguments.second_reference, arguments.timeout, arguments.environment}, stop);
  if (!chosen) return refused(ExitCode::Undecided, chosen.error());
  if (const auto same = core_against_core(subject, *chosen->first))
    return refused(ExitCode::Usage, *same);
  return std::move(chosen->factory);
}

}  // namespace perft_verify::verifier
