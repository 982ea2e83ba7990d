// The checks, by family; each in a file of its name in checks/. All report to the session.
#pragma once

#include "audit/session.h"

namespace perft_verify::audit {

/// Fills the node's lists. False if the engine's list is wrong: then nothing below is looked at.
bool check_legal_list(Session& session, Node& node);

/// Captures, quiets, evasions, checks, quiet checks.
void check_sublists(Session& session, const Node& node);
/// The picker without a hash move, with one, and with one of another position; `all`: with each.
void check_picker(Session& session, const Node& node, bool all);
/// is_legal and is_pseudo_legal for all codes.
void check_codes(Session& session, const Node& node);
/// in_check, checkers, pinned, and attackers of one square or of all.
void check_attacks(Session& session, const Node& node, bool all_squares);
/// gives_check of one move of the node.
void check_gives_check(Session& session, const Node& node, std::size_t at, const Position& after);

/// The engine's FEN against the position. False if it differs.
bool check_fen(Session& session, const Position& position);
/// The first difference of a FEN from a position, as a circumstance and a sentence; nothing if
/// there is none. An en passant square is a difference only where it can be captured on.
struct StateDifference {
  std::string_view circumstance;
  std::string sentence;
};
std::optional<StateDifference> state_difference(const Position& position, const std::string& fen,
                                                bool clocks = true);

/// A null move and back, at a position without check.
void check_null_move(Session& session, const Node& node);

/// Whatever the engine can say about its state, to be compared after unmake.
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
  /// What is not as it was; nothing if everything is.
  [[nodiscard]] std::optional<Difference> difference() const;

 private:
  Session& session_;
  std::string fen_;
  std::array<std::uint64_t, 3> keys_{};
  void* saved_ = nullptr;
};
/// The engine's key, pawn key and material key now; 0 where it has none.
std::array<std::uint64_t, 3> keys_of(const Subject& subject);
/// Whether the engine's list is still that of the node, whatever the order.
bool same_list(Session& session, const Node& node);

/// Notes the keys at the current position, to be checked by check_keys. Returns their number in
/// the session's list; -1 if there are none.
std::ptrdiff_t remember_keys(Session& session, const Position& position, bool null_move = false);
/// All remembered keys against those of the FENs. The engine is somewhere else afterwards.
void check_keys(Session& session);
/// The keys of the row's root with one fact changed. The engine is somewhere else afterwards.
void check_variants(Session& session);
/// Keys of many different positions. The engine is somewhere else afterwards.
void check_collisions(Session& session);

}  // namespace perft_verify::audit
