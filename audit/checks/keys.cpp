// Keys after moves against the keys of the same positions from their FENs, and keys of positions
// that differ in one fact.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "audit/checks.h"
#include "core/fen.h"

namespace perft_verify::audit {
namespace {

constexpr std::array kKeyNames{"key", "pawn key", "material key"};
constexpr std::array kAfterMake{Fault::KeyAfterMake, Fault::PawnKeyAfterMake,
                                Fault::MaterialKeyAfterMake};

/// Another spelling of the position, if engines may differ in the spelling, and so in the key: no
/// en passant square where nothing can capture, or a clock that has gone on after a null move.
std::optional<Position> other_spelling(const Remembered& remembered) {
  PositionParts parts = remembered.position.parts();
  if (remembered.null_move)
    ++parts.halfmove_clock;
  else if (parts.en_passant && !captures_en_passant(remembered.position))
    parts.en_passant.reset();
  else
    return std::nullopt;
  return Position(parts);
}

std::vector<Move> path_to(const Session& session, std::ptrdiff_t at) {
  std::vector<Move> path;
  for (; at >= 0; at = session.remembered[static_cast<std::size_t>(at)].parent) {
    const Remembered& remembered = session.remembered[static_cast<std::size_t>(at)];
    if (remembered.parent >= 0 && !remembered.null_move) path.push_back(remembered.step.move);
  }
  std::ranges::reverse(path);
  return path;
}

void report_key(Session& session, const Remembered& remembered, std::ptrdiff_t at, std::size_t kind,
                std::uint64_t right) {
  const std::string sentence =
      fmt::format("the {} is {:016x}, and {:016x} when {} is set up", kKeyNames[kind],
                  remembered.keys[kind], right, remembered.position.fen());
  if (remembered.null_move) {
    session.report_at(Fault::NullKey, "", "after a null move " + sentence, path_to(session, at));
  } else if (remembered.parent < 0) {
    session.report_at(Fault::KeyNotRepeated, "", "set up twice, " + sentence, {});
  } else {
    const Position& before =
        session.remembered[static_cast<std::size_t>(remembered.parent)].position;
    const std::string text = to_uci(remembered.step.move, before.chess960());
    session.report_at(kAfterMake[kind], kind_of(before, remembered.step.move),
                      fmt::format("after {} {}", text, sentence), path_to(session, at), text);
  }
}

/// Where make and key_after disagree, the FEN has the last word: a key of make that is wrong is
/// reported as such, and key_after only if it is wrong, too.
void report_prediction(Session& session, const Remembered& remembered, std::ptrdiff_t at) {
  const Position& before = session.remembered[static_cast<std::size_t>(remembered.parent)].position;
  const std::string text = to_uci(remembered.step.move, before.chess960());
  std::vector<Move> path = path_to(session, at);
  path.pop_back();
  session.report_at(Fault::KeyPredicted, kind_of(before, remembered.step.move),
                    fmt::format("key_after({}) is {:016x}, and after it the key is {:016x}", text,
                                *remembered.predicted, remembered.keys[0]),
                    std::move(path), text);
}

/// The keys of the FENs of one position, against those that the engine had there.
class FromFen {
 public:
  FromFen(Session& session, const Remembered& remembered)
      : session_(session), remembered_(remembered) {
    compare(remembered.fen);
    if (!right()) {
      if (const auto other = other_spelling(remembered)) compare(FenText(*other));
    }
  }

  /// Nothing if every FEN was refused.
  [[nodiscard]] const std::optional<std::array<std::uint64_t, 3>>& first() const { return first_; }
  [[nodiscard]] bool good(std::size_t kind) const { return good_[kind]; }
  [[nodiscard]] bool right() const { return std::ranges::all_of(good_, std::identity{}); }
  [[nodiscard]] bool predicted() const { return predicted_; }

 private:
  void compare(const FenText& spelling) {
    if (!session_.subject.set(spelling, remembered_.position.chess960())) return;
    const auto keys = keys_of(session_.subject);
    if (!first_) first_ = keys;
    for (std::size_t kind = 0; kind < keys.size(); ++kind)
      good_[kind] = good_[kind] || keys[kind] == remembered_.keys[kind];
    predicted_ = predicted_ || keys[0] == remembered_.predicted;
  }

  Session& session_;
  const Remembered& remembered_;
  std::optional<std::array<std::uint64_t, 3>> first_;
  std::array<bool, 3> good_{};
  bool predicted_ = false;
};

/// Compares the keys of one position. False if one is wrong.
bool check_remembered(Session& session, std::ptrdiff_t at) {
  const Remembered& remembered = session.remembered[static_cast<std::size_t>(at)];
  const FromFen from_fen(session, remembered);
  if (remembered.predicted && remembered.predicted != remembered.keys[0] &&
      (from_fen.good(0) || !from_fen.predicted()))
    report_prediction(session, remembered, at);
  if (from_fen.right()) return true;
  if (!from_fen.first()) {
    session.report_at(Fault::FenRefused, "",
                      fmt::format("set_fen refuses {}", remembered.position.fen()),
                      path_to(session, at));
    return false;
  }
  for (std::size_t kind = 0; kind < remembered.keys.size(); ++kind)
    if (!from_fen.good(kind)) report_key(session, remembered, at, kind, (*from_fen.first())[kind]);
  return false;
}

/// A position with one fact changed.
struct Variant {
  std::string fact;
  Position position;
  bool same_pawns = true;
  bool same_material = true;
};

class Variants {
 public:
  explicit Variants(const Position& position) : position_(position) {}

