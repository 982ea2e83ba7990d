// The staged picker: each move once, whatever the hash move is.
#include <fmt/format.h>

#include <span>

#include "audit/checks.h"

namespace perft_verify::audit {
namespace {

void pick(Session& session, const Node& node, const Code* hash_move, bool foreign) {
  Codes codes;
  session.subject.picked(hash_move, codes);
  session.tally.count(Probe::Picker);
  if (session.lists_legal(codes)) return;
  MoveSet& moves = session.sets[0];
  moves.clear();
  const Plain hash = hash_move != nullptr ? session.subject.plain(*hash_move) : kUnreadable;
  const auto with = [&]() -> std::string {
    if (hash_move == nullptr) return "without a hash move";
    if (foreign) return "with a hash move of another position";
    return fmt::format("with the hash move {}", to_string(hash));
  };
  for (const Code code : codes) {
    const Plain plain = session.subject.plain(code);
    if (!session.legal.find(plain)) {
      if (possible(node.position, plain)) continue;
      const Illegal reason = why(node.position, plain);
      const std::string text = to_string(plain);
      const bool unchecked = foreign && code == *hash_move;
      session.report(unchecked ? Fault::PickerHashUnchecked : Fault::PickerWrong,
                     unchecked ? "" : reason.circumstance,
                     fmt::format("{} the picker yields {}: {}", with(), text, reason.sentence),
                     text);
    } else if (!moves.add(place_of(plain))) {
      const bool again = plain == hash;
      session.report(
          again ? Fault::PickerHashTwice : Fault::PickerDuplicate, kind_of(node.position, plain),
          fmt::format("{} the picker yields {} twice", with(), to_string(plain)), to_string(plain));
    }
  }
  for (const Move legal : legal_moves(node.position))
    if (const Plain plain = plain_of(legal, node.position.chess960());
        !moves.contains(place_of(plain)))
      session.report(Fault::PickerMissing, kind_of(node.position, legal),
                     fmt::format("{} the picker does not yield {}", with(), to_string(plain)),
                     to_string(plain));
}

}  // namespace

void check_picker(Session& session, const Node& node, bool all) {
  pick(session, node, nullptr, false);
  if (all) {
    for (const Code& code : node.codes.all()) pick(session, node, &code, false);
  }
  const std::uint64_t drawn = session.random();
  const std::span<const Code> own = node.codes.all();
  // A hash move of this position and one of another in turns.
  if (!all && drawn % 2 == 0 && !own.empty()) {
    pick(session, node, &own[drawn / 2 % own.size()], false);
  } else if (!session.seen.empty()) {
    const Code foreign = session.seen[drawn / 2 % session.seen.size()];
    if (!session.legal.contains(session.subject.place(foreign)))
      pick(session, node, &foreign, true);
  }
}

}  // namespace perft_verify::audit
