// The checks, by family; each in a file of its name in checks/. All report to the session.
#pragma once

#include "audit/session.h"

namespace perft_verify::audit {

/// Fills the node's lists. False if the engine's list is wrong: then nothing below is looked at.
bool check_legal_list(Session& session, Node& node);

/// Captures, quiets, evasions, checks, quiet checks.
void check_sublists(Session& session, const Node& node);
/// Lists captures en passant, castling, promotions and double pushes of some positions, as hash
/// moves of others. The engine is somewhere else afterwards.
void learn_hashes(Session& session);
/// The picker without a hash move, and with one of the position or of another; `all`: with each of
/// the position, with some of others, and with codes of no position.
void check_picker(Session& session, const Node& node, bool all);
/// is_legal and is_pseudo_legal for all codes.
void check_codes(Session& session, const Node& node);
/// in_check, checkers, pinned, and attackers of one square or of all.
void check_attacks(Session& session, const Node& node, bool all_squares);
/// gives_check of one move of the node, after which the position is `after`.
void check_gives_check(Session& session, const Node& node, Step step, const Position& after);

/// The engine's FEN against the position, whose FEN is `right`. False if it differs.
bool check_fen(Session& session, const Position& position, const FenText& right);
/// The first difference of a FEN from a position, as a circumstance and a sentence; nothing if
/// there is none. An en passant square is a difference only if a pawn can capture on it.
struct StateDifference {
  std::string_view circumstance;
  std::string sentence;
};
std::optional<StateDifference> state_difference(const Position& position, const FenText& right,
                                                std::string_view fen, bool clocks = true);

/// A null move and back, at a position without check.
void check_null_move(Session& session, const Node& node);

/// Everything that the engine can say about its state, to be compared after unmake.
class Before {
 public:
  explicit Before(Session& session);
  Before(const Before&) = delete;
  Before& operator=(const Before&) = delete;
  ~Before();

  struct Difference {
    Fault fault;
    std::string_view field;  // of the FEN, where that is another one
    std::string sentence;
  };
  /// The difference from the state before; nothing if there is none.
  [[nodiscard]] std::optional<Difference> difference() const;
  /// Whether the engine has been set up anew since. A difference that `same` finds then is not the
  /// fault of unmake: a FEN need not restore what unmake has failed to restore, and that is
  /// reported already.
  [[nodiscard]] bool outdated() const { return session_.restorations != restorations_; }

 private:
  Session& session_;
  std::array<char, Subject::kFenRoom> text_;
  std::string_view fen_;  // in `text_`
  std::array<std::uint64_t, 3> keys_{};
  void* saved_ = nullptr;
  unsigned restorations_;
};
/// The engine's key, pawn key and material key now; 0 where it has none.
std::array<std::uint64_t, 3> keys_of(const Subject& subject);
/// Whether the engine's list is that of the position, whatever the order.
bool same_list(Session& session, const Position& position);

/// Notes the keys at the current position, whose FEN is `fen`, to be checked by check_keys. Returns
/// their number in the session's list; -1 if there are none.
std::ptrdiff_t remember_keys(Session& session, const Position& position, const FenText& fen,
                             bool null_move = false);
/// All remembered keys against those of the FENs. False if one is wrong. The engine is somewhere
/// else afterwards.
bool check_keys(Session& session);
/// The keys of the row's root with one fact changed. The engine is somewhere else afterwards.
void check_variants(Session& session);

/// Two lists of moves from the session's root to one position.
using Paths = std::pair<std::vector<Move>, std::vector<Move>>;
/// A key that is equal for equal positions. It leaves out an en passant square on which no pawn
/// could capture. Nothing where engines may differ, because the capture would be illegal.
std::optional<Key> identity_of(const Position& position);
/// Whether two halfmove clocks are equal, or too low to be part of a key. High clocks are part of
/// the key in some engines.
bool same_time(unsigned clock, unsigned other);
/// Lets the engine play a legal move of its position. Nothing if its list does not have it.
std::optional<Code> follow(Session& session, const Position& position, Move move);
/// The keys after each of the moves from the root, against those of the FENs. False if one is
/// wrong.
bool check_path(Session& session, const std::vector<Move>& moves);
/// Reports two paths to one position at whose ends the keys differ.
void report_paths(Session& session, const Paths& paths);
/// Pairs of paths from the row's root. The engine is somewhere else afterwards.
void check_paths(Session& session);
/// Keys of many different positions. The engine is somewhere else afterwards.
void check_collisions(Session& session);

}  // namespace perft_verify::audit
