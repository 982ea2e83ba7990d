#include "verifier/diagnose/traits.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/movegen.h"
#include "core/notation.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/move_kinds.h"
#include "verifier/classify/needed_field.h"
#include "verifier/diagnose/symptoms.h"

namespace perft_verify::verifier {
namespace {

constexpr const char* kListsNothing = "lists nothing";
constexpr const char* kMissingAlongPins = "missing along pins";
constexpr const char* kAnswersMissing = "answers to check are missing";
constexpr std::string_view kAfter = "after";
constexpr const char* kOnDiagonals = "on diagonals";
constexpr const char* kOnRanksAndFiles = "on ranks and files";

/// The lines of sliders on which a wrong move depends: those of its own piece, where it is not just
/// the king's safety that is wrong; or those of the pieces to which it exposes the king. One table
/// of attacks serves for both.
std::set<LineKind> lines_of(const MoveFacts& move, Color us) {
  std::set<LineKind> lines;
  const auto add = [&](LineKind line) {
    if (line != LineKind::None)
      lines.insert(line == LineKind::Diagonal ? LineKind::Diagonal : LineKind::File);
  };
  if (move.pseudo_legal && move.why) {
    for (const Attacker& each : move.exposed_to) add(each.line);
    return lines;
  }
  if (!move.moved || move.moved->color != us || move.in_check || move.pinned_by) return lines;
  if (move.moved->type == PieceType::Bishop) add(LineKind::Diagonal);
  if (move.moved->type == PieceType::Rook) add(LineKind::File);
  if (move.moved->type == PieceType::Queen) add(line_kind(move.from, move.to));
  return lines;
}

/// The step of a pawn if all of these moves, and there are some, are captures with it.
std::optional<int> step_of_pawn_captures(const std::vector<std::string>& moves,
                                         const Position& position) {
  std::set<int> steps;
  for (const std::string& text : moves) {
    const auto move = move_facts(position, text);
    if (!move || !move->captured || !move->moved || move->moved->type != PieceType::Pawn)
      return std::nullopt;
    steps.insert(index(move->to) - index(move->from));
  }
  return steps.size() == 1 ? std::optional(*steps.begin()) : std::nullopt;
}

void add_traits(Traits& traits, std::string_view fault, const std::vector<std::string>& moves,
                const Position& position) {
  Traits attacks;
  Traits of_the_other_side;
  std::set<LineKind> lines;
  for (const std::string& text : moves) {
    const auto move = move_facts(position, text);
    if (!move) continue;
    const std::string part = part_of_generator(*move, position.side_to_move());
    traits.insert(fmt::format("{} {}", fault, part));
    if (part == kNoMove && move->moved)
      of_the_other_side.insert(part_of_generator(*move, ~position.side_to_move()));
    // By the right of the other color it is listed without one, and missing with it.
    if (fault != kAfter && !position.chess960() && is_castling_anywhere(*move))
      traits.insert("castling");
    if (move->to_last_rank) traits.insert(fmt::format("{} promotion", fault));
    if (move->why)
      traits.insert(fmt::format("{} for reason {}", fault, static_cast<int>(move->why->reason)));
    const bool is_king = part == "castling" || part == to_string(PieceType::King);
    // The code of one kind of move misses some and invents others; one wrong map of attacked
    // squares refuses steps of the king, and allows others.
    const bool is_unsafe = move->pseudo_legal && move->why;
    if (fault != kAfter && part != kNoMove && (is_king || !is_unsafe)) traits.insert(part);
    if (is_king)
      for (const Attacker& each : move->exposed_to) attacks.insert(kind_of_attack(each));
    lines.merge(lines_of(*move, position.side_to_move()));
  }
  // En passant captures have the steps of others.
  if (const auto step = step_of_pawn_captures(moves, position))
    traits.insert(fmt::format("{} captures of pawns by {}", fault, *step));
  // One kind of move is generated from the wrong pieces.
  if (of_the_other_side.size() == 1) traits.merge(of_the_other_side);
  if (fault != kAfter && lines.size() == 1)
    traits.insert(*lines.begin() == LineKind::Diagonal ? kOnDiagonals : kOnRanksAndFiles);
  // King and rook castle over the same map.
  if (attacks.size() == 1) traits.insert(fmt::format("attacked by {}", *attacks.begin()));
}

constexpr Bitboard kCorners =
    Bitboard{Square::A1} | Bitboard{Square::H1} | Bitboard{Square::A8} | Bitboard{Square::H8};

/// Whether all of these moves, and there are some, are of pinned pieces.
bool are_all_of_pinned(const std::vector<std::string>& moves, const Position& position) {
  return !moves.empty() &&
         all_are(moves, position, [](const MoveFacts& move) { return move.pinned_by.has_value(); });
}

/// Whether all of these moves, and there are some, are of other pieces than the king.
bool are_none_of_king(const std::vector<std::string>& moves, const Position& position) {
  return !moves.empty() && all_are(moves, position, [&](const MoveFacts& move) {
    return move.moved && move.moved->type != PieceType::King;
  });
}

/// The one piece that gives check, where nothing but the answers to it by other pieces than the
/// king is wrong, as if there were none or a second one.
std::optional<PieceType> checker_of_wrong_answers(const Finding& finding,
                                                  const Position& position) {
  const std::vector<std::string>& moves =
      finding.illegal.empty() ? finding.missing : finding.illegal;
  if (position.checkers().count() != 1 || !finding.duplicate.empty() ||
      (!finding.illegal.empty() && !finding.missing.empty()) || !are_none_of_king(moves, position))
    return std::nullopt;
  return position.piece_on(*position.checkers().begin())->type;
}

}  // namespace

std::optional<Square> overlooked_corner(const Finding& finding) {
  const auto position = finding.position();
  if (!position || !finding.duplicate.empty() || finding.illegal.empty() == finding.missing.empty())
    return std::nullopt;
  Bitboard squares;
  for (const std::string& text : finding.missing) {
    const auto move = move_facts(*position, text);
    if (!move) return std::nullopt;
    squares |= Bitboard{move->from};
  }
  for (const std::string& text : finding.illegal) {
    const auto move = move_facts(*position, text);
    if (!move || move->exposed_to.empty()) return std::nullopt;
    for (const Attacker& each : move->exposed_to) squares |= Bitboard{each.square};
  }
  const bool all_are_missing =
      finding.missing.empty() || std::ranges::count_if(legal_moves(*position), [&](Move move) {
                                   return squares.contains(move.from());
                                 }) == std::ssize(finding.missing);
  if (squares.count() != 1 || (squares & kCorners).empty() || !all_are_missing) return std::nullopt;
  return *squares.begin();
}

Traits traits_of_moves(const Finding& finding) {
  Traits traits;
  if (const auto position = finding.position()) {
    if (finding.illegal.empty() && !finding.missing.empty() &&
        finding.missing.size() == legal_moves(*position).size())
      traits.insert(kListsNothing);
    if (finding.illegal.empty() && are_all_of_pinned(finding.missing, *position))
      traits.insert(kMissingAlongPins);
    add_traits(traits, "illegal", finding.illegal, *position);
    add_traits(traits, "missing", finding.missing, *position);
    if (const auto corner = overlooked_corner(finding))
      traits.insert(fmt::format("overlooks {}", to_string(*corner)));
    if (const auto kind = attack_by_own(*position, finding.missing)) {
      traits.insert(fmt::format("attacked by {}", *kind));
      if (*kind == "diagonal") traits.insert(kOnDiagonals);
      if (*kind == "straight") traits.insert(kOnRanksAndFiles);
    }
    add_traits(traits, "duplicate", finding.duplicate, *position);
    if (const auto checker = checker_of_wrong_answers(finding, *position)) {
      if (finding.illegal.empty()) traits.insert(kAnswersMissing);
      // Of a slider the line may be wrong, and of others nothing but the check.
      if (*checker == PieceType::Pawn || *checker == PieceType::Knight)
        traits.insert(fmt::format("attacked by {}", to_string(*checker)));
    }
  }
  if (finding.cause != Cause::Make || !finding.culprit) return traits;
  if (const auto before = admitted(finding.before_culprit()))
    add_traits(traits, kAfter, {finding.culprit->move}, *before);
  return traits;
}

}  // namespace perft_verify::verifier
