// Adapters that do not compile, for refused_test. Each line `//! ...` is the beginning of an error
// that has to come, and there is no other one.
#include <string_view>

#include "perft_verify/audit.h"

namespace {

/// Moves that are neither text nor number.
struct Move {
  std::uint16_t raw;
};
enum class Square : int {};
using Moves = std::vector<Move>;

struct Required {
  bool set_fen(const std::string& fen, bool chess960);
  Moves moves();
  std::string text(Move move);
  void make(Move move);
  std::uint32_t code(Move move);
  Move move(std::uint32_t code);
};
struct Complete : Required {
  void unmake(Move move);
};

// All these forms are right, and compile.
struct Right : Complete {
  std::string_view fen() const;
  std::uint64_t attackers(Square square);
  bool gives_check(Move& move);
  bool is_legal(Move move, int ply = 0);
  Moves captures(bool promotions = true) const;
  void captures(Moves& moves);
  bool same(const Right& other) const;
};
struct Copied : Required {
  void null_move();
};

//! the adapter must not be const
using Const = const Right;
//! the adapter must not be final
struct Final final : Complete {};

//! the adapter needs a public `bool set_fen(const std::string& fen, bool chess960)`
struct SetFenOfCharacters : Complete {
  bool set_fen(const char* fen, bool chess960);
};
//! the adapter needs a public `bool set_fen(const std::string& fen, bool chess960)`
struct SetFenOfReference : Complete {
  bool set_fen(std::string& fen);
};
//! the adapter's set_fen has to return bool
struct SetFenReturnsText : Complete {
  std::string set_fen(const std::string& fen);
};
//! the adapter needs a public `Moves moves()`
struct MovesIntoList : Complete {
  void moves(Moves& moves);
};
//! moves that are texts have to be std::string
struct MovesAsViews : Complete {
  std::vector<std::string_view> moves();
  void make(std::string_view move);
  void unmake(std::string_view move);
};
//! moves that are texts have to be std::string
struct MovesAsCharacters : Complete {
  std::vector<const char*> moves();
  void make(const char* move);
  void unmake(const char* move);
};
//! the adapter needs a public `std::string text(Move move)`
struct TextOfNumber : Complete {
  std::string text(int move);
};
//! the adapter needs a public `void make(Move move)`
struct MakeIsPrivate : Complete {
 private:
  void make(Move move);
};
//! the adapter needs a public `void unmake(Move move)`
struct NeitherUnmakeNorCopies : Required {
  NeitherUnmakeNorCopies() = default;
  NeitherUnmakeNorCopies(const NeitherUnmakeNorCopies&) = delete;
};
//! moves are neither text, number nor enumeration
struct CodeWithoutMove : Complete {
  void move();
};
// Everything that is missing, in one go.
//! the adapter needs a public `bool set_fen(const std::string& fen, bool chess960)`
//! the adapter needs a public `Moves moves()`
struct Nothing {};

//! the adapter has a `unmake` that is not a public `void unmake(Move move)`
struct UnmakeOfNothing : Required {
  void unmake();
};
//! the adapter has a `attackers` that is not a public `std::uint64_t attackers(int square)`
struct AttackersOfText : Complete {
  std::uint64_t attackers(const std::string& square);
};
//! the adapter has a `is_legal` that is not a public `bool is_legal(Move move)`
struct LegalOfTwo : Complete {
  bool is_legal(Move move, int ply);
};
//! the adapter has a `captures` that is not a public `Moves captures()`
struct CapturesIntoList : Complete {
  void captures(Moves& moves);
};
//! the adapter has a `quiets` that is not a public `Moves quiets()`
struct QuietsOfOthers : Complete {
  std::vector<Square> quiets();
};
//! the adapter has a `picked` that is not a public `Moves picked(const Move* hash_move)`
struct PickedByValue : Complete {
  Moves picked(Move hash_move);
};
//! the adapter has a `gives_check` that is not a public `bool gives_check(Move move)`
struct GivesCheckIsPrivate : Complete {
 private:
  bool gives_check(Move move);
  bool gives_check(Move move, int ply);
};
//! the adapter has a `key` that is not a public `std::uint64_t key()`
struct KeyIsText : Complete {
  std::string key();
};
//! the adapter has a `pawn_key` that is not a public `std::uint64_t pawn_key()`
struct PawnKeyIsData : Complete {
  std::uint64_t pawn_key;
};
//! the adapter's `same` needs an adapter that can be copied
struct SameWithoutCopy : Complete {
  SameWithoutCopy() = default;
  SameWithoutCopy(const SameWithoutCopy&) = delete;
  bool same(const SameWithoutCopy& other) const;
};
//! the adapter's `null_move` needs a public `void undo_null_move()`
struct NullMoveWithoutUndo : Complete {
  void null_move();
};
//! the adapter has a `undo_null_move` that is not a public `void undo_null_move()`
//! the adapter's `null_move` needs a public `void undo_null_move()`
struct UndoOfMove : NullMoveWithoutUndo {
  void undo_null_move(Move move);
};
//! the adapter's `undo_null_move` needs a public `void null_move()`
struct UndoWithoutNullMove : Complete {
  void undo_null_move();
};

//! check audits a copy of the adapter
struct OnlyOne : Complete {
  OnlyOne() = default;
  OnlyOne(const OnlyOne&) = delete;
  std::string fen();
};
//! the adapter needs a public `std::string fen()`
using WithoutFen = Complete;
//! the adapter needs a public `void make(Move move)`
struct OfASearch : Right {
  void make();
};

template <typename... Adapters>
void audit_all(Adapters&... adapters) {
  (perft_verify::audit(adapters), ...);
}

}  // namespace

void right(Right& a, Copied& b) {
  audit_all(a, b);
  perft_verify::audit(Right());
}

void incomplete(Const& a, Final& b, SetFenOfCharacters& c, SetFenOfReference& d,
                SetFenReturnsText& e, MovesIntoList& f, MovesAsViews& g, MovesAsCharacters& h,
                TextOfNumber& i, MakeIsPrivate& j, NeitherUnmakeNorCopies& k, CodeWithoutMove& l,
                Nothing& m) {
  audit_all(a, b, c, d, e, f, g, h, i, j, k, l, m);
}

void misread(UnmakeOfNothing& a, AttackersOfText& b, LegalOfTwo& c, CapturesIntoList& d,
             QuietsOfOthers& e, PickedByValue& f, GivesCheckIsPrivate& g, KeyIsText& h,
             PawnKeyIsData& i, SameWithoutCopy& j, NullMoveWithoutUndo& k, UndoOfMove& l,
             UndoWithoutNullMove& m) {
  audit_all(a, b, c, d, e, f, g, h, i, j, k, l, m);
}

void in_a_search(OnlyOne& a, WithoutFen& b, OfASearch& c) {
  perft_verify::Auditor<OnlyOne>().check_fen(a, "");
  perft_verify::Auditor<OnlyOne>().check(a);
  perft_verify::Auditor<WithoutFen>().check(b);
  perft_verify::Auditor<OfASearch>().check(c);
  perft_verify::Auditor<Right>().check(Right());
}
