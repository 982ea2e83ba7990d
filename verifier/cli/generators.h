// From what the command line says to the two generators of a run.
#pragma once

#include <memory>
#include <stop_token>

#include "core/counting/perft_table.h"
#include "reference/dialect/detect.h"
#include "verifier/cli/arguments.h"
#include "verifier/run/options.h"

namespace perft_verify::verifier {

/// A generator that has been started and tried, and how to make more of its kind.
struct Chosen {
  reference::GeneratorFactory factory;
  /// The same without what is remembered.
  reference::GeneratorFactory live;
  std::unique_ptr<reference::Generator> first;
  reference::Identity identity;
  std::optional<std::string> notice;  // for the person who started the run
  /// Its answers are remembered of another, which is not here; this one confirms them.
  bool stands_in = false;
};

/// The subject: the linked core, or an engine. An engine that does not answer at all is
/// returned with the reason in `failure`. The table is for the linked core.
struct ChosenSubject {
  Chosen chosen;
  std::string failure;
  std::optional<reference::Failure> failed;  // the same, where the engine could not be used
  std::vector<std::string> notes;            // what is unusual about the engine, for the user
  /// How it was found out how to speak to it.
  std::vector<reference::Evidence> evidence;
  std::optional<reference::Detection> detection;
};
ChosenSubject choose_subject(const std::optional<EngineArguments>& engine,
                             const std::stop_token& stop,
                             const std::shared_ptr<PerftTable>& table = nullptr);

/// The reference that is to be, before it has been started.
struct FoundReference {
  reference::GeneratorFactory factory;
  std::vector<std::string> command;  // empty for what is linked in
  /// Why there is no Stockfish, where the mailbox is here for want of one.
  std::string missing;
  /// Counts are recorded: it is asked only when one is wrong, and started then.
  bool on_demand = false;
};
/// Whom the command line means, or the best there is. The error is one sentence and means exit
/// code 3.
std::expected<FoundReference, std::string> find_reference(
    const ReferenceArguments& arguments, const std::shared_ptr<PerftTable>& table = nullptr);

/// Self-tested. The error as above.
std::expected<Chosen, std::string> start_reference(FoundReference found,
                                                   const std::stop_token& stop);
/// Started by its first question.
Chosen unstarted_reference(FoundReference found);

/// Both in one.
std::expected<Chosen, std::string> choose_reference(const ReferenceArguments& arguments,
                                                    const std::stop_token& stop);

/// A further vote of our own: mailbox, or core where mailbox is the reference already. Null for
/// none.
reference::GeneratorFactory own_second_reference(const Chosen& reference, bool core_is_subject);
/// The one that the user names, or our own. The error is one sentence.
std::expected<reference::GeneratorFactory, std::string> choose_second_reference(
    const VerifyArguments& arguments, const Chosen& reference, const std::stop_token& stop);

}  // namespace perft_verify::verifier
