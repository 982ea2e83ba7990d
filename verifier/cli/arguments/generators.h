// From the command line to the two generators of a run.
#pragma once

#include <memory>
#include <stop_token>

#include "core/counting/perft_table.h"
#include "reference/dialect/detect.h"
#include "verifier/cli/arguments/arguments.h"
#include "verifier/run/model/options.h"
#include "verifier/run/model/result.h"

namespace perft_verify::verifier {

/// Why a run cannot begin, in one sentence.
struct NotReady {
  ExitCode code = ExitCode::Undecided;
  std::string why;
};

/// A started and tested generator, and a factory for more of its kind.
struct Chosen {
  reference::GeneratorFactory factory;
  /// The same without stored answers.
  reference::GeneratorFactory live;
  std::unique_ptr<reference::Generator> first;
  reference::Identity identity;
  std::optional<std::string> notice;  // for the user
  /// It confirms stored answers of another reference, which is not available here.
  bool stands_in = false;
};

/// The subject: the linked core, or an engine. An engine that does not answer at all is
/// returned with the reason in `failure`. The table is for the linked core.
struct ChosenSubject {
  Chosen chosen;
  std::string failure;
  std::optional<reference::Failure> failed;  // the same, where the engine could not be used
  std::vector<std::string> notes;            // oddities of the engine, for the user
  /// The evidence for its dialect.
  std::vector<reference::Evidence> evidence;
  std::optional<reference::Detection> detection;
};
ChosenSubject choose_subject(const std::optional<EngineArguments>& engine,
                             const std::stop_token& stop,
                             const std::shared_ptr<PerftTable>& table = nullptr);

/// The chosen reference, before it has been started.
struct FoundReference {
  reference::GeneratorFactory factory;
  std::vector<std::string> command;  // empty if linked in
  /// The reason why there is no Stockfish, if the mailbox replaces it.
  std::string missing;
  /// Counts are recorded: the reference is started and asked only if one is wrong.
  bool on_demand = false;
};
/// The reference that the command line names, or the best one available. The error is one sentence
/// and means exit code 3.
std::expected<FoundReference, std::string> find_reference(
    const ReferenceArguments& arguments, const std::shared_ptr<PerftTable>& table = nullptr);

/// Starts and self-tests the reference. The error as above.
std::expected<Chosen, std::string> start_reference(FoundReference found,
                                                   const std::stop_token& stop);
/// A reference that its first question starts.
Chosen unstarted_reference(FoundReference found);

/// find_reference() and start_reference() in one.
std::expected<Chosen, std::string> choose_reference(const ReferenceArguments& arguments,
                                                    const std::stop_token& stop);

/// Wrong usage, in one sentence, if the linked core is on both sides, be it as `verify uci` behind
/// a pipe and under another name: it would agree with itself whatever it counts. Both have been
/// started.
std::optional<std::string> core_against_core(const reference::Generator& subject,
                                             const reference::Generator& reference);

/// A second reference of our own, which the subject is not: mailbox, or core if mailbox is the
/// reference already. Null for none.
reference::GeneratorFactory own_second_reference(const Chosen& reference,
                                                 const reference::Generator& subject);

/// Both sides of a comparison, and a further vote.
struct ChosenSides {
  ChosenSubject subject;
  Chosen reference;
  reference::GeneratorFactory second;  // of our own; null for none
};
/// Starts both. Refused if one of them cannot be used, or if the linked core is on both sides.
std::expected<ChosenSides, NotReady> choose_sides(const std::optional<EngineArguments>& engine,
                                                  const ReferenceArguments& reference,
                                                  const std::stop_token& stop);

/// The user's second reference, or our own.
std::expected<reference::GeneratorFactory, NotReady> choose_second_reference(
    const VerifyArguments& arguments, const Chosen& reference, const reference::Generator& subject,
    const std::stop_token& stop);

}  // namespace perft_verify::verifier
