// SPDX-License-Identifier: MIT
//
// The audit of a move generator in its own process: link perft_verify_audit (docs/audit.md).
//
// Write a class around your position, an adapter. Five functions are required, or three where moves
// are texts and positions are copied. All others are optional: the compiler finds the ones that you
// have, and the summary says what is not checked without the others. A member with one of these
// names that cannot be called like this is an error.
//
//   struct MyAdapter {
//     bool set_fen(const std::string& fen, bool chess960);  // void, if nothing is refused; without
//                                          // chess960 positions of Chess960 are left out
//     Moves moves();                       // all legal moves, in anything that a for loop takes
//     std::string text(Move move);         // UCI; not needed where moves are std::string
//     void make(Move move);
//     void unmake(Move move);              // not needed if the adapter can be copied
//
//     std::uint32_t code(Move move);       // where Move is neither text, number nor enumeration
//     Move move(std::uint32_t code);
//
//     std::string fen();
//     std::uint64_t key(), pawn_key(), material_key(), key_after(Move move);
//     Moves captures(), quiets(), evasions(), checks(), quiet_checks();
//     Moves picked(const Move* hash_move);            // in the order of the staged picker
//     bool is_legal(Move move), is_pseudo_legal(Move move);     // of any code: both alone decide
//     bool gives_check(Move move), in_check();
//     std::uint64_t checkers(), pinned(), attackers(int square);  // bit 0: a1, bit 63: h8; squares
//                                          // may be an enumeration, sets a class of a number
//     void null_move(), undo_null_move();
//     bool same(const MyAdapter& other);   // byte for byte, of a copy
//   };
//
// The exact results that each must return are in perft_verify/audit_c.h.
#ifndef PERFT_VERIFY_AUDIT_H
#define PERFT_VERIFY_AUDIT_H

#include "perft_verify/audit_c.h"

#ifdef __cplusplus
#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace perft_verify {

/// A fault that was found; the fields are those of perft_verify_field.
struct AuditFinding {
  std::string bug, title, sentence, where, cause, row, root, path, position, move, reduced,
      reduced_moves, board, text;
  std::uint64_t times = 0;
};

/// Options with their defaults; see perft_verify_audit_options.
struct AuditOptions : perft_verify_audit_options {
  AuditOptions() : perft_verify_audit_options() { perft_verify_audit_defaults(this); }
};

struct Audit {
  std::vector<AuditFinding> findings;
  std::string error;        // why nothing could be audited; empty if it could
  std::string summary;      // the number of checks of each kind, and the checks left out
  std::string not_checked;  // the last lines of the summary: for want of functions, or switched off
  std::uint64_t nodes = 0;
  double seconds = 0;

  bool ok() const { return findings.empty() && error.empty(); }
  /// All findings, the error and the summary, as a terminal shows them.
  std::string text() const {
    std::string all;
    for (const AuditFinding& finding : findings) all += finding.text + '\n';
    return all + (error.empty() ? "" : error + '\n') + summary;
  }
};

