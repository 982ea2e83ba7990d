#include "verifier/classify/counts/counting.h"

#include <algorithm>

#include "core/contains.h"
#include "core/fen.h"
#include "core/movegen.h"
#include "core/rules/move_facts.h"

namespace perft_verify::verifier {
namespace {

struct Kinds {
  bool en_passant = false;
  bool castling = false;
  bool promotion = false;
  bool capture = false;
  std::size_t positions = 0;  // examined
};

constexpr std::size_t kMostPositions = 20'000;

void look(const Position& position, int depth, Kinds& kinds) {
  if (depth == 0 || kinds.positions > kMostPositions) return;
  if (++kinds.positions > kMostPositions) {
    // Beyond that, every kind is possible.
    kinds.en_passant = kinds.castling = kinds.promotion = kinds.capture = true;
    return;
  }
  for (const Move move : legal_moves(position)) {
    kinds.en_passant |= move.kind() == MoveKind::EnPassant;
    kinds.castling |= move.kind() == MoveKind::Castling;
    kinds.promotion |= move.kind() == MoveKind::Promotion;
    kinds.capture |= move.kind() != MoveKind::Castling && position.occupied().contains(move.to());
    look(position.after(move), depth - 1, kinds);
  }
}

}  // namespace

std::vector<BugId> making_candidates(const Root& root, const std::vector<std::string>& moves) {
  std::vector<BugId> classes;
  const auto position = admitted(root);
  if (!position) return classes;
  const auto add = [&classes](std::initializer_list<BugId> more) {
    for (const BugId each : more)
      if (!contains(classes, each)) classes.push_back(each);
  };
  for (const std::string& text : moves) {
    const auto move = move_facts(*position, text);
    if (!move || !move->moved) continue;
    if (move->en_passant) {
      add({BugId::EpVictimStays, BugId::EpVictimOnWrongSide});
    } else if (move->castling) {
      add({BugId::CastlingRookStays, BugId::CastlingRookMisplaced, BugId::CastlingRookLost,
           BugId::CastlingKeepsRight});
    } else if (move->to_last_rank) {
      add({BugId::PromotionLeavesPawn, BugId::PromotionWrongColor});
    } else if (move->double_step) {
      add({BugId::EpSquareNotSet, BugId::EpSquareWrong});
    } else if (move->moved->type == PieceType::King) {
      add({BugId::KingSquareStale, BugId::CastlingKingMoved});
    } else if (move->moved->type == PieceType::Pawn) {
      add({BugId::EpSquareWrong});
    }
    if (move->captured && move->captured->type == PieceType::Rook)
      add({BugId::CastlingRookCaptured});
  }
  add({BugId::StaleStateByMoves});
  return classes;
}

std::vector<BugId> counting_candidates(const Root& root, int depth, Cause cause) {
  std::vector<BugId> classes;
  const auto position = admitted(root);
  if (!position) return classes;
  Kinds kinds;
  look(*position, depth, kinds);
  const auto add = [&classes](std::initializer_list<BugId> more) {
    classes.insert(classes.end(), more.begin(), more.end());
  };
  const bool rights = position->castling().any();
  const auto add_tables = [&] {
    if (kinds.en_passant) add({BugId::HashOmitsEp});
    if (rights) add({BugId::HashOmitsCastling});
    if (kinds.promotion) add({BugId::HashOmitsPromotedPiece});
    if (kinds.capture) add({BugId::HashOmitsCapture});
    add({BugId::HashOmitsDepth, BugId::HashShortKey, BugId::HashStale, BugId::HashCollision});
  };
  const auto add_unmaking = [&] {
    if (kinds.en_passant) add({BugId::UnmakeEpPawn, BugId::UnmakeEpSquare});
    if (kinds.castling) add({BugId::UnmakeCastlingRook});
    if (rights) add({BugId::UnmakeCastlingRights});
    if (kinds.promotion) add({BugId::UnmakePromotion});
    if (kinds.capture) add({BugId::UnmakeCapturedType, BugId::UnmakeCapturedMissing});
    add({BugId::UnmakeKingSquare, BugId::UnmakeMovedPiece, BugId::UnmakeIncomplete});
  };
  if (cause == Cause::Count) return {BugId::CountWrong};
  if (cause != Cause::Unmake) add_tables();
  if (cause != Cause::Hash) add_unmaking();
  return classes;
}

std::vector<BugId> table_candidates(const Finding& finding) {
  // The table was filled below other positions: the moves below this one exclude nothing.
  if (depends_on_questions_before(finding)) {
    std::vector<BugId> all;
    for (const CatalogEntry& each : catalog())
      if (each.cause == Cause::Hash && each.is_class()) all.push_back(each.id);
    return all;
  }
  if (finding.reduced)
    return counting_candidates(finding.reduced_root(), finding.reduced->depth, Cause::Hash);
  // A table confuses the position with one that was there before.
  return counting_candidates(
      finding.root, static_cast<int>(finding.path.size()) + finding.divide_depth, Cause::Hash);
}

}  // namespace perft_verify::verifier
