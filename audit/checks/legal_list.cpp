// The engine's legal moves against those of core.
#include <fmt/format.h>

#include "audit/checks.h"

namespace perft_verify::audit {
namespace {

/// Two lists are compared by toggling a bit for each move: of a list without repetitions and
/// another one of the same size no bit is left exactly if they hold the same moves. Row 0 to 63 is
/// the from square of moves that promote nothing; promotions have 8 rows for each piece.
class Toggles {
 public:
  void toggle(Plain move) {
    const unsigned promotion = move >> 12;
    const unsigned from = move & 63;
    if (promotion > 4 || (promotion > 0 && (from < 8 || from > 55))) {
      odd_ = true;
      return;
    }
    // A promotion by White and one by Black differ in the rank of the target.
    const unsigned row = promotion == 0 ? from : 56 + promotion * 8 + (from & 7);
    rows_[row] ^= std::uint64_t{1} << (move >> 6 & 63);
  }
  [[nodiscard]] bool equal() const {
    std::uint64_t any = 0;
    for (const std::uint64_t row : rows_) any |= row;
    return any == 0 && !odd_;
  }

 private:
  std::array<std::uint64_t, 96> rows_{};
  bool odd_ = false;
};

void report_differences(Session& session, const Node& node) {
  const bool chess960 = node.position.chess960();
  session.set_legal(node);
  PlainSet theirs;
  for (const Code code : node.codes) {
    const Plain move = session.subject.plain(code);
    const std::string text = session.subject.text(code);
    if (move == kUnreadable) {
      session.report(Fault::UnreadableMove, "",
                     fmt::format("code {} has the text '{}', which is not a UCI move", code, text),
                     text);
    } else if (const auto legal = session.legal_move(move); !legal) {
      const Illegal reason = why(node.position, move);
      session.report(Fault::IllegalMove, reason.circumstance,
                     fmt::format("{} is illegal: {}", text, reason.sentence), text);
    } else if (!theirs.add(move)) {
      session.report(Fault::DuplicateMove, kind_of(node.position, *legal),
                     fmt::format("{} is in the list twice", text), text);
    }
  }
  for (const Move legal : node.legal) {
    const std::string text = to_uci(legal, chess960);
    if (!theirs.contains(plain_of(legal, chess960)))
      session.report(Fault::MissingMove, kind_of(node.position, legal),
                     fmt::format("{} is legal, and the list does not have it", text), text);
  }
  if (node.codes.overflown())
    session.report(Fault::IllegalMove, "too-many",
                   fmt::format("the list has more than {} moves", PERFT_VERIFY_MAX_MOVES));
}

/// The moves of core in the order of the engine's codes.
void align(Session& session, Node& node) {
  session.set_legal(node);
  node.moves.reserve(node.codes.size());
  for (const Code code : node.codes)
    node.moves.push_back(session.by_plain[session.subject.plain(code)]);
}

}  // namespace

bool same_list(Session& session, const Node& node) {
  Codes codes;
  session.subject.list(session.subject.calls().moves, codes);
  if (codes.size() != node.legal.size() || codes.overflown()) return false;
  Toggles toggles;
  for (const Move move : node.legal) toggles.toggle(plain_of(move, node.position.chess960()));
  for (const Code code : codes) toggles.toggle(session.subject.plain(code));
  return toggles.equal();
}

bool check_legal_list(Session& session, Node& node) {
  session.tally.count(Probe::LegalList);
  session.subject.list(session.subject.calls().moves, node.codes);
  Toggles toggles;
  const bool chess960 = node.position.chess960();
  for (const Move move : node.legal) toggles.toggle(plain_of(move, chess960));
  for (const Code code : node.codes) toggles.toggle(session.subject.plain(code));
  if (node.codes.size() == node.legal.size() && !node.codes.overflown() && toggles.equal()) {
    if (node.aligned) align(session, node);
    return true;
  }
  report_differences(session, node);
  return false;
}

}  // namespace perft_verify::audit
