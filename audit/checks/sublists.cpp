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

bool is_capture(const Position& position, Move move) {
  return move.kind() == MoveKind::EnPassant ||
         (move.kind() != MoveKind::Castling && position.piece_on(move.to()).has_value());
}
bool is_promotion(Move move) { return move.kind() == MoveKind::Promotion; }
bool gives_check(const Position& position, Move move) {
  return position.after(move).checkers().any();
}

/// Asks for one part. Every move of it has to be `right`, or not legal but possible, as in
/// pseudo-legal lists. Its legal moves go into `moves`.
template <typename Right>
void ask(Session& session, const Node& node, Subject::List function, const Part& part,
         PlainSet& moves, const Right& right) {
  Codes codes;
  session.subject.list(function, codes);
  moves.clear();
  for (const Code code : codes) {
    const Plain plain = session.subject.plain(code);
    const auto legal = session.legal_move(plain);
    if (!legal) {
      if (session.settings.legal_sublists || !possible(node.position, plain)) {
        const std::string text = to_string(plain);
        const Illegal reason = why(node.position, plain);
        session.report(part.wrong, reason.circumstance,
                       fmt::format("{}() yields {}: {}", part.name, text, reason.sentence), text);
      }
      continue;
    }
    if (!right(*legal))
      session.report(part.wrong, kind_of(node.position, *legal),
                     fmt::format("{}() yields {}, which is legal but does not belong there",
                                 part.name, to_string(plain)),
                     to_string(plain));
    if (!moves.add(plain))
      session.report(
          Fault::SublistDuplicate, fmt::format("{}-{}", part.name, kind_of(node.position, *legal)),
          fmt::format("{}() yields {} twice", part.name, to_string(plain)), to_string(plain));
  }
}

/// Every legal move that the part stands for has to be in it.
template <typename Wanted>
void expect(Session& session, const Node& node, const PlainSet& moves, const Part& part,
            const Wanted& wanted) {
  for (const Move legal : node.legal)
    if (wanted(legal) && !moves.contains(plain_of(legal, node.position.chess960()))) {
      const std::string text = to_uci(legal, node.position.chess960());
      session.report(part.missing,
                     part.of_checks ? check_kind(node.position, legal, node.position.after(legal))
                                    : kind_of(node.position, legal),
                     fmt::format("{}() lacks {}", part.name, text), text);
    }
}

template <typename Wanted>
void check_part(Session& session, const Node& node, Subject::List function, const Part& part,
                const Wanted& wanted) {
  PlainSet& moves = session.sets[0];
  ask(session, node, function, part, moves, wanted);
  expect(session, node, moves, part, wanted);
}

/// Captures and quiets together are the whole list, and no move is in both. A promotion may be in
/// either.
void check_partition(Session& session, const Node& node) {
  const auto& calls = session.subject.calls();
  const auto capture = [&](Move move) { return is_capture(node.position, move); };
  auto& [captures, quiets] = session.sets;
  captures.clear();
  quiets.clear();
  if (calls.captures != nullptr)
    ask(session, node, calls.captures, kCaptures, captures,
        [&](Move move) { return capture(move) || is_promotion(move); });
  if (calls.quiets != nullptr)
    ask(session, node, calls.quiets, kQuiets, quiets,
        [&](Move move) { return !capture(move) || is_promotion(move); });
  const bool both = calls.captures != nullptr && calls.quiets != nullptr;
  for (const Move legal : node.legal) {
    const Plain plain = plain_of(legal, node.position.chess960());
    const bool captured = captures.contains(plain);
    const bool quiet = quiets.contains(plain);
    const Part& part = capture(legal) ? kCaptures : kQuiets;
    const bool asked = (capture(legal) ? calls.captures : calls.quiets) != nullptr;
    if (!captured && !quiet && (is_promotion(legal) ? both : asked))
      session.report(part.missing, kind_of(node.position, legal),
                     fmt::format("neither captures() nor quiets() yields {}", to_string(plain)),
                     to_string(plain));
    if (captured && quiet && is_promotion(legal))
      session.report(Fault::QuietsWrong, kind_of(node.position, legal),
                     fmt::format("captures() and quiets() both yield {}", to_string(plain)),
                     to_string(plain));
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
    check_partition(session, node);
  }
  if (calls.evasions != nullptr && in_check) {
    session.tally.count(Probe::Evasions);
    check_part(session, node, calls.evasions, kEvasions, [](Move) { return true; });
  }
  if (calls.checks != nullptr && !in_check) {
    session.tally.count(Probe::Checks);
    check_part(session, node, calls.checks, kChecks,
               [&](Move move) { return gives_check(node.position, move); });
  }
  if (calls.quiet_checks != nullptr && !in_check) {
    session.tally.count(Probe::QuietChecks);
    const auto quiet_check = [&](Move move) {
      return !is_capture(node.position, move) && gives_check(node.position, move);
    };
    PlainSet& moves = session.sets[0];
    ask(session, node, calls.quiet_checks, kQuietChecks, moves, quiet_check);
    // Promotions belong to the captures of many engines.
    expect(session, node, moves, kQuietChecks,
           [&](Move move) { return !is_promotion(move) && quiet_check(move); });
  }
}

}  // namespace perft_verify::audit
