#include "verifier/classify/positions/neighbors.h"

#include <algorithm>
#include <set>

#include "core/attacks.h"
#include "core/fen.h"

namespace perft_verify::verifier {
namespace {

constexpr int kMostPieces = 8;
constexpr std::size_t kMostNeighbors = 120;

struct Placed {
  Square square;
  Piece piece;
};

std::vector<Placed> placed(const Position& position) {
  std::vector<Placed> pieces;
  for (int number = 0; number < kSquareCount; ++number)
    if (const auto piece = position.piece_on(square_at(number)))
      pieces.push_back({square_at(number), *piece});
  return pieces;
}

/// Bits of a square's number that are exchanged to mirror a board, and to turn it upside down.
constexpr int kMirrored = 7;
constexpr int kUpsideDown = 56;

PositionParts empty_board(const Position& position) {
  PositionParts parts;
  parts.side_to_move = position.side_to_move();
  parts.chess960 = position.chess960();
  return parts;
}

/// The same pieces on squares with these bits exchanged, without castling rights.
PositionParts exchanged(const Position& position, const std::vector<Placed>& pieces, int bits) {
  PositionParts parts = empty_board(position);
  for (const Placed& each : pieces) parts.put(square_at(index(each.square) ^ bits), each.piece);
  if (const auto square = position.en_passant())
    parts.en_passant = square_at(index(*square) ^ bits);
  return parts;
}

class Neighborhood {
 public:
  explicit Neighborhood(const Position& position)
      : position_(position), pieces_(placed(position)), known_{position.fen()} {}

  std::vector<Scene> run() {
    if (static_cast<int>(pieces_.size()) > kMostPieces) return {};
    mirror();
    change_pieces();
    move_pieces();
    shift();
    return std::move(scenes_);
  }

 private:
  /// Adds the position and its color-flipped twin.
  void add(const PositionParts& parts) {
    const auto position = admitted(parts);
    if (!position) return;
    add(*position);
    add(Position(colors_flipped(parts)));
  }

  void add(const Position& position) {
    if (scenes_.size() < kMostNeighbors && known_.insert(position.fen()).second)
      scenes_.push_back(make_scene(position));
  }

  void mirror() {
    add(position_.parts());
    if (!position_.castling().any()) add(exchanged(position_, pieces_, kMirrored));
  }

  /// Shifts all pieces by the same files and ranks. Positions with en passant or castling are tied
  /// to their squares.
  void shift() {
    if (position_.castling().any()) return;
    constexpr int kSteps[] = {1, -1, 2, -2, 3, -3, 4, -4};
    for (const int step : kSteps) {
      shift({.files = step});
      if (!position_.en_passant()) shift({.ranks = step});
    }
    if (position_.en_passant()) return;
    for (const int step : kSteps) {
      shift({step, step});
      shift({step, -step});
    }
  }

  void shift(Offset by) {
    PositionParts parts = empty_board(position_);
    for (const Placed& each : pieces_) {
      const auto to = stepped(each.square, by);
      if (!to) return;
      parts.put(*to, each.piece);
    }
    if (const auto square = position_.en_passant()) parts.en_passant = stepped(*square, by);
    add(parts);
  }

  [[nodiscard]] bool has_a_part(const Placed& each) const {
    return each.piece.type == PieceType::King ||
           position_.castling().side_of(each.piece.color, each.square);
  }

  void change_pieces() {
    for (const Placed& each : pieces_) {
      if (has_a_part(each)) continue;
      for (const PieceType type : {PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                   PieceType::Knight, PieceType::Pawn}) {
        if (type == each.piece.type) continue;
        PositionParts parts = position_.parts();
        parts.clear(each.square);
        parts.put(each.square, {each.piece.color, type});
        add(parts);
      }
      PositionParts parts = position_.parts();
      parts.clear(each.square);
      add(parts);
    }
  }

  /// Moves each piece by one square, in each direction.
  void move_pieces() {
    for (const Placed& each : pieces_) {
      if (has_a_part(each) && position_.castling().any()) continue;
      for (const Offset step : {Offset{0, 1}, {1, 0}, {-1, 0}, {0, -1}}) {
        const auto target = stepped(each.square, step);
        if (!target || position_.piece_on(*target)) continue;
        PositionParts parts = position_.parts();
        parts.clear(each.square);
        parts.put(*target, each.piece);
        add(parts);
      }
    }
  }

  const Position& position_;
  std::vector<Placed> pieces_;
  std::set<std::string> known_;
  std::vector<Scene> scenes_;
};

}  // namespace

std::vector<Scene> neighbors_of(const Root& root) {
  const auto position = admitted(root);
  return position ? Neighborhood(*position).run() : std::vector<Scene>();
}

std::vector<Position> rearranged(const Position& position) {
  const std::vector<Placed> pieces = placed(position);
  std::vector<Position> all;
  const auto add = [&](const PositionParts& parts) {
    if (const auto legal = admitted(parts)) all.push_back(*legal);
  };
  const bool has_pawns = std::ranges::any_of(
      pieces, [](const Placed& each) { return each.piece.type == PieceType::Pawn; });
  if (!position.castling().any())
    for (const int bits : {kMirrored, kUpsideDown, kMirrored | kUpsideDown})
      if (bits == kMirrored || !has_pawns) add(exchanged(position, pieces, bits));
  for (const Placed& each : pieces) {
    if (each.piece.type == PieceType::Pawn) continue;
    for (const Square square :
         attacks(each.piece.type, each.square, position.occupied()) & ~position.occupied()) {
      PositionParts parts = position.parts();
      parts.clear(each.square);
      parts.put(square, each.piece);
      add(parts);
    }
  }
  return all;
}

}  // namespace perft_verify::verifier