namespace audit_detail {

using std::begin;
using std::end;

/// A square, as an enumeration or a class that is made of a number.
struct AnySquare {
  int square;
  template <typename Square, typename = std::enable_if_t<std::is_enum_v<Square> ||
                                                         std::is_constructible_v<Square, int>>>
  operator Square() const {
    return static_cast<Square>(square);
  }
};
template <typename Adapter>
auto attackers_of(Adapter& a, int square, int) -> decltype(a.attackers(square)) {
  return a.attackers(square);
}
template <typename Adapter>
auto attackers_of(Adapter& a, int square, long) -> decltype(a.attackers(AnySquare{square})) {
  return a.attackers(AnySquare{square});
}

/// Compiles for a list of moves; never called.
template <typename Move, typename Moves>
auto list_of(Moves&& moves) -> decltype(std::declval<void (*)(const Move&)>()(*begin(moves)));

// The functions that an adapter may have: the name, the call that has to compile (`a` is the
// adapter, `m` a move of its own), and the declaration that is wanted.
#define PERFT_VERIFY_OPTIONAL(F)                                                                 \
  F(unmake, a.unmake(m), "void unmake(Move move)")                                               \
  F(code, static_cast<std::uint32_t>(a.code(m)), "std::uint32_t code(Move move)")                \
  F(fen, std::string(a.fen()), "std::string fen()")                                              \
  F(key, static_cast<std::uint64_t>(a.key()), "std::uint64_t key()")                             \
  F(pawn_key, static_cast<std::uint64_t>(a.pawn_key()), "std::uint64_t pawn_key()")              \
  F(material_key, static_cast<std::uint64_t>(a.material_key()), "std::uint64_t material_key()")  \
  F(key_after, static_cast<std::uint64_t>(a.key_after(m)), "std::uint64_t key_after(Move move)") \
  F(captures, list_of<Move>(a.captures()), "Moves captures()")                                   \
  F(quiets, list_of<Move>(a.quiets()), "Moves quiets()")                                         \
  F(evasions, list_of<Move>(a.evasions()), "Moves evasions()")                                   \
  F(checks, list_of<Move>(a.checks()), "Moves checks()")                                         \
  F(quiet_checks, list_of<Move>(a.quiet_checks()), "Moves quiet_checks()")                       \
  F(picked, list_of<Move>(a.picked(static_cast<const Move*>(&m))),                               \
    "Moves picked(const Move* hash_move)")                                                       \
  F(is_legal, static_cast<bool>(a.is_legal(m)), "bool is_legal(Move move)")                      \
  F(is_pseudo_legal, static_cast<bool>(a.is_pseudo_legal(m)), "bool is_pseudo_legal(Move move)") \
  F(gives_check, static_cast<bool>(a.gives_check(m)), "bool gives_check(Move move)")             \
  F(in_check, static_cast<bool>(a.in_check()), "bool in_check()")                                \
  F(checkers, static_cast<std::uint64_t>(a.checkers()), "std::uint64_t checkers()")              \
  F(pinned, static_cast<std::uint64_t>(a.pinned()), "std::uint64_t pinned()")                    \
  F(attackers, static_cast<std::uint64_t>(attackers_of(a, 0, 0)),                                \
    "std::uint64_t attackers(int square)")                                                       \
  F(null_move, a.null_move(), "void null_move()")                                                \
  F(undo_null_move, a.undo_null_move(), "void undo_null_move()")                                 \
  F(same, static_cast<bool>(a.same(static_cast<const Adapter&>(a))),                             \
    "bool same(const MyAdapter& other)")

// has_NAME<Adapter, Move>: whether the adapter has that function.
#define PERFT_VERIFY_DETECT(name, call, declaration)                                 \
  template <typename Adapter, typename Move>                                         \
  auto try_##name(Adapter& a, Move& m, int)->decltype(void(call), std::true_type()); \
  template <typename Adapter, typename Move>                                         \
  std::false_type try_##name(Adapter& a, Move& m, long);                             \
  template <typename Adapter, typename Move>                                         \
  constexpr bool has_##name = decltype(audit_detail::try_##name<Adapter, Move>(      \
      std::declval<Adapter&>(), std::declval<Move&>(), 0))::value;
PERFT_VERIFY_OPTIONAL(PERFT_VERIFY_DETECT)
PERFT_VERIFY_DETECT(set_fen, a.set_fen(std::declval<const std::string&>()), )
PERFT_VERIFY_DETECT(set_fen_chess960, a.set_fen(std::declval<const std::string&>(), true), )
PERFT_VERIFY_DETECT(text, std::string(a.text(m)), )
PERFT_VERIFY_DETECT(make, a.make(m), )
PERFT_VERIFY_DETECT(move, Move(a.move(std::uint32_t{})), )
#undef PERFT_VERIFY_DETECT

