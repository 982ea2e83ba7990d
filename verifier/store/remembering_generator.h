// A reference that is not asked twice: what the store knows is not asked for, what it does not
// know is asked and remembered.
#pragma once

#include <memory>
#include <optional>

#include "reference/generator.h"
#include "verifier/store/store.h"

namespace perft_verify::verifier {

/// Whose answers enter the store.
struct Learning {
  /// Off for a stand-in, which answers for a reference that is not here.
  bool on = true;
  /// Only those of a process that runs this; nothing for what is linked in.
  std::optional<reference::RunningProgram> program = {};
};

/// `live` answers what is not remembered of `reference`. After `restart` the next question goes
/// to `live` in any case: whoever asks again does not want to hear the same.
std::unique_ptr<reference::Generator> make_remembering_generator(
    std::unique_ptr<reference::Generator> live, std::shared_ptr<Store> store,
    StoreReference reference, Learning learning);

}  // namespace perft_verify::verifier
