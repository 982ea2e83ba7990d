#include <algorithm>
#include <string>
#include <utility>

#include "reference/mailbox/basic_board_impl.h"
#include "reference/zoo/buggy_board.h"

namespace perft_verify::zoo {

using mailbox::kKeys;
using mailbox::occupant_of;
using mailbox::PerftCount;

namespace {

constexpr std::size_t kTableSize = std::size_t{1} << 16;
constexpr std::size_t kShortTableSize = std::size_t{1} << 10;
constexpr std::uint64_t kShortKeyMask = 0xff;
constexpr unsigned kFiftyMoves = 100;  // in plies
constexpr std::uint64_t kCounterMask16 = 0xffff;

/// The moves in the order of an engine that scans the board from a1 to h8.
MoveList by_origin(const MoveList& moves) {
  MoveList ordered;
  for (int number = 0; number < kSquareCount; ++number)
    for (const Move move : moves)
      if (move.from() == square_at(number)) ordered.push(move);
  return ordered;
}

}  // namespace

PerftCount BuggyBoard::perft(int depth, const std::stop_token& stop) {
  if (unmake_is_faulty() && depth > 0) return count_one_by_one(depth, stop, nullptr);
  PerftCount nodes = uses_table(depth) ? count_with_table(depth, stop) : count(depth, stop);
  if (nodes && counts_with(BugId::CountOverflow16Bit)) *nodes &= kCounterMask16;
  return nodes;
}

std::expected<reference::Divide, mailbox::PerftError> BuggyBoard::divide(
    int depth, const std::stop_token& stop) {
  std::expected<reference::Divide, mailbox::PerftError> divide;
  if (unmake_is_faulty()) {
    if (const PerftCount nodes = count_one_by_one(depth, stop, &*divide); !nodes)
      return std::unexpected(nodes.error());
  } else {
    divide = Base::divide(depth, stop);
  }
  if (!divide) return divide;
  if (counts_with(BugId::MateCountsAsLeaf) && divide->lines.empty()) divide->total = 1;
  if (counts_with(BugId::TotalIsNotTheSum) && depth > 1) divide->total += divide->lines.size();
  return divide;
}

PerftCount BuggyBoard::count(int depth, const std::stop_token& stop) {
  if (depth > 0 && is_draw_by_rule()) return 1;
  if (depth == 1 && miscounts_last_ply()) return count_last_ply();
  PerftCount nodes = Base::perft(depth, stop);
  if (nodes && counts_with(BugId::CountInnerNodes) && depth > 0) ++*nodes;
  // Without a leaf the game is over, here or on every line below; an engine that counts an ended
  // game as one node does so where it ends.
  if (nodes && *nodes == 0 && counts_with(BugId::MateCountsAsLeaf) && legal_moves().empty())
    return 1;
  return nodes;
}

bool BuggyBoard::miscounts_last_ply() const {
  return counts_with(BugId::CountPromotionsOnce) || counts_with(BugId::CountForgetsEp) ||
         counts_with(BugId::CountForgetsCastling);
}

/// Counts without a list of moves, by the number of squares that can be reached.
std::uint64_t BuggyBoard::count_last_ply() {
  return static_cast<std::uint64_t>(std::ranges::count_if(legal_moves(), [&](Move move) {
    switch (move.kind()) {
      case MoveKind::Promotion:
        return !counts_with(BugId::CountPromotionsOnce) || move.promoted_to() == PieceType::Queen;
      case MoveKind::EnPassant:
        return !counts_with(BugId::CountForgetsEp);
      case MoveKind::Castling:
        return !counts_with(BugId::CountForgetsCastling);
      case MoveKind::Normal:
        return true;
    }
    return true;
  }));
}

bool BuggyBoard::unmake_is_faulty() const {
  return counts_with(BugId::UnmakeCapturedType) || counts_with(BugId::UnmakeCastlingRights) ||
         counts_with(BugId::UnmakeCastlingRook) || counts_with(BugId::UnmakeEpPawn) ||
         counts_with(BugId::UnmakePromotion) || counts_with(BugId::UnmakeKingSquare) ||
         counts_with(BugId::UnmakeCapturedPieceLost) ||
         counts_with(BugId::UnmakePromotionCapture) || counts_with(BugId::UnmakeEpWrongSquare);
}

/// Generates, tries and counts one move after the other, like engines without a list of legal
/// moves: a faulty unmake affects the moves that come after.
PerftCount BuggyBoard::count_one_by_one(int depth, const std::stop_token& stop,
                                        reference::Divide* divide) {
  if (stop.stop_requested()) return std::unexpected(mailbox::PerftError::Stopped);
  std::uint64_t total = 0;
  MoveList moves;
  pseudo_legal_moves(moves);
  for (const Move move : by_origin(moves)) {
    if (!is_legal(move)) continue;
    std::string text = divide != nullptr ? uci(move) : "";
    PerftCount below = 1;
    if (depth > 1) {
      make(move);
      below = count_one_by_one(depth - 1, stop, nullptr);
      unmake();
    }
    if (!below) return below;
    if (__builtin_add_overflow(total, *below, &total))
      return std::unexpected(mailbox::PerftError::Overflow);
    if (divide != nullptr) divide->lines.push_back({std::move(text), *below});
  }
  if (divide != nullptr) {
    divide->total = total;
    std::ranges::sort(divide->lines);
  }
  return total;
}

bool BuggyBoard::is_draw_by_rule() const {
  if (counts_with(BugId::HalfmoveCutsPerft) && halfmove_clock_ >= kFiftyMoves) return true;
  if (counts_with(BugId::RepetitionCutsPerft) &&
      std::ranges::any_of(undo_, [&](const Undo& undo) { return undo.key == key_; }))
    return true;
  if (!counts_with(BugId::InsufficientMaterialCutsPerft)) return false;
  std::size_t pieces = 0;
  for (int kind = 0; kind < mailbox::kPieceKinds; ++kind)
    pieces += pieces_.cells(static_cast<Occupant>(kind)).size();
  return pieces <= 2;
}

/// With bulk counting the moves of the last ply are counted and not looked up.
bool BuggyBoard::uses_table(int depth) const {
  using enum BugId;
  constexpr BugId kAtEveryPly[] = {HashOmitsEp,           HashOmitsCastling, HashOmitsDepth,
                                   HashShortKey,          HashOmitsKings,    HashOmitsColor,
                                   HashOmitsPromotedPiece};
  constexpr BugId kInBulk[] = {HashOmitsEpBulk,    HashOmitsCastlingBulk,     HashOmitsDepthBulk,
                               HashTakesDeeper,    HashShortKeyBulk,          HashOmitsKingsBulk,
                               HashOmitsColorBulk, HashOmitsPromotedPieceBulk};
  if (table_is_off_ || depth == 0) return false;
  const auto counts = [this](BugId bug) { return counts_with(bug); };
  return std::ranges::any_of(kAtEveryPly, counts) ||
         (depth > 1 && std::ranges::any_of(kInBulk, counts));
}

std::uint64_t BuggyBoard::table_key(int depth) const {
  std::uint64_t key = key_;
  if (hashes_with(BugId::HashOmitsEp, BugId::HashOmitsEpBulk)) key ^= kKeys.en_passant[en_passant_];
  if (hashes_with(BugId::HashOmitsCastling, BugId::HashOmitsCastlingBulk))
    for (const Color color : kColors)
      for (const Cell rook : castling_rooks_[color]) key ^= kKeys.castling[color][rook];
  if (hashes_with(BugId::HashOmitsKings, BugId::HashOmitsKingsBulk)) {
    for (const Color color : kColors) {
      const Occupant king = occupant_of(color, PieceType::King);
      for (const Cell cell : pieces_.cells(king)) key ^= kKeys.piece[king][cell];
    }
  }
  if (hashes_with(BugId::HashOmitsColor, BugId::HashOmitsColorBulk)) {
    for (int kind = 0; kind < mailbox::kPieceKinds; ++kind) {
      const auto piece = static_cast<Occupant>(kind);
      const Occupant colorless = occupant_of(Color::White, type_of(piece));
      for (const Cell cell : pieces_.cells(piece))
        key ^= kKeys.piece[piece][cell] ^ kKeys.piece[colorless][cell];
    }
  }
  if (!omits_depth() && !counts_with(BugId::HashTakesDeeper)) {
    auto state = static_cast<std::uint64_t>(depth);
    key ^= mailbox::splitmix64(state);
  }
  return key;
}

PerftCount BuggyBoard::count_with_table(int depth, const std::stop_token& stop) {
  const bool short_key = hashes_with(BugId::HashShortKey, BugId::HashShortKeyBulk);
  if (table_.empty()) table_.resize(short_key ? kShortTableSize : kTableSize);
  const std::uint64_t key = table_key(depth);
  const std::size_t slot = key % table_.size();
  const std::uint64_t stored = short_key ? (key >> 32) & kShortKeyMask : key;
  const TableEntry& entry = table_[slot];
  const bool deep_enough = omits_depth() ? entry.depth > 0 : entry.depth >= depth;
  if (deep_enough && entry.key == stored) return entry.nodes;
  const PerftCount nodes = count(depth, stop);
  if (nodes) table_[slot] = {.key = stored, .nodes = *nodes, .depth = depth};
  return nodes;
}

}  // namespace perft_verify::zoo
