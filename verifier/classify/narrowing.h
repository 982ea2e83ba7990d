// Conditions under which a mistake is made: "by knights only", "toward the h file only".
//
// A real mistake seldom spoils all the moves that its class could spoil. A class explains the
// errors if a few simple conditions leave exactly the wrong ones of its moves; the fewer and
// simpler they are, the better the explanation (the principle of minimum description length).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verifier/classify/positions/scene.h"

namespace perft_verify::verifier {

struct MoveIn {
  const MoveFacts* move = nullptr;
  const Scene* scene = nullptr;
};

struct Narrowing {
  double cost = 0;         // 0 where there is no condition
  std::size_t traits = 0;  // how many conditions
  bool of_color_only = false;
  std::string text;  // "Black only, knights only"; empty where there is none
};

/// The cheapest conditions that all of `wrong` meet and none of `right`; nothing if there are none.
/// With `color_only`, conditions on the mover's color alone.
std::optional<Narrowing> narrowest(const std::vector<MoveIn>& wrong,
                                   const std::vector<MoveIn>& right, bool color_only);

}  // namespace perft_verify::verifier
