// The staged picker: each move once, whatever the hash move is.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "audit/checks.h"
#include "core/fen.h"

namespace perft_verify::audit {
namespace {

/// So many codes of other positions, and so many of none, are tried at the root of each row.
constexpr std::size_t kForeign = 32;
constexpr std::size_t kGarbage = 16;

bool yields(const Codes& codes, Code code) { return std::ranges::find(codes, code) != codes.end(); }

/// Whether the codes are the legal moves, each once, and by the engine's own code.
bool is_right(Session& session, const Codes& codes) {
  if (!session.lists_legal(codes)) return false;
  const auto& foreign = session.foreign;
  return !foreign || !session.legal.contains(session.subject.place(*foreign)) ||
         !yields(codes, *foreign);
}

/// Reports the hash move of another position that comes back, unless it is pseudo-legal here.
void report_unchecked(Session& session, const Node& node, std::string_view with) {
  const Code code = *session.foreign;
  const Plain plain = session.subject.plain(code);
  const std::string text = to_string(plain);
  if (session.legal.find(plain)) {
    session.report(
        Fault::PickerHashUnchecked, kind_of(node.position, plain),
        fmt::format("{} the picker yields it: {} has another code in the list", with, text), text);
  } else if (!possible(node.position, plain)) {
    const Illegal reason = why(node.position, plain);
    session.report(Fault::PickerHashUnchecked, reason.circumstance,
                   fmt::format("{} the picker yields it: {}", with, reason.sentence), text);
  }
}

void pick(Session& session, const Node& node, const Code* hash_move) {
  Codes codes;
  session.subject.picked(hash_move, codes);
  session.tally.count(Probe::Picker);
  if (is_right(session, codes)) return;
  MoveSet& moves = session.sets[0];
  moves.clear();
  const Plain hash = hash_move != nullptr ? session.subject.plain(*hash_move) : kUnreadable;
  const std::string with = hash_move == nullptr ? "without a hash move"
                           : session.foreign
                               ? fmt::format("with the hash move {} of another position (code {})",
                                             to_string(hash), *hash_move)
                               : fmt::format("with the hash move {}", to_string(hash));
  for (const Code code : codes) {
    if (code == session.foreign) {
      report_unchecked(session, node, with);
      continue;
    }
    const Plain plain = session.subject.plain(code);
    if (!session.legal.find(plain)) {
      if (possible(node.position, plain)) continue;
      const Illegal reason = why(node.position, plain);
      session.report(
          Fault::PickerWrong, reason.circumstance,
          fmt::format("{} the picker yields {}: {}", with, to_string(plain), reason.sentence),
          to_string(plain));
    } else if (!moves.add(place_of(plain))) {
      const bool again = plain == hash;
      session.report(
          again ? Fault::PickerHashTwice : Fault::PickerDuplicate, kind_of(node.position, plain),
          fmt::format("{} the picker yields {} twice", with, to_string(plain)), to_string(plain));
    }
  }
  for (const Move legal : legal_moves(node.position))
    if (const Plain plain = plain_of(legal, node.position.chess960());
        !moves.contains(place_of(plain)))
      session.report(Fault::PickerMissing, kind_of(node.position, legal),
                     fmt::format("{} the picker does not yield {}", with, to_string(plain)),
                     to_string(plain));
}

/// Tries a code that may be one of the position, too: then nothing is foreign in it.
void pick_foreign(Session& session, const Node& node, Code code) {
  if (yields(node.codes, code)) return;
  session.foreign = code;
  pick(session, node, &code);
  session.foreign.reset();
}

void pick_all(Session& session, const Node& node) {
  for (const Code& code : node.codes) pick(session, node, &code);
  const std::size_t count = session.hashes.size();
  for (std::size_t at = 0; at < std::min(count, kForeign); ++at)
    pick_foreign(session, node, session.hashes[count <= kForeign ? at : session.random() % count]);
  if (session.wide_codes) return;
  for (std::size_t at = 0; at < kGarbage; ++at)
    pick_foreign(session, node,
                 static_cast<Code>(session.random() % session.subject.calls().codes));
}

/// Whether engines tell a move by its code from others with the same squares, or by its piece: as
/// a king's move, a rook's from e1 to g1 is castling.
bool is_special(const Position& position, Move move) {
  return move.kind() != MoveKind::Normal || kind_of(position, move) == "double-push" ||
         (file_of(move.from()) == File::E && kBackRanks.contains(move.from()) &&
          std::abs(index(move.to()) - index(move.from())) == 2);
}

/// With pawns beside one that has just moved two squares, for each file and color; with pawns at
/// home, rights to castle, rooks on the squares of kings, and pawns before the last rank.
std::vector<Position> instructive_positions() {
  std::vector<Position> positions;
  for (const Color us : kColors) {
    const Rank rank = us == Color::White ? Rank::R5 : Rank::R4;
    for (int file = 0; file < 8; ++file) {
      PositionParts parts;
      parts.side_to_move = us;
      parts.put(square_at(4), {Color::White, PieceType::King});
      parts.put(square_at(60), {Color::Black, PieceType::King});
      parts.put(make_square(static_cast<File>(file), rank), {~us, PieceType::Pawn});
      for (const int beside : {file - 1, file + 1})
        if (beside >= 0 && beside < 8)
          parts.put(make_square(static_cast<File>(beside), rank), {us, PieceType::Pawn});
      parts.en_passant =
          make_square(static_cast<File>(file), us == Color::White ? Rank::R6 : Rank::R3);
      positions.emplace_back(parts);
    }
    for (const std::string_view board :
         {"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
          "k3r3/8/8/8/8/8/8/K3R3 w - - 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1"}) {
      PositionParts parts = parse_fen(board)->position.parts();
      parts.side_to_move = us;
      positions.emplace_back(parts);
    }
  }
  return positions;
}

}  // namespace

void learn_hashes(Session& session) {
  if (!session.wants(PERFT_VERIFY_PICKER | PERFT_VERIFY_CODES)) return;
  for (const Position& position : instructive_positions()) {
    if (!session.subject.set(position)) continue;
    Codes codes;
    session.subject.list(session.subject.calls().moves, codes);
    session.legal.set(position);
    for (const Code code : codes) {
      const auto move = session.legal.find(session.subject.plain(code));
      if (move && is_special(position, *move)) session.hashes.push_back(code);
    }
  }
  session.seen = session.hashes;
}

void check_picker(Session& session, const Node& node, bool all) {
  pick(session, node, nullptr);
  if (all) return pick_all(session, node);
  const std::uint64_t drawn = session.random();
  const std::span<const Code> own = node.codes.all();
  // A hash move of this position and one of another in turns.
  if (drawn % 2 == 0 && !own.empty()) {
    pick(session, node, &own[drawn / 4 % own.size()]);
  } else {
    const std::vector<Code>& others = drawn % 4 < 2 ? session.seen : session.hashes;
    if (!others.empty()) pick_foreign(session, node, others[drawn / 4 % others.size()]);
  }
}

}  // namespace perft_verify::audit