// named_NAME<Adapter>: whether any member has that name. A function that cannot be called as it
// should be is an error, since it would be left out without a word. A second member of the name,
// of any kind and access, makes it ambiguous.
#define PERFT_VERIFY_NAME(name, call, declaration)                                            \
  struct Named_##name {                                                                       \
    int name;                                                                                 \
  };                                                                                          \
  template <typename Adapter>                                                                 \
  struct Twice_##name : Adapter, Named_##name {};                                             \
  template <typename Adapter, typename = void>                                                \
  constexpr bool named_##name = true;                                                         \
  template <typename Adapter>                                                                 \
  constexpr bool named_##name<Adapter, std::void_t<decltype(&Twice_##name<Adapter>::name)>> = \
      false;
PERFT_VERIFY_OPTIONAL(PERFT_VERIFY_NAME)
#undef PERFT_VERIFY_NAME

/// The type of the moves; NoMove if there is none.
struct NoMove {};
template <typename Adapter, typename = void>
struct MoveOf {
  using type = NoMove;
};
template <typename Moves>
auto element_of(Moves&& moves) -> std::decay_t<decltype(*begin(moves))>;
template <typename Adapter>
struct MoveOf<Adapter, std::void_t<decltype(element_of(std::declval<Adapter&>().moves()))>> {
  using type = decltype(element_of(std::declval<Adapter&>().moves()));
};

template <typename Move>
constexpr bool is_text =
    std::is_convertible_v<Move, std::string> && std::is_convertible_v<std::string, Move>;
template <typename Move>
constexpr bool is_number = std::is_integral_v<Move> || std::is_enum_v<Move>;

/// Calls set_fen, with `chess960` if it takes that.
template <typename Adapter>
decltype(auto) set_fen(Adapter& adapter, const std::string& fen, bool chess960) {
  if constexpr (has_set_fen_chess960<Adapter, NoMove>)
    return adapter.set_fen(fen, chess960);
  else if constexpr (has_set_fen<Adapter, NoMove>)
    return adapter.set_fen(fen);
}
template <typename Adapter>
using SetFenResult = decltype(audit_detail::set_fen(std::declval<Adapter&>(), {}, true));

/// Whether it can be asked anything.
template <typename Adapter>
constexpr bool is_adapter() {
  static_assert(std::is_class_v<Adapter>, "the adapter has to be an object of a class");
  static_assert(!std::is_const_v<Adapter>, "the adapter must not be const: it makes moves");
  static_assert(!std::is_final_v<Adapter>,
                "the adapter must not be final: what cannot be called as it should be would not be "
                "noticed");
  return std::is_class_v<Adapter> && !std::is_const_v<Adapter> && !std::is_final_v<Adapter>;
}

/// Whether the adapter has what is required. Each error is told by itself, before any other.
template <typename Adapter>
constexpr bool is_complete() {
  using Move = typename MoveOf<Adapter>::type;
  constexpr bool kMoves = !std::is_same_v<Move, NoMove>;
  constexpr bool kText = is_text<Move>;
  constexpr bool kSetFen = has_set_fen<Adapter, Move> || has_set_fen_chess960<Adapter, Move>;
  constexpr bool kSetFenReturns =
      std::is_void_v<SetFenResult<Adapter>> || std::is_convertible_v<SetFenResult<Adapter>, bool>;
  constexpr bool kMake = !kMoves || has_make<Adapter, Move>;
  constexpr bool kTakesBack =
      !kMoves || has_unmake<Adapter, Move> ||
      (std::is_copy_constructible_v<Adapter> && std::is_move_assignable_v<Adapter>);
  constexpr bool kOwnText = kText || !std::is_convertible_v<Move, std::string_view>;
  constexpr bool kTexts = !kMoves || kText || !kOwnText || has_text<Adapter, Move>;
  constexpr bool kCodes = !kMoves || kText || !kOwnText ||
                          (has_code<Adapter, Move> ? has_move<Adapter, Move> : is_number<Move>);
  static_assert(kSetFen,
                "the adapter needs a public `bool set_fen(const std::string& fen, bool chess960)`, "
                "or one without chess960; `const char*` will not do");
  static_assert(kSetFenReturns, "the adapter's set_fen has to return bool, or void");
  static_assert(kMoves,
                "the adapter needs a public `Moves moves()` that returns all legal moves, in "
                "anything that a for loop takes");
  static_assert(kOwnText,
                "moves that are texts have to be std::string, not std::string_view or const char*");
  static_assert(kTexts, "the adapter needs a public `std::string text(Move move)`: UCI");
  static_assert(kMake, "the adapter needs a public `void make(Move move)`");
  static_assert(kTakesBack,
                "the adapter needs a public `void unmake(Move move)`, or it has to be copyable and "
                "assignable");
  static_assert(kCodes,
                "moves are neither text, number nor enumeration, so the adapter needs public "
                "`std::uint32_t code(Move move)` and `Move move(std::uint32_t code)`");
  return kSetFen && kSetFenReturns && kMoves && kOwnText && kTexts && kMake && kTakesBack && kCodes;
}

