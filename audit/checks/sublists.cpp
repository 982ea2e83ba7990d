// Captures, quiets, evasions and checks against the parts of the legal list that they stand for.
#include <fmt/format.h>

#include "audit/checks.h"

namespace perft_verify::audit {
namespace {

/// A part of the list: what it is called, and the faults that it can have.
struct Part {
  std::string_view name;
  Fault missing;
  Fault wrong;
  bool of_checks = false;
};
constexpr Part kCaptures{"captures", Fault::CapturesMissing, Fault::CapturesWrong};
constexpr Part kQuiets{"quiets", Fault::QuietsMissing, Fault::QuietsWrong};
constexpr Part kEvasions{"evasions", Fault::EvasionsMissing, Fault::EvasionsWrong};
constexpr Part kChecks{"checks", Fault::ChecksMissing, Fault::ChecksWrong, true};
constexpr Part kQuietChecks{"quiet_checks", Fault::QuietChecksMissing, Fault::QuietChecksWrong,
                            true};

bool is_promotion(Move move) { return move.kind() == MoveKind::Promotion; }

Place place_in(const Node& node, Move legal) {
  return place_of(plain_of(legal, node.position.chess960()));
}

/// The legal moves that give check.
MoveSet checking(const Node& node) {
  MoveSet checks;
  for (const Move legal : legal_moves(node.position))
    if (node.position.after(legal).checkers().any()) checks.add(place_in(node, legal));
  return checks;
}

/// The engine's codes as a set. False if one comes twice.
bool collect(Session& session, const Codes& codes, MoveSet& moves) {
  moves.clear();
  bool each_once = true;
  for (const Code code : codes) each_once &= moves.add(session.subject.place(code));
  return each_once;
}

/// Reports what is wrong with the moves of one part. Each has to be `right`, or not legal but
/// possible, as in pseudo-legal lists. Its legal moves go into `moves`.
void report_moves(Session& session, const Node& node, const Codes& codes, const Part& part,
                  const MoveSet& right, MoveSet& moves) {
  moves.clear();
  for (const Code code : codes) {
    const Plain plain = session.subject.plain(code);
    const auto legal = session.legal.find(plain);
    if (!legal) {
      if (session.settings.legal_sublists || !possible(node.position, plain)) {
        const std::string text = to_string(plain);
        const Illegal reason = why(node.position, plain);
        session.report(part.wrong, reason.circumstance,
                       fmt::format("{}() yields {}: {}", part.name, text, reason.sentence), text);
      }
      continue;
    }
    if (!right.contains(place_of(plain)))
      session.report(part.wrong, kind_of(node.position, *legal),
                     fmt::format("{}() yields {}, which is legal but does not belong there",
                                 part.name, to_string(plain)),
                     to_string(plain));
    if (!moves.add(place_of(plain)))
      session.report(
          Fault::SublistDuplicate, fmt::format("{}-{}", part.name, kind_of(node.position, *legal)),
          fmt::format("{}() yields {} twice", part.name, to_string(plain)), to_string(plain));
  }
}

/// Asks for one part and compares it: it has to have all moves that are `wanted`, and only moves
/// that are `right`.
void check_part(Session& session, const Node& node, Subject::List function, const Part& part,
                const MoveSet& wanted, const MoveSet& right) {
  Codes codes;
  session.subject.list(function, codes);
  MoveSet& moves = session.sets[0];
  if (collect(session, codes, moves) && moves.subset_of(right) && wanted.subset_of(moves)) return;
  report_moves(session, node, codes, part, right, moves);
  for (const Move legal : legal_moves(node.position)) {
    const Place place = place_in(node, legal);
    if (!wanted.contains(place) || moves.contains(place)) continue;
    const std::string text = to_uci(legal, node.position.chess960());
    session.report(part.missing,
                   part.of_checks ? check_kind(node.position, legal, node.position.after(legal))
                                  : kind_of(node.position, legal),
                   fmt::format("{}() lacks {}", part.name, text), text);
  }
}

/// Captures and quiets together are the whole list, and no move is in both. A promotion may be in
/// either.
class Partition {
 public:
  Partition(Session& session, const Node& node)
      : s_(session),
        node_(node),
        calls_(session.subject.calls()),
        both_(calls_.captures != nullptr && calls_.quiets != nullptr),
        capturing_(session.legal.captures(node.position)) {}