  /// Adds the position of these parts, if it is legal.
  void add(std::string fact, const PositionParts& parts, bool same_pawns = true,
           bool same_material = true) {
    const Position changed(parts);
    const auto mode = changed.chess960() ? Chess960::On : Chess960::Off;
    if (parse_fen(changed.fen(), {.chess960 = mode}))
      all_.push_back({std::move(fact), changed, same_pawns, same_material});
  }
  void add_state();
  void add_pieces();
  [[nodiscard]] const std::vector<Variant>& all() const { return all_; }

 private:
  const Position& position_;
  std::vector<Variant> all_;
};

void Variants::add_state() {
  PositionParts side = position_.parts();
  side.side_to_move = ~side.side_to_move;
  side.en_passant.reset();
  // A position with an en passant square would differ in that square, too.
  if (!position_.en_passant()) add("side-to-move", side);
  for (const Color color : kColors)
    for (const CastlingSide wing : kCastlingSides)
      if (position_.castling().rook(color, wing)) {
        PositionParts parts = position_.parts();
        parts.castling.remove(color, wing);
        add("castling", parts);
      }
  if (captures_en_passant(position_)) {
    PositionParts parts = position_.parts();
    parts.en_passant.reset();
    add("en-passant", parts);
  }
}

void Variants::add_pieces() {
  for (const Square square : position_.occupied()) {
    const auto piece = position_.piece_on(square);
    if (!piece || piece->type == PieceType::King) continue;
    const bool pawn = piece->type == PieceType::Pawn;
    PositionParts parts = position_.parts();
    parts.clear(square);
    const std::string name(to_string(piece->type));
    add(name, parts, !pawn, false);
    parts.put(square, {~piece->color, piece->type});
    add("color+" + name, parts, !pawn, false);
    if (!pawn) {
      parts.clear(square);
      parts.put(square, {piece->color,
                         piece->type == PieceType::Knight ? PieceType::Bishop : PieceType::Knight});
      add("piece-type+" + name, parts, true, false);
    }
    if (const Square moved = square_at(index(square) ^ 1); !position_.piece_on(moved)) {
      parts.clear(square);
      parts.put(moved, *piece);
      add("square+" + name, parts, !pawn, true);
    }
  }
}

/// One variant against the root. `kind`: 0 the key, 1 the pawn key, 2 the material key.
void compare_variant(Session& session, const Variant& variant, std::size_t kind, bool equal) {
  constexpr std::array kBlind{Fault::KeyBlind, Fault::PawnKeyBlind, Fault::MaterialKeyBlind};
  constexpr std::array kImpure{Fault::KeyBlind, Fault::PawnKeyImpure, Fault::MaterialKeyImpure};
  const bool should_be_equal =
      (kind == 1 && variant.same_pawns) || (kind == 2 && variant.same_material);
  if (equal == should_be_equal) return;
  session.report_at(equal ? kBlind[kind] : kImpure[kind], variant.fact,
                    fmt::format("the {} is {} for {}", kKeyNames[kind],
                                equal ? "the same" : "another one", variant.position.fen()),
                    {});
}

}  // namespace

std::ptrdiff_t remember_keys(Session& session, const Position& position, const FenText& fen,
                             bool null_move) {
  const auto& calls = session.subject.calls();
  if (!session.wants(PERFT_VERIFY_KEYS) ||
      (calls.key == nullptr && calls.pawn_key == nullptr && calls.material_key == nullptr))
    return -1;
  Remembered& remembered = session.remembered.emplace_back();  // filled where it stays
  remembered.position = position;
  remembered.fen = fen;
  remembered.parent = session.parent;
  if (!session.path.empty()) remembered.step = session.path.back();
  remembered.null_move = null_move;
  remembered.keys = keys_of(session.subject);
  remembered.predicted = std::exchange(session.predicted, std::nullopt);
  return static_cast<std::ptrdiff_t>(session.remembered.size()) - 1;
}

bool check_keys(Session& session) {
  const auto& calls = session.subject.calls();
  std::vector<bool> wrong(session.remembered.size());
  for (std::size_t at = 0; at < session.remembered.size(); ++at) {
    const std::ptrdiff_t parent = session.remembered[at].parent;
    // A key that is wrong already says nothing about the next move.
    if (parent >= 0 && wrong[static_cast<std::size_t>(parent)]) {
      wrong[at] = true;
      continue;
    }
    if (calls.key != nullptr) session.tally.count(Probe::Key);
    if (calls.pawn_key != nullptr) session.tally.count(Probe::PawnKey);
    if (calls.material_key != nullptr) session.tally.count(Probe::MaterialKey);
    wrong[at] = !check_remembered(session, static_cast<std::ptrdiff_t>(at));
  }
  session.remembered.clear();
  return std::ranges::none_of(wrong, std::identity{});
}

void check_variants(Session& session) {
  const auto& calls = session.subject.calls();
  const std::array<bool, 3> has{calls.key != nullptr, calls.pawn_key != nullptr,
                                calls.material_key != nullptr};
  if (!std::ranges::any_of(has, std::identity{}) || !session.subject.set(session.root)) return;
  const auto keys = keys_of(session.subject);
  Variants variants(session.root);
  variants.add_state();
  variants.add_pieces();
  for (const Variant& variant : variants.all()) {
    if (!session.subject.set(variant.position)) continue;
    session.tally.count(Probe::Variants);
    const auto changed = keys_of(session.subject);
    for (std::size_t kind = 0; kind < keys.size(); ++kind)
      if (has[kind]) compare_variant(session, variant, kind, keys[kind] == changed[kind]);
  }
}

}  // namespace perft_verify::audit