template <typename Adapter>
constexpr bool is_usable() {
  if constexpr (is_adapter<Adapter>())
    return is_complete<Adapter>();
  else
    return false;
}

/// An error for each optional function that has the right name and cannot be used.
template <typename Adapter>
constexpr void check_optional() {
  using Move = typename MoveOf<Adapter>::type;
#define PERFT_VERIFY_CHECK(name, call, declaration)                                \
  static_assert(has_##name<Adapter, Move> || !named_##name<Adapter>,               \
                "the adapter has a `" #name "` that is not a public `" declaration \
                "`; give what is something else another name");
  PERFT_VERIFY_OPTIONAL(PERFT_VERIFY_CHECK)
#undef PERFT_VERIFY_CHECK
  static_assert(!has_same<Adapter, Move> || std::is_copy_constructible_v<Adapter>,
                "the adapter's `same` needs an adapter that can be copied");
  static_assert(!has_null_move<Adapter, Move> || has_undo_null_move<Adapter, Move> ||
                    !has_unmake<Adapter, Move>,
                "the adapter's `null_move` needs a public `void undo_null_move()`");
  static_assert(has_null_move<Adapter, Move> || !has_undo_null_move<Adapter, Move>,
                "the adapter's `undo_null_move` needs a public `void null_move()`");
}
#undef PERFT_VERIFY_OPTIONAL

/// Whether an iterator has an index, and a distance to the end.
template <typename Void, typename Iterator, typename End>
struct is_indexed : std::false_type {};
template <typename Iterator, typename End>
struct is_indexed<std::void_t<decltype(std::declval<End>() - std::declval<Iterator>()),
                              decltype(std::declval<Iterator>()[0])>,
                  Iterator, End> : std::true_type {};

/// Texts as codes, as UCI writes them: from, to << 6, promotion << 12. A text that is no move is
/// the null move 0.
inline std::uint32_t code_of_text(const std::string& text) {
  if (text.size() < 4 || text.size() > 5) return 0;
  const auto square = [&](std::size_t at) {
    const unsigned file = static_cast<unsigned char>(text[at]) - 'a';
    const unsigned rank = static_cast<unsigned char>(text[at + 1]) - '1';
    return file < 8 && rank < 8 ? rank * 8 + file : 64;
  };
  const unsigned from = square(0);
  const unsigned to = square(2);
  const char* const letters = "nbrq";
  const char* const letter = text.size() == 5 ? std::strchr(letters, text[4]) : letters - 1;
  if (from > 63 || to > 63 || letter == nullptr) return 0;
  return from | to << 6 | static_cast<std::uint32_t>(letter - letters + 1) << 12;
}
inline std::string text_of_code(std::uint32_t code) {
  const auto square = [](unsigned at) {
    return std::string{static_cast<char>('a' + at % 8), static_cast<char>('1' + at / 8)};
  };
  std::string text = square(code & 63) + square(code >> 6 & 63);
  if (const unsigned promotion = code >> 12; promotion > 0 && promotion < 5)
    text += "nbrq"[promotion - 1];
  return text;
}

