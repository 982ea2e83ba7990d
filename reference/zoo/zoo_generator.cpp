#include "reference/zoo/zoo_generator.h"

#include "reference/mailbox/board_generator.h"
#include "reference/zoo/buggy_board.h"

namespace perft_verify::zoo {
namespace {

std::unique_ptr<reference::Generator> generator_of(BugSet bugs, std::string name) {
  const auto set_up = [bugs](const mailbox::Setup& setup) { return BuggyBoard(setup, bugs); };
  return std::make_unique<mailbox::BoardGenerator<decltype(set_up)>>(
      reference::Identity{.name = std::move(name), .kind = "zoo", .command = ""}, false, set_up);
}

}  // namespace

std::string engine_name(const BugSet& set) {
  std::string names;
  for (const Bug& bug : bugs()) {
    if (!set.has(bug.id)) continue;
    names += names.empty() ? " (" : ", ";
    names += bug.name();
    if (!set.has(bug.id, Color::Black)) names += ", White only";
    if (!set.has(bug.id, Color::White)) names += ", Black only";
  }
  return "Bug Zoo" + names + (names.empty() ? "" : ")");
}

std::unique_ptr<reference::Generator> make_zoo_generator(BugSet bugs) {
  return generator_of(bugs, engine_name(bugs));
}

std::unique_ptr<reference::Generator> make_noting_generator(BugSet& asked) {
  BugSet none;
  none.note_in(asked);
  return generator_of(none, engine_name({}));
}

}  // namespace perft_verify::zoo
