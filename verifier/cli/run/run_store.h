// The store of a run: its place, and the reference that uses it.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "verifier/cli/arguments/arguments.h"
#include "verifier/cli/arguments/generators.h"
#include "verifier/store/store.h"

namespace perft_verify::verifier {

/// The default place of the store: $PERFT_VERIFY_STORE (empty: no store), else
/// perft-verify/answers.store in $XDG_CACHE_HOME or ~/.cache. Nothing without a home folder.
std::optional<std::string> default_store_path();

struct RunStore {
  std::shared_ptr<Store> store;      // null: nothing is stored
  std::vector<std::string> notices;  // for the user
  std::string unused;                // why stored answers are not used; usually empty
};

/// The error is one sentence and means wrong usage: for example, the folder of a named store is
/// missing. A file that is not a store, or a damaged one, is a notice.
std::expected<RunStore, std::string> open_run_store(const VerifyArguments& arguments);

/// The reference of a run, started; uses the store if its program is known for sure. The error is
/// one sentence and means exit code 3.
std::expected<Chosen, std::string> choose_remembering_reference(
    const VerifyArguments& arguments, const std::shared_ptr<PerftTable>& table, RunStore& store,
    const std::stop_token& stop);

}  // namespace perft_verify::verifier