/// The callbacks of one adapter. It has to stay where it is while they are in use.
template <typename Adapter>
class Bridge {
 public:
  using Move = typename MoveOf<Adapter>::type;

  explicit Bridge(Adapter& adapter) : adapter_(adapter) {}
  Bridge(const Bridge&) = delete;
  Bridge& operator=(const Bridge&) = delete;

  perft_verify_adapter calls() {
    perft_verify_adapter calls{};
    calls.size = sizeof calls;
    calls.self = this;
    require(calls);
    offer_keys(calls);
    offer_lists(calls);
    offer_questions(calls);
    if constexpr (has_null_move<Adapter, Move> && (kCopies || has_undo_null_move<Adapter, Move>)) {
      calls.null_move = [](void* self) { of(self).play([](Adapter& a) { a.null_move(); }); };
      calls.undo_null_move = [](void* self) {
        if constexpr (kCopies)
          of(self).take_back();
        else
          of(self).adapter_.undo_null_move();
      };
    }
    if constexpr (has_same<Adapter, Move> && std::is_copy_constructible_v<Adapter>) {
      calls.save = [](void* self) -> void* { return new Adapter(of(self).adapter_); };
      calls.same = [](void* self, const void* saved) -> int {
        return of(self).adapter_.same(*static_cast<const Adapter*>(saved));
      };
      calls.release = [](void*, void* saved) { delete static_cast<Adapter*>(saved); };
    }
    return calls;
  }

 private:
  static constexpr bool kText = is_text<Move>;
  static constexpr bool kCopies = !has_unmake<Adapter, Move>;

  static Bridge& of(void* self) { return *static_cast<Bridge*>(self); }

  std::uint32_t code(const Move& move) {
    if constexpr (kText)
      return code_of_text(move);
    else if constexpr (has_code<Adapter, Move>)
      return static_cast<std::uint32_t>(adapter_.code(move));
    else
      return static_cast<std::uint32_t>(move);
  }
  Move move(std::uint32_t code) {
    if constexpr (kText)
      return text_of_code(code);
    else if constexpr (has_code<Adapter, Move>)
      return adapter_.move(code);
    else
      return static_cast<Move>(code);
  }
  std::string text(std::uint32_t code) {
    if constexpr (kText) {
      return code >> 12 < 5 ? text_of_code(code) : "?";
    } else {
      Move move = this->move(code);
      return std::string(adapter_.text(move));
    }
  }
  template <typename Moves>
  std::size_t fill(Moves&& moves, std::uint32_t* codes) {
    auto each = begin(moves);
    const auto last = end(moves);
    std::size_t size = 0;
    if constexpr (is_indexed<void, decltype(each), decltype(last)>::value) {
      // The number is known before, so that compilers turn several moves into codes at once.
      const auto known = static_cast<std::size_t>(last - each);
      for (; size < known && size < PERFT_VERIFY_MAX_MOVES; ++size)
        codes[size] = code(each[static_cast<decltype(last - each)>(size)]);
      return known;
    } else {
      for (; each != last; ++each, ++size)
        if (size < PERFT_VERIFY_MAX_MOVES) codes[size] = code(*each);
      return size;
    }
  }
  /// Plays something that `take_back` takes back where positions are copied.
  template <typename Play>
  void play(const Play& play) {
    if constexpr (kCopies) before_.emplace_back(new Adapter(adapter_));
    play(adapter_);
  }
  void take_back() {
    if constexpr (kCopies) {
      std::unique_ptr<Adapter> before = std::move(before_.back());
      before_.pop_back();
      adapter_ = std::move(*before);
    }
  }

