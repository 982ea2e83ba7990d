// The engine's legal moves against those of core.
#include <fmt/format.h>

#include "audit/checks.h"

namespace perft_verify::audit {
namespace {

/// Whether the engine's list, which goes to `codes`, has each legal move of the position once and
/// nothing else. Makes the session's legal moves those of the position.
bool has_all(Session& session, const Position& position, Codes& codes) {
  session.subject.list(session.subject.calls().moves, codes);
  session.legal.set(position);
  return session.lists_legal(codes);
}

void report_differences(Session& session, const Node& node) {
  const bool chess960 = node.position.chess960();
  MoveSet theirs;
  for (const Code code : node.codes) {
    const Plain move = session.subject.plain(code);
    const std::string text = session.subject.text(code);
    if (move == kUnreadable) {
      session.report(Fault::UnreadableMove, "",
                     fmt::format("code {} has the text '{}', which is not a UCI move", code, text),
                     text);
    } else if (const auto legal = session.legal.find(move); !legal) {
      const Illegal reason = why(node.position, move);
      session.report(Fault::IllegalMove, reason.circumstance,
                     fmt::format("{} is illegal: {}", text, reason.sentence), text);
    } else if (!theirs.add(place_of(move))) {
      session.report(Fault::DuplicateMove, kind_of(node.position, *legal),
                     fmt::format("{} is in the list twice", text), text);
    }
  }
  for (const Move legal : legal_moves(node.position)) {
    const std::string text = to_uci(legal, chess960);
    if (!theirs.contains(place_of(plain_of(legal, chess960))))
      session.report(Fault::MissingMove, kind_of(node.position, legal),
                     fmt::format("{} is legal, and the list does not have it", text), text);
  }
  if (node.codes.overflown())
    session.report(Fault::IllegalMove, "too-many",
                   fmt::format("the list has more than {} moves", PERFT_VERIFY_MAX_MOVES));
}

}  // namespace

bool same_list(Session& session, const Position& position) {
  Codes codes;
  return has_all(session, position, codes);
}

bool check_legal_list(Session& session, Node& node) {
  session.tally.count(Probe::LegalList);
  if (!has_all(session, node.position, node.codes)) {
    report_differences(session, node);
    return false;
  }
  if (node.aligned)
    for (const Code code : node.codes)
      node.moves.add(session.legal.move_of(session.subject.plain(code)));
  return true;
}

}  // namespace perft_verify::audit
