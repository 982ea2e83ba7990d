// Equal positions that are reached by different paths have equal keys. Keys after make are compared
// with those of FENs anyway (keys.cpp); what shows only here is a key of something that a FEN tells
// but that makes no other position: an en passant square on which nothing can capture, a clock.
#include <fmt/format.h>

#include <algorithm>

#include "audit/checks.h"

namespace perft_verify::audit {
namespace {

/// So many pairs of paths are tried from each root, and so many of them compared at most.
constexpr int kTrials = 48;
constexpr int kPathPairs = 16;

Position after(Position position, const std::vector<Move>& moves) {
  for (const Move move : moves) position.make(move);
  return position;
}

bool legal(Position position, const std::vector<Move>& moves) {
  for (const Move move : moves) {
    if (!legal_moves(position).contains(move)) return false;
    position.make(move);
  }
  return true;
}

std::string text_of(const std::vector<Move>& moves, bool chess960) {
  std::string text;
  for (const Move move : moves) text += (text.empty() ? "" : " ") + to_uci(move, chess960);
  return text;
}

/// Plays the moves from the root. False if the engine lacks one of them, or its position is wrong
/// after one: then so is its key.
bool play(Session& session, const std::vector<Move>& moves, bool remember) {
  if (!session.subject.set(session.root)) return false;
  session.path.clear();
  session.parent = -1;
  Position position = session.root;
  if (remember) session.parent = remember_keys(session, position, FenText(position));
  for (const Move move : moves) {
    const auto code = follow(session, position, move);
    if (!code) return false;
    position.make(move);
    session.path.push_back({move, *code});
    const FenText fen(position);
    if (session.subject.calls().fen != nullptr && !check_fen(session, position, fen)) return false;
    if (remember) session.parent = remember_keys(session, position, fen);
  }
  return true;
}

Move random_of(Session& session, const MoveList& moves) {
  return moves[session.random() % moves.size()];
}

/// Two moves of one side in both orders, or nothing if what was drawn does not allow that.
std::optional<Paths> two_orders(Session& session) {
  const MoveList firsts = legal_moves(session.root);
  if (firsts.empty()) return std::nullopt;
  const Move first = random_of(session, firsts);
  const Move second = random_of(session, firsts);
  const MoveList replies = legal_moves(session.root.after(first));
  if (first.from() == second.from() || replies.empty()) return std::nullopt;
  const Move reply = random_of(session, replies);
  return Paths({first, reply, second}, {second, reply, first});
}

/// A piece of each side goes and comes back, against no move at all.
std::optional<Paths> there_and_back(Session& session) {
  const MoveList firsts = legal_moves(session.root);
  if (firsts.empty()) return std::nullopt;
  const Move first = random_of(session, firsts);
  const MoveList replies = legal_moves(session.root.after(first));
  if (replies.empty()) return std::nullopt;
  const Move reply = random_of(session, replies);
  const auto back = [](Move move) { return Move::normal(move.to(), move.from()); };
  return Paths({first, reply, back(first), back(reply)}, {});
}

void compare(Session& session, const Paths& paths) {
  const auto& calls = session.subject.calls();
  if (!play(session, paths.first, false)) return;
  const std::uint64_t first = calls.key(calls.self);
  if (!play(session, paths.second, false)) return;
  session.tally.count(Probe::Paths);
  if (calls.key(calls.self) != first) report_paths(session, paths);
}

}  // namespace

std::optional<Key> identity_of(const Position& position) {
  const auto target = position.en_passant();
  if (!target) return position.key();
  const Color us = position.side_to_move();
  if ((pawn_attacks(~us, *target) & position.pieces(us, PieceType::Pawn)).empty())
    return position.key() ^ zobrist::en_passant(*target);
  if (captures_en_passant(position)) return position.key();
  return std::nullopt;
}

bool same_time(unsigned clock, unsigned other) {
  constexpr unsigned kEarly = 8;
  return clock == other || std::max(clock, other) < kEarly;
}

std::optional<Code> follow(Session& session, const Position& position, Move move) {
  Codes codes;
  session.subject.list(session.subject.calls().moves, codes);
  const Plain wanted = plain_of(move, position.chess960());
  const auto* const code =
      std::ranges::find_if(codes, [&](Code each) { return session.subject.plain(each) == wanted; });
  if (code == codes.end()) return std::nullopt;
  session.subject.make(*code);
  return *code;
}

bool check_path(Session& session, const std::vector<Move>& moves) {
  session.remembered.clear();
  const bool played = play(session, moves, true);
  session.path.clear();
  return check_keys(session) && played;
}

void report_paths(Session& session, const Paths& paths) {
  // A key that is stale after some move is that move's fault.
  if (!check_path(session, paths.first) || !check_path(session, paths.second)) return;
  const std::array ends{after(session.root, paths.first), after(session.root, paths.second)};
  const bool chess960 = session.root.chess960();
  const std::string_view fact = ends[0].en_passant() != ends[1].en_passant() ? "en-passant"
                                : ends[0].halfmove_clock() != ends[1].halfmove_clock()
                                    ? "clock"
                                    : "move-number";
  const auto way = [&](const std::vector<Move>& moves) {
    return moves.empty() ? "before them" : "after " + text_of(moves, chess960);
  };
  session.report_at(Fault::KeyByPath, fact,
                    fmt::format("one position, two keys: {} it is {}, and {} it is {}",
                                way(paths.first), ends[0].fen(), way(paths.second), ends[1].fen()),
                    paths.first);
}

void check_paths(Session& session) {
  if (session.subject.calls().key == nullptr) return;
  int compared = 0;
  for (int trial = 0; trial < kTrials && compared < kPathPairs; ++trial) {
    const auto paths = trial % 4 == 0 ? there_and_back(session) : two_orders(session);
    if (!paths || !legal(session.root, paths->first) || !legal(session.root, paths->second))
      continue;
    const Position a = after(session.root, paths->first);
    const Position b = after(session.root, paths->second);
    const auto identity = identity_of(a);
    if (!identity || identity != identity_of(b) ||
        !same_time(a.halfmove_clock(), b.halfmove_clock()))
      continue;
    compare(session, *paths);
    ++compared;
  }
  session.path.clear();
}

}  // namespace perft_verify::audit