  void require(perft_verify_adapter& calls) {
    calls.set_fen = [](void* self, const char* fen, int chess960) -> int {
      of(self).before_.clear();
      return of(self).set_fen(fen, chess960 != 0);
    };
    calls.moves = [](void* self, std::uint32_t* codes) {
      return of(self).fill(of(self).adapter_.moves(), codes);
    };
    calls.text = [](void* self, std::uint32_t code, char* text) {
      std::strncpy(text, of(self).text(code).c_str(), PERFT_VERIFY_MAX_TEXT - 1);
    };
    calls.make = [](void* self, std::uint32_t code) {
      Move move = of(self).move(code);
      of(self).play([&](Adapter& adapter) { adapter.make(move); });
    };
    calls.unmake = [](void* self, std::uint32_t code) {
      if constexpr (kCopies) {
        of(self).take_back();
      } else {
        Move move = of(self).move(code);
        of(self).adapter_.unmake(move);
      }
      (void)code;
    };
    if constexpr (kText) calls.codes = 5U << 12;
    calls.no_chess960 = has_set_fen_chess960<Adapter, Move> ? 0 : 1;
    calls.copies = kCopies ? 1 : 0;
  }

  bool set_fen(const std::string& fen, bool chess960) {
    if constexpr (std::is_void_v<SetFenResult<Adapter>>)
      return audit_detail::set_fen(adapter_, fen, chess960), true;
    else
      return audit_detail::set_fen(adapter_, fen, chess960);
  }

// calls.NAME = a call of the adapter's NAME, if it has one.
#define PERFT_VERIFY_OFFER(name, type, cast) \
  if constexpr (has_##name<Adapter, Move>)   \
    calls.name = [](void* self) -> type { return static_cast<cast>(of(self).adapter_.name()); };
#define PERFT_VERIFY_OFFER_OF_MOVE(name, type, cast)          \
  if constexpr (has_##name<Adapter, Move>)                    \
    calls.name = [](void* self, std::uint32_t code) -> type { \
      Move move = of(self).move(code);                        \
      return static_cast<cast>(of(self).adapter_.name(move)); \
    };
#define PERFT_VERIFY_OFFER_LIST(name)                        \
  if constexpr (has_##name<Adapter, Move>)                   \
    calls.name = [](void* self, std::uint32_t* codes) {      \
      return of(self).fill(of(self).adapter_.name(), codes); \
    };

  void offer_keys(perft_verify_adapter& calls) {
    PERFT_VERIFY_OFFER(key, std::uint64_t, std::uint64_t)
    PERFT_VERIFY_OFFER(pawn_key, std::uint64_t, std::uint64_t)
    PERFT_VERIFY_OFFER(material_key, std::uint64_t, std::uint64_t)
    PERFT_VERIFY_OFFER_OF_MOVE(key_after, std::uint64_t, std::uint64_t)
    if constexpr (has_fen<Adapter, Move>)
      calls.fen = [](void* self, char* text, std::size_t room) {
        const std::string fen(of(self).adapter_.fen());
        const std::size_t size = fen.size() < room ? fen.size() : room - 1;
        std::memcpy(text, fen.data(), size);
        text[size] = '\0';
        return fen.size();
      };
    (void)calls;
  }

  void offer_lists(perft_verify_adapter& calls) {
    PERFT_VERIFY_OFFER_LIST(captures)
    PERFT_VERIFY_OFFER_LIST(quiets)
    PERFT_VERIFY_OFFER_LIST(evasions)
    PERFT_VERIFY_OFFER_LIST(checks)
    PERFT_VERIFY_OFFER_LIST(quiet_checks)
    if constexpr (has_picked<Adapter, Move>)
      calls.picked = [](void* self, const std::uint32_t* hash_move, std::uint32_t* codes) {
        Bridge& bridge = of(self);
        if (hash_move == nullptr)
          return bridge.fill(bridge.adapter_.picked(static_cast<const Move*>(nullptr)), codes);
        const Move hash = bridge.move(*hash_move);
        return bridge.fill(bridge.adapter_.picked(&hash), codes);
      };
    (void)calls;
  }

  void offer_questions(perft_verify_adapter& calls) {
    PERFT_VERIFY_OFFER_OF_MOVE(is_legal, int, bool)
    PERFT_VERIFY_OFFER_OF_MOVE(is_pseudo_legal, int, bool)
    PERFT_VERIFY_OFFER_OF_MOVE(gives_check, int, bool)
    PERFT_VERIFY_OFFER(in_check, int, bool)
    PERFT_VERIFY_OFFER(checkers, std::uint64_t, std::uint64_t)
    PERFT_VERIFY_OFFER(pinned, std::uint64_t, std::uint64_t)
    if constexpr (has_attackers<Adapter, Move>)
      calls.attackers = [](void* self, int square) -> std::uint64_t {
        return static_cast<std::uint64_t>(attackers_of(of(self).adapter_, square, 0));
      };
    (void)calls;
  }
#undef PERFT_VERIFY_OFFER
#undef PERFT_VERIFY_OFFER_OF_MOVE
#undef PERFT_VERIFY_OFFER_LIST

  Adapter& adapter_;
  std::vector<std::unique_ptr<Adapter>> before_;
};

inline Audit taken(perft_verify_audit_result* raw) {
  const std::unique_ptr<perft_verify_audit_result, void (*)(perft_verify_audit_result*)> result(
      raw, perft_verify_audit_free);
  Audit audit;
  for (std::size_t at = 0; at < perft_verify_audit_findings(raw); ++at) {
    AuditFinding finding;
    std::string* const fields[] = {&finding.bug,   &finding.title,   &finding.sentence,
                                   &finding.where, &finding.cause,   &finding.row,
                                   &finding.root,  &finding.path,    &finding.position,
                                   &finding.move,  &finding.reduced, &finding.reduced_moves,
                                   &finding.board, &finding.text};
    for (int field = PERFT_VERIFY_BUG; field <= PERFT_VERIFY_TEXT; ++field)
      *fields[field] = perft_verify_audit_finding(raw, at, static_cast<perft_verify_field>(field));
    finding.times = perft_verify_audit_times(raw, at);
    audit.findings.push_back(std::move(finding));
  }
  if (const char* const error = perft_verify_audit_error(raw)) audit.error = error;
  audit.summary = perft_verify_audit_summary(raw);
  audit.not_checked =
      audit.summary.substr(std::min(audit.summary.find("not checked"), audit.summary.size()));
  audit.nodes = perft_verify_audit_nodes(raw);
  audit.seconds = perft_verify_audit_seconds(raw);
  return audit;
}

/// The result of `work(callbacks)`. If the adapter lacks something, the compiler says only that.
template <typename Adapter, typename Work>
Audit run(Adapter& adapter, const Work& work) {
  if constexpr (is_usable<Adapter>()) {
    check_optional<Adapter>();
    Bridge<Adapter> bridge(adapter);
    return taken(work(bridge.calls()));
  } else {
    return {};
  }
}

}  // namespace audit_detail

/// Audits over the suite of the options. Exceptions of the adapter leave this function. The adapter
/// has another position afterwards.
template <typename Adapter>
Audit audit(Adapter&& adapter, const AuditOptions& options = {}) {
  return audit_detail::run(adapter, [&](const perft_verify_adapter& calls) {
    return perft_verify_audit_suite(&calls, &options);
  });
}
/// The same for one row of the suite, counted from 0; for one position, a FEN or "startpos"; and
/// for the keys of many positions of random games.
template <typename Adapter>
Audit audit_row(Adapter&& adapter, std::size_t row, const AuditOptions& options = {}) {
  return audit_detail::run(adapter, [&](const perft_verify_adapter& calls) {
    return perft_verify_audit_row(&calls, &options, row);
  });
}
template <typename Adapter>
Audit audit_fen(Adapter&& adapter, const std::string& fen, const AuditOptions& options = {}) {
  return audit_detail::run(adapter, [&](const perft_verify_adapter& calls) {
    return perft_verify_audit_fen(&calls, &options, fen.c_str());
  });
}
template <typename Adapter>
Audit audit_keys(Adapter&& adapter, const AuditOptions& options = {}) {
  return audit_detail::run(adapter, [&](const perft_verify_adapter& calls) {
    return perft_verify_audit_keys(&calls, &options);
  });
}

/// The names of the rows of a suite, in their order.
inline std::vector<std::string> audit_rows(const std::string& suite) {
  std::vector<std::string> names(perft_verify_suite_rows(suite.c_str()));
  for (std::size_t row = 0; row < names.size(); ++row)
    names[row] = perft_verify_suite_row_name(suite.c_str(), row);
  return names;
}

/// For the debug build of a search: audits positions that perft never reaches.
///
///   static perft_verify::Auditor<MyAdapter> auditor(1000);
///   assert(auditor.check(MyAdapter(position)));
///
/// Not for several threads at once: give each its own.
template <typename Adapter>
class Auditor {
 public:
  /// Audits one of `interval` positions, one ply deep.
  explicit Auditor(std::uint64_t interval = 1000, bool chess960 = false)
      : interval_(interval > 0 ? interval : 1), chess960_(chess960) {
    options.depth = 1;
  }

  /// False if the position shows a fault, which is then in `last`. A copy is audited as it is, with
  /// everything that the search has left in it, so the adapter must have a position of its own. An
  /// adapter that refers to the position of the search is refused: a move of the copy, which is
  /// taken back, finds it out.
  bool check(const Adapter& position) {
    constexpr bool kCopied = std::is_copy_constructible_v<Adapter>;
    constexpr bool kFen =
        audit_detail::has_fen<Adapter, typename audit_detail::MoveOf<Adapter>::type>;
    static_assert(kCopied,
                  "check audits a copy of the adapter; one that cannot be copied has check_fen");
    static_assert(kFen,
                  "the adapter needs a public `std::string fen()`: check asks it for the position");
    if (!is_next()) return true;
    last = {};
    if constexpr (kCopied && kFen && audit_detail::is_usable<Adapter>()) {
      Adapter copy(position);
      if (is_shared(position))
        last.error =
            "a copy of the adapter moves the pieces of the search: let the adapter have a position "
            "of its own, or use check_fen";
      else
        last = audit_detail::run(copy, [&](const perft_verify_adapter& calls) {
          return perft_verify_audit_here(&calls, &options, chess960_ ? 1 : 0);
        });
    }
    return last.ok();
  }

  /// The same for the position of a FEN, where adapters cannot be copied: `adapter` is set up.
  bool check_fen(Adapter& adapter, const std::string& fen) {
    if (!is_next()) return true;
    last = audit_fen(adapter, fen, options);
    return last.ok();
  }

  AuditOptions options;
  Audit last;

 private:
  bool is_next() { return calls_++ % interval_ == 0; }

  /// Whether a move of a copy is one of the adapter's, too. It is taken back.
  bool is_shared(const Adapter& position) const {
    Adapter copy(position);
    audit_detail::Bridge<Adapter> bridge(copy);
    const perft_verify_adapter calls = bridge.calls();
    std::vector<std::uint32_t> codes(PERFT_VERIFY_MAX_MOVES);
    if (calls.moves(calls.self, codes.data()) == 0) return false;
    const std::string before(copy.fen());
    calls.make(calls.self, codes[0]);
    const bool shared = std::string(Adapter(position).fen()) != before;
    calls.unmake(calls.self, codes[0]);
    // If unmake only puts a copy of the adapter back, the position has to be set up again.
    if (shared && std::string(Adapter(position).fen()) != before)
      calls.set_fen(calls.self, before.c_str(), chess960_ ? 1 : 0);
    return shared;
  }

  std::uint64_t interval_;
  bool chess960_;
  std::uint64_t calls_ = 0;
};

}  // namespace perft_verify
#endif
#endif
