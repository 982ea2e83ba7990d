// A reference that is not asked twice: known answers come from the store, others are asked for and
// stored.
#pragma once

#include <memory>
#include <optional>

#include "reference/generator.h"
#include "verifier/store/store.h"

namespace perft_verify::verifier {

/// The facts on which a reference's answers depend, and the answers that are added to the store.
struct Learning {
  /// Its clocks are no part of a question then.
  bool ignores_clocks = false;
  /// Off for a stand-in, which answers for a reference that is not here.
  bool on = true;
  /// Only answers of a process that runs this program are added; nothing for a linked-in generator.
  std::optional<reference::RunningProgram> program = {};
};

/// `live` answers questions that are not stored for `reference`. After `restart` the next question
/// always goes to `live`: a repeated question needs a fresh answer.
std::unique_ptr<reference::Generator> make_remembering_generator(
    std::unique_ptr<reference::Generator> live, std::shared_ptr<Store> store,
    StoreReference reference, Learning learning);

}  // namespace perft_verify::verifier
