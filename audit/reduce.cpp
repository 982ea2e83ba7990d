#include "audit/reduce.h"

#include "audit/walk.h"
#include "core/fen.h"

namespace perft_verify::audit {
namespace {

/// Tries positions: a walk of one ply from each, with the checks that can
/// find the fault.
class Trial {
 public:
  Trial(Subject& subject, const Settings& settings, const Failure& failure, unsigned beside)
      : subject_(subject), settings_(settings), symptom_(failure.shown_by) {
    if (failure.foreign) codes_.push_back(*failure.foreign);
    settings_.depth = 1;
    settings_.checks &= group_of(symptom_.fault).families | beside;
    settings_.max_findings = 0;
    settings_.code_interval = 1;
  }

  /// The failure with that symptom at `root`; nothing if there is none.
  std::optional<Failure> at(const Position& root) {
    Session session(subject_, settings_, tally_);
    session.seen = session.hashes = codes_;
    walk(session, root);
    const auto found = session.failures.find(symptom_);
    if (found == session.failures.end()) return std::nullopt;
    return found->second;
  }

 private:
  Subject& subject_;
  Settings settings_;
  Symptom symptom_;
  std::vector<Code> codes_;  // of other positions, to be tried again
  Tally tally_;
};

std::optional<Position> legal(const PositionParts& parts) {
  const Position position(parts);
  const auto parsed = parse_fen(root_of(position));
  if (!parsed) return std::nullopt;
  return parsed->position;
}

/// The positions that lack one thing: a piece, a right, the en passant square, or the clocks.
std::vector<PositionParts> simpler(const Position& position) {
  std::vector<PositionParts> all;
  for (const Square square : position.occupied() & ~position.pieces(PieceType::King)) {
    all.push_back(position.parts());
    all.back().clear(square);
  }
  for (const Color color : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (position.castling().rook(color, side)) {
        all.push_back(position.parts());
        all.back().castling.remove(color, side);
      }
  if (position.en_passant()) {
    all.push_back(position.parts());
    all.back().en_passant.reset();
  }
  if (position.halfmove_clock() != 0 || position.fullmove_number() != 1) {
    all.push_back(position.parts());
    all.back().halfmove_clock = 0;
    all.back().fullmove_number = 1;
  }
  return all;
}

/// Leaves out one thing after the other until nothing can go.
Failure shrink(Trial& trial, Failure failure) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const PositionParts& parts : simpler(failure.root)) {
      const auto position = legal(parts);
      if (!position) continue;
      auto again = trial.at(*position);
      if (!again) continue;
      failure = std::move(*again);
      smaller = true;
      break;
    }
  }
  return failure;
}

/// `from_fen`: the failure shows without a move, once the position is set up.
std::string_view cause_of(const Failure& failure, bool from_fen) {
  const Fault fault = failure.symptom.fault;
  if (fault >= Fault::NullState) return "null_move";
  switch (fault) {
    case Fault::FenRefused:
    case Fault::KeyNotRepeated:
      return "set_fen";
    case Fault::UnmakeFen:
    case Fault::UnmakeKey:
    case Fault::UnmakePawnKey:
    case Fault::UnmakeMaterialKey:
    case Fault::UnmakeSame:
    case Fault::UnmakeList:
      return "unmake";
    case Fault::StateWrong:
    case Fault::KeyAfterMake:
    case Fault::PawnKeyAfterMake:
    case Fault::MaterialKeyAfterMake:
    case Fault::KeyByPath:
      return "make";
    default:
      if (!from_fen) return "make";
      return fault <= Fault::PickerHashUnchecked ? "generation" : "answer";
  }
}

}  // namespace

std::optional<Reduced> reduce(Subject& subject, const Settings& settings, const Failure& failure,
                              unsigned beside) {
  Trial trial(subject, settings, failure, beside);
  std::vector<Position> positions{failure.root};
  for (const Move move : failure.path) positions.push_back(positions.back().after(move));
  // The failure may show from the position itself, or from the one before. A key that depends on
  // the path needs the root.
  const bool from_root = failure.symptom.fault == Fault::KeyByPath;
  const std::size_t first = from_root ? failure.path.size() : 0;
  for (std::size_t back = first; back < first + 2 && back < positions.size(); ++back)
    if (const auto found = trial.at(positions[positions.size() - 1 - back])) {
      const std::string_view cause = cause_of(failure, back == 0 && found->path.empty());
      const Failure smallest = shrink(trial, *found);
      return Reduced{smallest.root, smallest.path, cause};
    }
  return std::nullopt;
}

}  // namespace perft_verify::audit
