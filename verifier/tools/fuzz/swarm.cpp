#include "verifier/tools/fuzz/swarm.h"

namespace perft_verify::verifier {
namespace {

template <std::size_t kSize>
void switch_half_off(std::bitset<kSize>& all, Dice& dice) {
  for (std::size_t at = 0; at < kSize; ++at) all[at] = dice.one_in(2);
}

}  // namespace

Swarm random_swarm(Dice& dice, bool chess960) {
  Swarm swarm;
  switch_half_off(swarm.types, dice);
  // Everything together is a combination as well.
  if (swarm.types.none() || dice.one_in(4)) swarm.types.set();
  switch_half_off(swarm.biases, dice);
  switch_half_off(swarm.origins, dice);
  const auto without_chess960 = [&] {
    if (chess960) return;
    swarm.origins.reset(static_cast<std::size_t>(Origin::Game960));
    swarm.origins.reset(static_cast<std::size_t>(Origin::Scene960));
  };
  without_chess960();
  if (swarm.origins.none()) swarm.origins.set();
  without_chess960();
  return swarm;
}

}  // namespace perft_verify::verifier
