// Kinds of wrong moves that one mistake in a generator makes again and again.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "core/bitboard.h"
#include "core/rules/move_facts.h"
#include "verifier/classify/hypotheses.h"

namespace perft_verify::verifier {

/// The squares before a pawn, to which it may be pushed.
Bitboard pawn_pushes(Color color, Square from);

/// A move of the other side's piece, or of none.
inline constexpr std::string_view kNoMove = "no move";

/// The part of a generator that a move of `us` comes from, by its usual division: "castling",
/// "knight", "double push".
std::string part_of_generator(const MoveFacts& move, Color us);

/// An attack on the king: "diagonal", "straight", or the piece that does not slide.
std::string kind_of_attack(const Attacker& attacker);

/// Whether two moves are both legal, or illegal for the same reason.
bool are_alike(const Position& position, const std::string& move, const Position& other_position,
               const std::string& other_move);

/// The kind of own pieces that are taken for attackers of the king: exactly the moves are missing
/// after which one of them would give check to it. Nothing if there is none.
std::optional<std::string> attack_by_own(const Position& position,
                                         const std::vector<std::string>& missing);

/// Whether that piece on `square`, whatever stands there, attacks the king of the mover after the
/// move.
bool is_into_check_of(Piece piece, Square square, const Position& position, Move move);

/// Whether moves are missing, and nothing else is wrong, as if their pieces were pinned: each
/// stands on a line with its king, and has moves along one line at most.
bool are_held(const Position& position, const WrongMoves& wrong);

/// Whether a move is listed from a square that is empty.
bool lists_a_move_from_nowhere(const Position& position, const WrongMoves& wrong);

/// The kind of piece whose steps are listed from squares where no such piece stands, as from an
/// entry of a piece list that is stale: all moves that are illegal or listed twice are such steps.
/// Where moves are only listed twice, a piece of that kind may stand there. Nothing if there is
/// none.
std::optional<PieceType> invented_mover(const Position& position, const WrongMoves& wrong);

/// The mistakes behind wrong moves: the attacks that are overlooked, or the part of the generator
/// that invents a move or misses it.
std::set<std::string> mistakes_in(const Probe& probe, const Deviations& wrong);

/// The one step of knights that is wrong in a list, as "-1 2": in their own moves, in attacks that
/// are overlooked, and in those that are none. One table serves for all; it is asked from the
/// knight's square or from the attacked one.
std::set<std::string> wrong_knight_steps(const Position& position, const WrongMoves& wrong);

}  // namespace perft_verify::verifier