  void check() {
    Codes captured;
    Codes quiet;
    if (calls_.captures != nullptr) s_.subject.list(calls_.captures, captured);
    if (calls_.quiets != nullptr) s_.subject.list(calls_.quiets, quiet);
    if (both_ && is_right(captured, quiet)) return;
    promotions_ = s_.legal.promotions();
    auto& [captures, quiets] = s_.sets;
    report_moves(s_, node_, captured, kCaptures, capturing_ | promotions_, captures);
    report_moves(s_, node_, quiet, kQuiets, (s_.legal.all() - capturing_) | promotions_, quiets);
    report_partition();
  }

 private:
  /// Whether both parts together are the legal moves, none twice, each in its part: there are as
  /// many as legal ones, and each of these is there.
  bool is_right(const Codes& captured, const Codes& quiet) {
    if (captured.size() + quiet.size() != s_.legal.size()) return false;
    auto& [captures, quiets] = s_.sets;
    collect(s_, captured, captures);
    collect(s_, quiet, quiets);
    return s_.legal.are_parted(capturing_, captures, quiets);
  }
  /// The moves that the functions of the engine have to yield together.
  [[nodiscard]] MoveSet wanted() const {
    if (both_) return s_.legal.all();
    return (calls_.captures != nullptr ? capturing_ : s_.legal.all() - capturing_) - promotions_;
  }
  void report_partition();

  Session& s_;
  const Node& node_;
  const perft_verify_adapter& calls_;
  bool both_;
  MoveSet capturing_;
  MoveSet promotions_;
};

void Partition::report_partition() {
  const auto& [captures, quiets] = s_.sets;
  const MoveSet all = wanted();
  for (const Move legal : legal_moves(node_.position)) {
    const Place place = place_in(node_, legal);
    const std::string text = to_uci(legal, node_.position.chess960());
    const Part& part = capturing_.contains(place) ? kCaptures : kQuiets;
    const bool captured = captures.contains(place);
    const bool quiet = quiets.contains(place);
    if (!captured && !quiet && all.contains(place))
      s_.report(part.missing, kind_of(node_.position, legal),
                fmt::format("neither captures() nor quiets() yields {}", text), text);
    if (captured && quiet && is_promotion(legal))
      s_.report(Fault::QuietsWrong, kind_of(node_.position, legal),
                fmt::format("captures() and quiets() both yield {}", text), text);
  }
}

}  // namespace

void check_sublists(Session& session, const Node& node) {
  const auto& calls = session.subject.calls();
  const bool in_check = node.position.checkers().any();
  // Engines that have evasions ask for nothing else in check.
  if ((calls.captures != nullptr || calls.quiets != nullptr) &&
      !(in_check && calls.evasions != nullptr)) {
    session.tally.count(Probe::CapturesAndQuiets);
    Partition(session, node).check();
  }
  if (calls.evasions != nullptr && in_check) {
    session.tally.count(Probe::Evasions);
    const MoveSet all = session.legal.all();
    check_part(session, node, calls.evasions, kEvasions, all, all);
  }
  if (in_check || (calls.checks == nullptr && calls.quiet_checks == nullptr)) return;
  const MoveSet checks = checking(node);
  if (calls.checks != nullptr) {
    session.tally.count(Probe::Checks);
    check_part(session, node, calls.checks, kChecks, checks, checks);
  }
  if (calls.quiet_checks != nullptr) {
    session.tally.count(Probe::QuietChecks);
    const MoveSet quiet = checks - session.legal.captures(node.position);
    // Promotions belong to the captures of many engines.
    check_part(session, node, calls.quiet_checks, kQuietChecks, quiet - session.legal.promotions(),
               quiet);
  }
}

}  // namespace perft_verify::audit
