// From what the command line says to the two generators of a run.
#pragma once

#include <stop_token>

#include "reference/dialect/detect.h"
#include "verifier/cli/arguments.h"
#include "verifier/run/options.h"

namespace perft_verify::verifier {

/// A generator that has been started and tried, and how to make more of its kind.
struct Chosen {
  GeneratorFactory factory;
  std::unique_ptr<reference::Generator> first;
  reference::Identity identity;
  std::optional<std::string> notice;  // for the person who started the run
};

/// The subject: the linked core, or an engine. An engine that does not answer at all is
/// returned with the reason in `failure`.
struct ChosenSubject {
  Chosen chosen;
  std::string failure;
  std::vector<std::string> notes;  // what is unusual about the engine, for the user
  /// How it was found out how to speak to it.
  std::vector<reference::Evidence> evidence;
  std::optional<reference::Detection> detection;
};
ChosenSubject choose_subject(const std::optional<EngineArguments>& engine,
                             const std::stop_token& stop);

/// The reference, self-tested. The error is one sentence and means exit code 3.
std::expected<Chosen, std::string> choose_reference(const VerifyArguments& arguments,
                                                    const std::stop_token& stop);

/// A further vote; null for none: mailbox by itself, unless it is the reference already or the
/// linked core is the subject. The error is one sentence.
std::expected<GeneratorFactory, std::string> choose_second_reference(
    const VerifyArguments& arguments, const Chosen& reference, const std::stop_token& stop);

}  // namespace perft_verify::verifier
