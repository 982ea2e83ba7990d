#include "verifier/classify/counting.h"

#include "core/fen.h"
#include "core/movegen.h"

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
  if (depth == 0 || ++kinds.positions > kMostPositions) return;
  for (const Move move : legal_moves(position)) {
    kinds.en_passant |= move.kind() == MoveKind::EnPassant;
    kinds.castling |= move.kind() == MoveKind::Castling;
    kinds.promotion |= move.kind() == MoveKind::Promotion;
    kinds.capture |= move.kind() != MoveKind::Castling && position.occupied().contains(move.to());
    look(position.after(move), depth - 1, kinds);
  }
}

}  // namespace

std::vector<std::string> counting_candidates(const std::string& fen, bool chess960, int depth,
                                             std::string_view cause) {
  std::vector<std::string> names;
  const auto parsed = parse_fen_as(fen, chess960);
  if (!parsed) return names;
  Kinds kinds;
  look(parsed->position, depth, kinds);
  const auto add = [&names](std::initializer_list<const char*> more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  const bool rights = parsed->position.castling().any();
  const auto add_tables = [&] {
    if (kinds.en_passant) add({"hash-omits-ep"});
    if (rights) add({"hash-omits-castling"});
    if (kinds.promotion) add({"hash-omits-promoted-piece"});
    add({"hash-omits-depth", "hash-short-key", "hash-stale", "hash-collision"});
  };
  const auto add_unmaking = [&] {
    if (kinds.en_passant) add({"unmake-ep-pawn", "unmake-ep-square"});
    if (kinds.castling) add({"unmake-castling-rook"});
    if (rights) add({"unmake-castling-rights"});
    if (kinds.promotion) add({"unmake-promotion"});
    if (kinds.capture) add({"unmake-captured-type", "unmake-captured-missing"});
    add({"unmake-king-square", "unmake-moved-piece", "unmake-incomplete"});
  };
  if (cause == "count") return {"count-wrong"};
  if (cause != "unmake") add_tables();
  if (cause != "hash") add_unmaking();
  return names;
}

}  // namespace perft_verify::verifier
