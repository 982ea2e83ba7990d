// SPDX-License-Identifier: MIT
//
// The audit of a move generator in its own process: link perft_verify_audit (docs/audit.md).
//
// Write a class around your position, an adapter. Five functions are required, two where positions
// are copied to make a move; any other is found out when the test is compiled, and what it would
// have shown is otherwise reported as not checked.
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
//     std::uint64_t checkers(), pinned(), attackers(int square);  // bit 0: a1, bit 63: h8
//     void null_move(), undo_null_move();
//     bool same(const MyAdapter& other);   // byte for byte, of a copy
//   };
//
// What each must return, exactly: perft_verify/audit_c.h.
#ifndef PERFT_VERIFY_AUDIT_H
#define PERFT_VERIFY_AUDIT_H

#include "perft_verify/audit_c.h"

#ifdef __cplusplus
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace perft_verify {

/// What went wrong; the fields are those of perft_verify_field.
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
  std::string error;    // why nothing could be audited; empty if it could
  std::string summary;  // what was checked how often, and what was not
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

// has_NAME<Adapter, arguments...>: whether Adapter has that function.
#define PERFT_VERIFY_DETECT(name)                                                                  \
  template <typename Void, typename Adapter, typename... Arguments>                                \
  struct detect_##name : std::false_type {};                                                       \
  template <typename Adapter, typename... Arguments>                                               \
  struct detect_##name<                                                                            \
      std::void_t<decltype(std::declval<Adapter&>().name(std::declval<Arguments>()...))>, Adapter, \
      Arguments...> : std::true_type {};                                                           \
  template <typename Adapter, typename... Arguments>                                               \
  constexpr bool has_##name = detect_##name<void, Adapter, Arguments...>::value;
PERFT_VERIFY_DETECT(set_fen)
PERFT_VERIFY_DETECT(text)
PERFT_VERIFY_DETECT(unmake)
PERFT_VERIFY_DETECT(code)
PERFT_VERIFY_DETECT(fen)
PERFT_VERIFY_DETECT(key)
PERFT_VERIFY_DETECT(pawn_key)
PERFT_VERIFY_DETECT(material_key)
PERFT_VERIFY_DETECT(key_after)
PERFT_VERIFY_DETECT(captures)
PERFT_VERIFY_DETECT(quiets)
PERFT_VERIFY_DETECT(evasions)
PERFT_VERIFY_DETECT(checks)
PERFT_VERIFY_DETECT(quiet_checks)
PERFT_VERIFY_DETECT(picked)
PERFT_VERIFY_DETECT(is_legal)
PERFT_VERIFY_DETECT(is_pseudo_legal)
PERFT_VERIFY_DETECT(gives_check)
PERFT_VERIFY_DETECT(in_check)
PERFT_VERIFY_DETECT(checkers)
PERFT_VERIFY_DETECT(pinned)
PERFT_VERIFY_DETECT(attackers)
PERFT_VERIFY_DETECT(null_move)
PERFT_VERIFY_DETECT(undo_null_move)
PERFT_VERIFY_DETECT(same)
#undef PERFT_VERIFY_DETECT

/// Whether an iterator has an index, and a distance to the end.
template <typename Void, typename Iterator, typename End>
struct is_indexed : std::false_type {};
template <typename Iterator, typename End>
struct is_indexed<std::void_t<decltype(std::declval<End>() - std::declval<Iterator>()),
                              decltype(std::declval<Iterator>()[0])>,
                  Iterator, End> : std::true_type {};

/// Texts as codes: from, to << 6, promotion << 12, as UCI writes them; what is no move is the null
/// move 0.
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
  using Move = std::decay_t<decltype(*std::begin(std::declval<Adapter&>().moves()))>;

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
    if constexpr (has_null_move<Adapter> && (has_undo_null_move<Adapter> || kCopies)) {
      calls.null_move = [](void* self) { of(self).play([](Adapter& a) { a.null_move(); }); };
      calls.undo_null_move = [](void* self) {
        if constexpr (has_undo_null_move<Adapter> && !kCopies)
          of(self).adapter_.undo_null_move();
        else
          of(self).take_back();
      };
    }
    if constexpr (has_same<Adapter, const Adapter&> && std::is_copy_constructible_v<Adapter>) {
      calls.save = [](void* self) -> void* { return new Adapter(of(self).adapter_); };
      calls.same = [](void* self, const void* saved) -> int {
        return of(self).adapter_.same(*static_cast<const Adapter*>(saved));
      };
      calls.release = [](void*, void* saved) { delete static_cast<Adapter*>(saved); };
    }
    return calls;
  }

 private:
  static constexpr bool kText = std::is_convertible_v<Move, std::string>;
  static constexpr bool kCopies = !has_unmake<Adapter, Move>;
  static_assert(!kCopies || std::is_copy_constructible_v<Adapter>,
                "the adapter needs unmake(move), or it has to be copyable");
  static_assert(kText || has_text<Adapter, Move>, "the adapter needs text(move)");

  static Bridge& of(void* self) { return *static_cast<Bridge*>(self); }

  std::uint32_t code(const Move& move) {
    if constexpr (kText)
      return code_of_text(move);
    else if constexpr (has_code<Adapter, Move>)
      return adapter_.code(move);
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
  template <typename Moves>
  std::size_t fill(Moves&& moves, std::uint32_t* codes) {
    using std::begin;
    using std::end;
    auto each = begin(moves);
    const auto last = end(moves);
    std::size_t size = 0;
    if constexpr (is_indexed<void, decltype(each), decltype(last)>::value) {
      // The number is known before, so that compilers turn several moves into codes at once.
      const auto known = static_cast<std::size_t>(last - each);
      for (; size < known && size < PERFT_VERIFY_MAX_MOVES; ++size) codes[size] = code(each[size]);
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
      std::string written;
      if constexpr (kText)
        written = code >> 12 < 5 ? text_of_code(code) : "?";
      else
        written = of(self).adapter_.text(of(self).move(code));
      std::strncpy(text, written.c_str(), PERFT_VERIFY_MAX_TEXT - 1);
    };
    calls.make = [](void* self, std::uint32_t code) {
      of(self).play([&](Adapter& adapter) { adapter.make(of(self).move(code)); });
    };
    calls.unmake = [](void* self, std::uint32_t code) {
      if constexpr (kCopies)
        of(self).take_back();
      else
        of(self).adapter_.unmake(of(self).move(code));
      (void)code;
    };
    if constexpr (kText) calls.codes = 5U << 12;
    calls.no_chess960 = has_set_fen<Adapter, std::string, bool> ? 0 : 1;
  }

  bool set_fen(const std::string& fen, bool chess960) {
    if constexpr (has_set_fen<Adapter, std::string, bool>) {
      if constexpr (std::is_void_v<decltype(adapter_.set_fen(fen, chess960))>)
        return adapter_.set_fen(fen, chess960), true;
      else
        return adapter_.set_fen(fen, chess960);
    } else if constexpr (std::is_void_v<decltype(adapter_.set_fen(fen))>) {
      return adapter_.set_fen(fen), true;
    } else {
      return adapter_.set_fen(fen);
    }
  }

// calls.NAME = a call of the adapter's NAME, if it has one.
#define PERFT_VERIFY_OFFER(name, type, cast) \
  if constexpr (has_##name<Adapter>)         \
    calls.name = [](void* self) -> type { return static_cast<cast>(of(self).adapter_.name()); };
#define PERFT_VERIFY_OFFER_OF_MOVE(name, type)                \
  if constexpr (has_##name<Adapter, Move>)                    \
    calls.name = [](void* self, std::uint32_t code) -> type { \
      return of(self).adapter_.name(of(self).move(code));     \
    };
#define PERFT_VERIFY_OFFER_LIST(name)                        \
  if constexpr (has_##name<Adapter>)                         \
    calls.name = [](void* self, std::uint32_t* codes) {      \
      return of(self).fill(of(self).adapter_.name(), codes); \
    };

  void offer_keys(perft_verify_adapter& calls) {
    PERFT_VERIFY_OFFER(key, std::uint64_t, std::uint64_t)
    PERFT_VERIFY_OFFER(pawn_key, std::uint64_t, std::uint64_t)
    PERFT_VERIFY_OFFER(material_key, std::uint64_t, std::uint64_t)
    PERFT_VERIFY_OFFER_OF_MOVE(key_after, std::uint64_t)
    if constexpr (has_fen<Adapter>)
      calls.fen = [](void* self, char* text, std::size_t room) {
        const std::string fen = of(self).adapter_.fen();
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
    if constexpr (has_picked<Adapter, const Move*>)
      calls.picked = [](void* self, const std::uint32_t* hash_move, std::uint32_t* codes) {
        Bridge& bridge = of(self);
        if (hash_move == nullptr) return bridge.fill(bridge.adapter_.picked(nullptr), codes);
        const Move hash = bridge.move(*hash_move);
        return bridge.fill(bridge.adapter_.picked(&hash), codes);
      };
    (void)calls;
  }

  void offer_questions(perft_verify_adapter& calls) {
    PERFT_VERIFY_OFFER_OF_MOVE(is_legal, int)
    PERFT_VERIFY_OFFER_OF_MOVE(is_pseudo_legal, int)
    PERFT_VERIFY_OFFER_OF_MOVE(gives_check, int)
    PERFT_VERIFY_OFFER(in_check, int, bool)
    PERFT_VERIFY_OFFER(checkers, std::uint64_t, std::uint64_t)
    PERFT_VERIFY_OFFER(pinned, std::uint64_t, std::uint64_t)
    if constexpr (has_attackers<Adapter, int>)
      calls.attackers = [](void* self, int square) -> std::uint64_t {
        return static_cast<std::uint64_t>(of(self).adapter_.attackers(square));
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
  audit.nodes = perft_verify_audit_nodes(raw);
  audit.seconds = perft_verify_audit_seconds(raw);
  return audit;
}

}  // namespace audit_detail

/// Audits over the suite of the options. What the adapter throws leaves this function; its position
/// is another one afterwards.
template <typename Adapter>
Audit audit(Adapter& adapter, const AuditOptions& options = {}) {
  audit_detail::Bridge<Adapter> bridge(adapter);
  const auto calls = bridge.calls();
  return audit_detail::taken(perft_verify_audit_suite(&calls, &options));
}
/// The same for one row of the suite, counted from 0; for one position; and for the keys of many
/// positions of random games.
template <typename Adapter>
Audit audit_row(Adapter& adapter, std::size_t row, const AuditOptions& options = {}) {
  audit_detail::Bridge<Adapter> bridge(adapter);
  const auto calls = bridge.calls();
  return audit_detail::taken(perft_verify_audit_row(&calls, &options, row));
}
template <typename Adapter>
Audit audit_fen(Adapter& adapter, const std::string& fen, const AuditOptions& options = {}) {
  audit_detail::Bridge<Adapter> bridge(adapter);
  const auto calls = bridge.calls();
  return audit_detail::taken(perft_verify_audit_fen(&calls, &options, fen.c_str()));
}
template <typename Adapter>
Audit audit_keys(Adapter& adapter, const AuditOptions& options = {}) {
  audit_detail::Bridge<Adapter> bridge(adapter);
  const auto calls = bridge.calls();
  return audit_detail::taken(perft_verify_audit_keys(&calls, &options));
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

  /// False if the position shows a fault, which `last` then has. The position itself is not
  /// touched: a copy is audited, set up as the adapter's fen() says.
  bool check(const Adapter& position) {
    if (calls_++ % interval_ != 0) return true;
    Adapter copy(position);
    audit_detail::Bridge<Adapter> bridge(copy);
    const auto calls = bridge.calls();
    last = audit_detail::taken(perft_verify_audit_here(&calls, &options, chess960_ ? 1 : 0));
    return last.ok();
  }

  AuditOptions options;
  Audit last;

 private:
  std::uint64_t interval_;
  bool chess960_;
  std::uint64_t calls_ = 0;
};

}  // namespace perft_verify
#endif
#endif
