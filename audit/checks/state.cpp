// FEN out, null moves, and what unmake restores.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "audit/checks.h"
#include "core/fen.h"
#include "core/text/printable.h"

namespace perft_verify::audit {
namespace {

std::string_view circumstance_of(FenErrorClass error) {
  switch (error) {
    case FenErrorClass::InvalidSideToMove:
      return "side";
    case FenErrorClass::InvalidCastling:
      return "castling";
    case FenErrorClass::InvalidEnPassant:
      return "en-passant";
    case FenErrorClass::InvalidClocks:
      return "clocks";
    case FenErrorClass::InvalidBoard:
    case FenErrorClass::PositionValidationFailed:
      return "board";
    default:
      return "format";
  }
}

std::string_view first_difference(const PositionParts& right, const PositionParts& theirs,
                                  bool capturable, bool clocks) {
  if (right.by_color != theirs.by_color || right.by_type != theirs.by_type) return "board";
  if (right.side_to_move != theirs.side_to_move) return "side";
  if (right.castling != theirs.castling) return "castling";
  // Engines write the square always, or only if there is a capture: both are right.
  const bool dropped = !theirs.en_passant && !capturable;
  if (right.en_passant != theirs.en_passant && !dropped) return "en-passant";
  if (clocks && right.halfmove_clock != theirs.halfmove_clock) return "clock";
  if (clocks && right.fullmove_number != theirs.fullmove_number) return "move-number";
  return "";
}

/// The first field in which two FENs differ as texts.
std::string_view first_other_field(std::string_view a, std::string_view b) {
  constexpr std::array<std::string_view, 6> kFields{"board",      "side",  "castling",
                                                    "en-passant", "clock", "move-number"};
  const auto same = std::ranges::mismatch(a, b).in1 - a.begin();
  const auto field = std::ranges::count(a.substr(0, static_cast<std::size_t>(same)), ' ');
  return kFields[std::min<std::size_t>(static_cast<std::size_t>(field), 5)];
}

}  // namespace

std::optional<StateDifference> state_difference(const Position& position, const FenText& right,
                                                std::string_view fen, bool clocks) {
  if (fen == right.view()) return std::nullopt;
  // Core's clocks stop at their limits; an engine's may go on.
  const bool at_limit = position.halfmove_clock() == kMaxHalfmoveClock ||
                        position.fullmove_number() == kMaxFullmoveNumber;
  const auto parsed = parse_fen(
      fen,
      {.chess960 = position.chess960() ? Chess960::On : Chess960::Off, .lenient_clocks = at_limit});
  if (!parsed)
    return StateDifference{circumstance_of(parsed.error().error_class()),
                           fmt::format("fen() is '{}' instead of '{}': {}", printable(fen),
                                       right.view(), parsed.error().message())};
  const bool capturable = captures_en_passant(position);
  const auto field =
      first_difference(position.parts(), parsed->position.parts(), capturable, clocks);
  if (field.empty()) return std::nullopt;
  return StateDifference{
      field, fmt::format("fen() is '{}' instead of '{}'", printable(fen), right.view())};
}

bool check_fen(Session& session, const Position& position, const FenText& right) {
  session.tally.count(Probe::Fen);
  const auto difference = state_difference(position, right, session.subject.fen());
  if (!difference) return true;
  std::string move;
  if (!session.path.empty()) move = to_uci(session.path.back().move, position.chess960());
  session.report(
      session.path.empty() ? Fault::FenOutWrong : Fault::StateWrong, difference->circumstance,
      move.empty() ? difference->sentence : fmt::format("after {} {}", move, difference->sentence),
      move);
  return false;
}

std::array<std::uint64_t, 3> keys_of(const Subject& subject) {
  const auto& calls = subject.calls();
  return {calls.key != nullptr ? calls.key(calls.self) : 0,
          calls.pawn_key != nullptr ? calls.pawn_key(calls.self) : 0,
          calls.material_key != nullptr ? calls.material_key(calls.self) : 0};
}

Before::Before(Session& session)
    : session_(session), keys_(keys_of(session.subject)), restorations_(session.restorations) {
  const auto& calls = session.subject.calls();
  if (calls.fen != nullptr) {
    const std::string_view fen = session.subject.fen();
    fen_ = {text_.data(), fen.copy(text_.data(), text_.size())};
  }
  if (calls.save != nullptr && calls.same != nullptr && calls.release != nullptr)
    saved_ = calls.save(calls.self);
}

Before::~Before() {
  const auto& calls = session_.subject.calls();
  if (saved_ != nullptr) calls.release(calls.self, saved_);
}

std::optional<Before::Difference> Before::difference() const {
  const auto& calls = session_.subject.calls();
  const auto now = keys_of(session_.subject);
  if (calls.key != nullptr) session_.tally.count(Probe::UnmakeKey);
  if (calls.fen != nullptr) {
    session_.tally.count(Probe::UnmakeFen);
    if (const std::string_view fen = session_.subject.fen(); fen != fen_)
      return Difference{Fault::UnmakeFen, first_other_field(fen, fen_),
                        fmt::format("fen() is '{}' and was '{}'", printable(fen), printable(fen_))};
  }
  constexpr std::array kFaults{Fault::UnmakeKey, Fault::UnmakePawnKey, Fault::UnmakeMaterialKey};
  for (std::size_t at = 0; at < now.size(); ++at)
    if (now[at] != keys_[at])
      return Difference{kFaults[at], "",
                        fmt::format("the key is {:016x} and was {:016x}", now[at], keys_[at])};
  if (saved_ != nullptr && !outdated()) {
    session_.tally.count(Probe::UnmakeSame);
    if (calls.same(calls.self, saved_) == 0)
      return Difference{Fault::UnmakeSame, "", "same() finds a difference"};
  }
  return std::nullopt;
}

namespace {

/// A key after a null move costs a FEN that is written and read. What the null move changes in it
/// is the same at every position without an en passant square, so one of so many is enough.
constexpr std::uint64_t kNullKeyInterval = 8;

/// Looks into a list that is wrong after a null move: is it right from the FEN? If not, it is not
/// the null move's fault, and reported as any wrong list. The engine is somewhere else afterwards.
void report_null_list(Session& session, const Position& flipped) {
  if (!session.subject.set(flipped)) return;
  if (same_list(session, flipped)) {
    session.report(Fault::NullList, "", "the legal list after a null move is wrong");
    return;
  }
  const Position root = std::exchange(session.root, flipped);
  const std::vector<Step> path = std::exchange(session.path, {});
  Node node(flipped);
  check_legal_list(session, node);
  session.root = root;
  session.path = path;
}

}  // namespace

void check_null_move(Session& session, const Node& node) {
  const auto& calls = session.subject.calls();
  session.tally.count(Probe::NullMove);
  const Before before(session);
  const Position flipped = node.position.after_null_move();
  calls.null_move(calls.self);
  const FenText fen(flipped);
  const auto state = calls.fen != nullptr
                         ? state_difference(flipped, fen, session.subject.fen(), false)
                         : std::nullopt;
  if (state) {
    session.report(Fault::NullState, state->circumstance, "after a null move " + state->sentence);
  } else if (!same_list(session, flipped)) {
    report_null_list(session, flipped);
    session.restore();
    return;
  } else if (node.position.en_passant() || session.path.empty() ||
             session.random() % kNullKeyInterval == 0) {
    remember_keys(session, flipped, fen, true);
  }
  calls.undo_null_move(calls.self);
  if (const auto difference = before.difference()) {
    session.report(Fault::NullUndo, "", "after a null move and back " + difference->sentence);
    session.restore();
  }
}

}  // namespace perft_verify::audit
