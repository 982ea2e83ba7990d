// The store of a run: where it is, and the reference that remembers by it.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "verifier/cli/arguments.h"
#include "verifier/cli/generators.h"
#include "verifier/store/store.h"

namespace perft_verify::verifier {

/// Where the store is if nobody says: $PERFT_VERIFY_STORE (empty: there is none), else
/// perft-verify/answers.store in $XDG_CACHE_HOME or ~/.cache. Nothing where there is no home.
std::optional<std::string> default_store_path();

struct RunStore {
  std::shared_ptr<Store> store;      // null: nothing is remembered
  std::vector<std::string> notices;  // for the user
  std::string unused;                // why the reference is asked everything anew; mostly empty
};

/// The error is one sentence and means wrong usage: a store that was named and whose folder is
/// not there, say. A file that is no store, or a damaged one, is a notice.
std::expected<RunStore, std::string> open_run_store(const VerifyArguments& arguments);

/// The reference of a run, started, and remembering where it is known for sure which program
/// answers. The error is one sentence and means exit code 3.
std::expected<Chosen, std::string> choose_remembering_reference(
    const VerifyArguments& arguments, const std::shared_ptr<PerftTable>& table, RunStore& store,
    const std::stop_token& stop);

}  // namespace perft_verify::verifier
