// A reference that is not asked twice: what the store knows is not asked for, what it does not
// know is asked and remembered.
#pragma once

#include <memory>

#include "reference/generator.h"
#include "verifier/store/store.h"

namespace perft_verify::verifier {

/// Whether new answers enter the store: those of the reference itself do, those of a stand-in
/// for one that is not here do not.
enum class Learning : std::uint8_t { On, Off };

/// `live` answers what is not remembered of `reference`. After `restart` the next question goes
/// to `live` in any case: whoever asks again does not want to hear the same.
std::unique_ptr<reference::Generator> make_remembering_generator(
    std::unique_ptr<reference::Generator> live, std::shared_ptr<Store> store,
    StoreReference reference, Learning learning);

}  // namespace perft_verify::verifier
