// The header: what it detects in an adapter, what it reports of it, and what it refuses.
#include "perft_verify/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <forward_list>
#include <set>
#include <stdexcept>

#include "core/fen.h"
#include "core/notation.h"
#include "tests/audit/zoo_engine.h"

namespace perft_verify::audit_test {
namespace {

constexpr auto kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The smallest adapter: moves as text, copied to make a move.
struct CopyMake {
  Position position;
  bool misses_castling = false;

  void set_fen(const std::string& fen, bool chess960) {
    position = parse_fen_as(fen, chess960)->position;
  }
  std::vector<std::string> moves() const {
    std::vector<std::string> texts;
    for (const Move move : legal_moves(position))
      if (!misses_castling || move.kind() != MoveKind::Castling)
        texts.push_back(to_uci(move, position.chess960()));
    return texts;
  }
  void make(const std::string& move) { position.make(*find_legal(position, move)); }
};

TEST(Audit, TakesTextsAndCopies) {
  CopyMake engine;
  AuditOptions options;
  options.depth = 1;
  const Audit audit = perft_verify::audit(engine, options);
  EXPECT_TRUE(audit.ok()) << audit.text();
  EXPECT_NE(audit.summary.find("not checked, the adapter has no: captures, quiets, evasions"),
            std::string::npos)
      << audit.summary;
}

TEST(Audit, SaysThatThereIsNoUnmake) {
  CopyMake engine;
  const Audit copied = audit_fen(engine, kKiwipete);
  EXPECT_NE(copied.summary.find("unmake: none, positions are copied\n"), std::string::npos)
      << copied.summary;
  EXPECT_EQ(copied.summary.find("unmake, list"), std::string::npos) << copied.summary;
  const Audit taken_back = audit_fen(ZooEngine(), kKiwipete);
  EXPECT_NE(taken_back.summary.find("unmake, list"), std::string::npos) << taken_back.summary;
  EXPECT_EQ(taken_back.summary.find("unmake: none"), std::string::npos) << taken_back.summary;
}

/// Functions that are not declared as the header has them, and can be called all the same.
struct Unusual : CopyMake {
  enum class Field : std::uint8_t {};
  class Fields {
   public:
    explicit Fields(Bitboard fields) : bits_(fields.bits()) {}
    explicit operator std::uint64_t() const { return bits_; }

   private:
    std::uint64_t bits_;
  };
  std::string written;
  bool forgets_pawns = false;

  std::string_view fen() { return written = position.fen(); }
  Fields attackers(Field field) const {
    Bitboard all = position.attackers(square_at(static_cast<int>(field)), Color::White) |
                   position.attackers(square_at(static_cast<int>(field)), Color::Black);
    if (forgets_pawns) all &= ~position.pieces(PieceType::Pawn);
    return Fields(all);
  }
  bool gives_check(std::string& move) const {
    return position.after(*find_legal(position, move)).checkers().any();
  }
};

TEST(Audit, CallsFunctionsOfOtherTypes) {
  Unusual engine;
  const Audit right = audit_fen(engine, kKiwipete);
  EXPECT_TRUE(right.ok()) << right.text();
  for (const char* const asked : {"FEN  ", "attackers, squares", "gives_check, moves"})
    EXPECT_NE(right.summary.find(asked), std::string::npos) << right.summary;
  engine.forgets_pawns = true;
  const Audit wrong = audit_fen(engine, kKiwipete);
  ASSERT_EQ(wrong.findings.size(), 1U) << wrong.text();
  EXPECT_EQ(wrong.findings[0].bug, "attackers-missing-pawn");
}

/// Its moves can only be gone through, and their number is not known before.
struct Chained : CopyMake {
  std::forward_list<std::string> moves() const {
    const auto texts = CopyMake::moves();
    return {texts.begin(), texts.end()};
  }
};

TEST(Audit, TakesMovesThatHaveNoIndex) {
  Chained engine;
  AuditOptions options;
  options.depth = 1;
  const Audit right = perft_verify::audit(engine, options);
  EXPECT_TRUE(right.ok()) << right.text();
  engine.misses_castling = true;
  const Audit wrong = audit_fen(engine, kKiwipete);
  ASSERT_EQ(wrong.findings.size(), 1U) << wrong.text();
  EXPECT_EQ(wrong.findings[0].bug, "missing-move-castling");
}

TEST(Audit, NamesTheMissingMoveAndReducesThePosition) {
  CopyMake engine;
  engine.misses_castling = true;
  const Audit audit = audit_fen(engine, kKiwipete);
  ASSERT_EQ(audit.findings.size(), 1U) << audit.text();
  const AuditFinding& finding = audit.findings[0];
  EXPECT_EQ(finding.bug, "missing-move-castling");
  EXPECT_EQ(finding.cause, "generation");
  EXPECT_TRUE(finding.path.empty());
  EXPECT_EQ(finding.root, kKiwipete);
  EXPECT_TRUE(finding.move == "e1g1" || finding.move == "e1c1") << finding.move;
  // Two kings, a rook and its right.
  const auto reduced = parse_fen(finding.reduced);
  ASSERT_TRUE(reduced) << finding.reduced;
  EXPECT_EQ(reduced->position.occupied().count(), 3);
  EXPECT_NE(finding.text.find(finding.reduced), std::string::npos);
  EXPECT_NE(finding.board.find("White to move"), std::string::npos);
}

/// One of its lists has the right size, but its first move twice and not its last.
struct Doubling : CopyMake {
  using Texts = std::vector<std::string>;
  std::string doubled;

  template <typename Wanted>
  Texts list(const char* name, const Wanted& wanted) const {
    Texts texts;
    for (const Move move : legal_moves(position))
      if (wanted(move.kind() != MoveKind::Castling && position.piece_on(move.to())))
        texts.push_back(to_uci(move, position.chess960()));
    if (doubled == name && !texts.empty()) texts.back() = texts.front();
    return texts;
  }
  Texts moves() const {
    return list("moves", [](bool) { return true; });
  }
  Texts captures() const {
    return list("captures", [](bool captures) { return captures; });
  }
  Texts quiets() const {
    return list("quiets", [](bool captures) { return !captures; });
  }
  Texts picked(const std::string*) const {
    return list("picked", [](bool) { return true; });
  }
};
TEST(Audit, SeesAMoveThatStandsInPlaceOfAnother) {
  const auto found = [](const char* doubled) {
    Doubling engine;
    engine.doubled = doubled;
    AuditOptions options;
    options.depth = 0;
    std::vector<std::string> names;
    for (const AuditFinding& finding : audit_fen(engine, kKiwipete, options).findings)
      names.push_back(finding.bug.substr(0, 12));
    std::ranges::sort(names);
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(found(""), Names{});
  EXPECT_EQ(found("moves"), (Names{"duplicate-mo", "missing-move"}));
  EXPECT_EQ(found("captures"), (Names{"captures-mis", "sublist-dupl"}));
  EXPECT_EQ(found("quiets"), (Names{"quiets-missi", "sublist-dupl"}));
  EXPECT_EQ(found("picked"), (Names{"picker-dupli", "picker-hash-", "picker-missi"}));
}

/// Believes any hash move that looks like a capture en passant, and tells nothing of codes.
struct BelievesEnPassant : CopyMake {
  std::vector<std::string> picked(const std::string* hash_move) const {
    std::vector<std::string> all = moves();
    if (hash_move != nullptr && std::ranges::find(all, *hash_move) == all.end() &&
        looks_like_en_passant(*hash_move))
      all.push_back(*hash_move);
    return all;
  }
  [[nodiscard]] bool looks_like_en_passant(const std::string& text) const {
    const auto move = parse_move_text(text);
    if (!move || move->promotion != 0 || kBackRanks.contains(move->to)) return false;
    const auto moved = position.piece_on(move->from);
    return moved && *moved == Piece{position.side_to_move(), PieceType::Pawn} &&
           pawn_attacks(moved->color, move->from).contains(move->to) &&
           !position.piece_on(move->to);
  }
};
TEST(Audit, TriesHashMovesOfOtherPositions) {
  BelievesEnPassant engine;
  const Audit audit = audit_fen(engine, "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(audit.ok()) << "no capture en passant from there: " << audit.text();
  const Audit wrong = audit_fen(engine, "4k3/8/2n5/3P4/8/7p/7P/4K3 w - - 0 1");
  ASSERT_EQ(wrong.findings.size(), 1U) << wrong.text();
  const AuditFinding& finding = wrong.findings[0];
  EXPECT_EQ(finding.bug, "picker-hash-unchecked-pawn-captures-nothing");
  EXPECT_EQ(finding.cause, "generation");
  const auto reduced = parse_fen(finding.reduced);
  ASSERT_TRUE(reduced) << finding.reduced;
  EXPECT_EQ(reduced->position.occupied().count(), 3) << finding.reduced;
}

/// After the root's moves have been played, the code of its last move has one more bit. That makes
/// it the code of another move.
struct Widening : CopyMake {
  static constexpr std::uint32_t kWide = 1U << 16;
  enum class Code : std::uint32_t {};
  bool has_moved = false;

  std::vector<Code> moves() const {
    std::vector<Code> codes;
    for (const Move move : legal_moves(position)) codes.push_back(Code{move.bits()});
    if (has_moved && moved_from.empty())
      codes.back() = Code{static_cast<std::uint32_t>(codes.back()) | kWide};
    return codes;
  }
  std::string text(Code code) const {
    const auto bits = static_cast<std::uint32_t>(code);
    if (bits >= kWide) return "h1a8";
    return to_uci(std::bit_cast<Move>(static_cast<std::uint16_t>(bits)), position.chess960());
  }
  void make(Code move) {
    moved_from.push_back(position);
    CopyMake::make(text(move));
  }
  void unmake(Code) {
    position = moved_from.back();
    moved_from.pop_back();
    has_moved = true;
  }
  std::vector<Position> moved_from;
};

TEST(Audit, TakesNoWideCodeForThatOfItsLowBits) {
  Widening engine;
  AuditOptions options;
  options.depth = 1;
  options.checks = PERFT_VERIFY_LEGAL_LIST;
  const Audit audit = audit_fen(engine, "k7/8/8/8/8/8/6PP/6BK w - - 0 1", options);
  EXPECT_FALSE(audit.ok()) << audit.text();
}

/// Its codes have more than 16 bits, so not all of them can be asked about.
struct Wide : CopyMake {
  struct Code {
    std::uint32_t bits;
  };
  bool believes = false;

  static std::uint32_t code(Code move) { return move.bits; }
  static Code move(std::uint32_t code) { return {code}; }
  std::vector<Code> moves() const {
    std::vector<Code> codes;
    for (const Move move : legal_moves(position)) codes.push_back({1U << 20 | move.bits()});
    return codes;
  }
  std::string text(Code move) const {
    return to_uci(std::bit_cast<Move>(static_cast<std::uint16_t>(move.bits)), position.chess960());
  }
  void make(Code move) { CopyMake::make(text(move)); }
  bool is_pseudo_legal(Code move) const {
    if (move.bits >> 20 != 1) throw std::runtime_error("no code of this engine");
    return find_legal(position, text(move)).has_value() || (believes && is_castling(move.bits));
  }
  std::vector<Code> picked(const Code* hash_move) const {
    if (hash_move != nullptr) is_pseudo_legal(*hash_move);
    return moves();
  }
  [[nodiscard]] bool is_castling(std::uint32_t bits) const {
    return (bits >> 14 & 3) == 3 &&
           square_at(static_cast<int>(bits & 63)) == position.king(position.side_to_move());
  }
};
TEST(Audit, AsksAboutCodesOfOtherPositionsWhereTheyAreWide) {
  Wide engine;
  const Audit right = audit_fen(engine, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
  EXPECT_TRUE(right.ok()) << right.text();
  engine.believes = true;
  const Audit wrong = audit_fen(engine, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
  ASSERT_EQ(wrong.findings.size(), 1U) << wrong.text();
  EXPECT_EQ(wrong.findings[0].bug, "is-pseudo-legal-accepts-castling-without-right");
  EXPECT_EQ(wrong.findings[0].cause, "answer");
}

/// A list that is wrong after a null move, too, is no fault of the null move.
struct WithNullMove : CopyMake {
  void null_move() {
    position = position.after_null_move();
    if (keeps_list) listed = true;
  }
  std::vector<std::string> moves() const {
    return listed ? std::vector<std::string>{} : CopyMake::moves();
  }
  void set_fen(const std::string& fen, bool chess960) {
    listed = false;
    CopyMake::set_fen(fen, chess960);
  }
  bool keeps_list = false;
  bool listed = false;
};
TEST(Audit, LaysAWrongListToTheNullMoveOnlyIfItIsRightWithoutOne) {
  WithNullMove engine;
  engine.misses_castling = true;
  const Audit without = audit_fen(engine, kKiwipete);
  ASSERT_EQ(without.findings.size(), 1U) << without.text();
  EXPECT_EQ(without.findings[0].bug, "missing-move-castling");
  // White's king has no right, so only Black's list is wrong: the null move leads to it.
  const Audit behind = audit_fen(engine, "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1");
  ASSERT_EQ(behind.findings.size(), 1U) << behind.text();
  EXPECT_EQ(behind.findings[0].bug, "missing-move-castling");
  engine.misses_castling = false;
  engine.keeps_list = true;
  const Audit after = audit_fen(engine, kKiwipete);
  ASSERT_EQ(after.findings.size(), 1U) << after.text();
  EXPECT_EQ(after.findings[0].bug, "null-move-moves");
}

// White is to move, so one ply too many shows in the number of the next move only.
TEST(Audit, LaysAPlyCounterToTheNullMoveThatBreaksIt) {
  ZooEngine engine(Bug::NullMoveUndoNumber);
  AuditOptions options;
  options.depth = 1;
  const Audit audit = audit_fen(engine, kKiwipete, options);
  ASSERT_EQ(audit.findings.size(), 1U) << audit.text();
  EXPECT_EQ(audit.findings[0].bug, "null-move-undo");
  EXPECT_EQ(audit.findings[0].cause, "null_move");
  // Without null moves there is nothing to be found.
  options.checks = PERFT_VERIFY_ALL & ~PERFT_VERIFY_NULL_MOVE;
  EXPECT_TRUE(audit_fen(engine, kKiwipete, options).ok());
}

TEST(Audit, TellsTheFunctionThatIsTheCause) {
  const auto cause_of = [](Bug bug, const char* fen) {
    ZooEngine engine(bug);
    const Audit audit = audit_fen(engine, fen);
    return audit.findings.size() == 1 ? audit.findings[0].cause : audit.text();
  };
  EXPECT_EQ(cause_of(Bug::KeyAfterCastling, kKiwipete), "answer");
  EXPECT_EQ(cause_of(Bug::GivesCheckDiscovered, "3k4/8/8/8/3N4/8/8/3RK3 w - - 0 1"), "answer");
  EXPECT_EQ(cause_of(Bug::QuietsWithoutCastling, kKiwipete), "generation");
  EXPECT_EQ(cause_of(Bug::KeyCastlingRook, kKiwipete), "make");
  EXPECT_EQ(cause_of(Bug::UnmakeHidden, kKiwipete), "unmake");
  EXPECT_EQ(cause_of(Bug::NullMoveKeySide, kKiwipete), "null_move");
  EXPECT_EQ(cause_of(Bug::KeyNotCleared, kKiwipete), "set_fen");
}

TEST(Audit, FollowsAWrongStateToTheMoveThatMadeIt) {
  ZooEngine engine(Bug::RightsOfCapturedRookKept);
  const Audit audit = audit_fen(engine, "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1");
  ASSERT_EQ(audit.findings.size(), 1U) << audit.text();
  EXPECT_EQ(audit.findings[0].bug, "make-state-castling");
  EXPECT_EQ(audit.findings[0].cause, "make");
  EXPECT_EQ(audit.findings[0].path, "g2h1");
  const auto reduced = parse_fen(audit.findings[0].reduced);
  ASSERT_TRUE(reduced) << audit.findings[0].reduced;
  EXPECT_EQ(reduced->position.occupied().count(), 4);
  EXPECT_EQ(audit.findings[0].reduced_moves.size(), 4U);
}

TEST(Audit, ChecksWhatIsWantedAndSaysSo) {
  ZooEngine engine(Bug::CapturesWithoutEnPassant);
  AuditOptions options;
  options.depth = 1;
  options.checks = PERFT_VERIFY_LEGAL_LIST;
  const Audit audit = perft_verify::audit(engine, options);
  EXPECT_TRUE(audit.ok());
  EXPECT_NE(audit.summary.find("switched off: captures and quiets"), std::string::npos)
      << audit.summary;
}

TEST(Audit, AsksAboutAllCodesEverywhereIfThatIsWanted) {
  ZooEngine engine;
  AuditOptions options;
  options.depth = 1;
  options.code_interval = 0;
  const Audit audit = audit_fen(engine, "8/8/8/8/8/k7/8/K7 w - - 0 1", options);
  EXPECT_TRUE(audit.ok()) << audit.text();
  EXPECT_EQ(audit.nodes, 2U);
  EXPECT_NE(audit.summary.find("is_pseudo_legal, codes          131072 times"), std::string::npos)
      << audit.summary;
}

TEST(Audit, AsksAboutAllCodesAtEveryFourthRowByItself) {
  ZooEngine engine;
  AuditOptions options;
  options.depth = 0;
  for (std::size_t row = 0; row < 6; ++row) {
    const Audit audit = audit_row(engine, row, options);
    const bool asked =
        audit.summary.find("is_legal, codes                  65536") != std::string::npos;
    EXPECT_EQ(asked, row % 4 == 0) << row << '\n' << audit.summary;
    EXPECT_EQ(audit.summary.find("never: code_interval is 4") != std::string::npos, !asked)
        << audit.summary;
  }
}

/// Its is_legal is slow enough to be noticed.
struct SlowLegal : CopyMake {
  bool is_legal(const std::string& move) const {
    const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(110);
    while (std::chrono::steady_clock::now() < until) {
    }
    return find_legal(position, move).has_value();
  }
};
TEST(Audit, SaysWhatMakesItSlow) {
  SlowLegal engine;
  AuditOptions options;
  options.depth = 0;
  const Audit audit = audit_fen(engine, "startpos", options);
  EXPECT_TRUE(audit.ok()) << audit.text();
  EXPECT_NE(
      audit.summary.find("with a larger code_interval, which is 4, they are asked less often"),
      std::string::npos)
      << audit.summary;
  EXPECT_EQ(audit_fen(CopyMake(), "startpos").summary.find("code_interval"), std::string::npos);
}

TEST(Audit, AsksAboutChecksAtTheLastPly) {
  ZooEngine engine(Bug::GivesCheckCastling);
  AuditOptions options;
  options.depth = 0;
  const Audit root = audit_fen(engine, "5k2/8/8/8/8/8/8/4K2R w K - 0 1", options);
  ASSERT_EQ(root.findings.size(), 1U) << root.text();
  EXPECT_EQ(root.findings[0].bug, "gives-check-missed-castling");
  EXPECT_TRUE(root.findings[0].path.empty());
  EXPECT_NE(
      root.summary.find("key_after, moves                 never: no position for it, at depth 0"),
      std::string::npos)
      << root.summary;
  options.depth = 1;
  const Audit ply = audit_fen(engine, kKiwipete, options);
  EXPECT_NE(ply.summary.find("gives_check, moves                  60 times"), std::string::npos)
      << "48 moves of the root, and one after each fourth of them: " << ply.summary;
}

TEST(Audit, StopsAtItsLimits) {
  ZooEngine engine;
  AuditOptions options;
  options.depth = 3;
  options.max_nodes = 500;
  options.checks = PERFT_VERIFY_LEGAL_LIST;
  const Audit audit = audit_fen(engine, kKiwipete, options);
  EXPECT_TRUE(audit.ok()) << audit.text();
  EXPECT_LT(audit.nodes, 1000U);
  EXPECT_GT(audit.nodes, 500U);
  EXPECT_NE(audit.summary.find("max_nodes is 500"), std::string::npos);
}

TEST(Audit, SaysWhyNothingCouldBeAudited) {
  ZooEngine engine;
  AuditOptions options;
  options.suite = "no-such-suite";
  EXPECT_NE(perft_verify::audit(engine, options).error.find("'no-such-suite' is neither gate"),
            std::string::npos);
  EXPECT_FALSE(audit_fen(engine, "8/8/8/8/8/8/8/8 w - - 0 1").error.empty());
  EXPECT_EQ(audit_row(engine, 1'000'000).error,
            "gate has " + std::to_string(audit_rows("gate").size()) + " rows");
  perft_verify_adapter nothing{};
  nothing.size = sizeof nothing;
  perft_verify_audit_result* const result = perft_verify_audit_suite(&nothing, nullptr);
  EXPECT_STREQ(perft_verify_audit_error(result),
               "the adapter needs set_fen, moves, text, make and unmake");
  EXPECT_STREQ(perft_verify_audit_finding(result, 7, PERFT_VERIFY_BUG), "");
  perft_verify_audit_free(result);
}

TEST(Audit, KnowsTheRowsOfASuite) {
  const auto rows = audit_rows("gate");
  ASSERT_GT(rows.size(), 300U);
  EXPECT_EQ(rows[0].rfind("gate ", 0), 0U) << rows[0];
  EXPECT_EQ(audit_rows("no-such-suite").size(), 0U);
}

TEST(Audit, AuditsThePositionOfASearch) {
  ZooEngine engine(Bug::GivesCheckDiscovered);
  Auditor<ZooEngine> auditor(2);
  // A discovered check is possible: Rd1 behind Nd4, Kd8.
  ASSERT_TRUE(engine.set_fen("3k4/8/8/8/3N4/8/8/3RK3 w - - 0 1", false));
  EXPECT_FALSE(auditor.check(engine));
  ASSERT_EQ(auditor.last.findings.size(), 1U);
  EXPECT_EQ(auditor.last.findings[0].bug, "gives-check-missed-discovered");
  EXPECT_TRUE(auditor.check(engine)) << "every second position only";
  EXPECT_FALSE(auditor.check(engine));
  EXPECT_EQ(engine.fen(), "3k4/8/8/8/3N4/8/8/3RK3 w - - 0 1") << "the position is not touched";
}

/// Refers to an engine instead of having one.
struct Referring {
  ZooEngine* engine;

  bool set_fen(const std::string& fen, bool chess960) { return engine->set_fen(fen, chess960); }
  auto moves() { return engine->moves(); }
  std::string text(std::uint16_t move) { return engine->text(move); }
  void make(std::uint16_t move) { engine->make(move); }
  void unmake(std::uint16_t move) { engine->unmake(move); }
  std::string fen() { return engine->fen(); }
  bool gives_check(std::uint16_t move) { return engine->gives_check(move); }
};
/// The same without unmake, so that nothing takes a move back.
struct ReferringToCopies {
  ZooEngine* engine;

  bool set_fen(const std::string& fen, bool chess960) { return engine->set_fen(fen, chess960); }
  auto moves() { return engine->moves(); }
  std::string text(std::uint16_t move) { return engine->text(move); }
  void make(std::uint16_t move) { engine->make(move); }
  std::string fen() { return engine->fen(); }
};
TEST(Audit, DoesNotTouchThePositionOfASearch) {
  ZooEngine engine(Bug::GivesCheckDiscovered);
  const std::string fen = "3k4/8/8/8/3N4/8/8/3RK3 w - - 7 20";
  ASSERT_TRUE(engine.set_fen(fen, false));
  const std::uint16_t move = engine.moves().front();
  Auditor<Referring> auditor(1);
  EXPECT_FALSE(auditor.check({&engine}));
  EXPECT_NE(auditor.last.error.find("moves the pieces of the search"), std::string::npos);
  EXPECT_EQ(engine.fen(), fen);
  Auditor<ReferringToCopies> of_copies(1);
  EXPECT_FALSE(of_copies.check({&engine}));
  EXPECT_EQ(engine.fen(), fen);
  engine.make(move);
  engine.unmake(move);
  EXPECT_EQ(engine.fen(), fen);
  // With an engine of its own.
  ZooEngine own(Bug::GivesCheckDiscovered);
  Referring adapter{&own};
  EXPECT_FALSE(auditor.check_fen(adapter, engine.fen()));
  ASSERT_EQ(auditor.last.findings.size(), 1U) << auditor.last.text();
  EXPECT_EQ(auditor.last.findings[0].bug, "gives-check-missed-discovered");
  EXPECT_EQ(engine.fen(), fen);
}

/// A search with null moves that lets some of its positions be audited.
class Search {
 public:
  explicit Search(Bug bug, std::uint64_t interval) : engine_(bug), auditor_(interval) {}

  int run(const std::string& fen, int depth) {
    engine_.set_fen(fen, false);
    const int score = value(depth, -kMate, kMate, true);
    EXPECT_EQ(engine_.fen(), fen);
    return score;
  }
  std::set<std::string> findings;
  int nodes = 0;
  int after_null_moves = 0;  // of these

 private:
  static constexpr int kMate = 1000;

  int value(int depth, int alpha, int beta, bool may_pass) {
    ++nodes;
    after_null_moves += !may_pass;
    if (!auditor_.check(engine_)) {
      EXPECT_EQ(auditor_.last.error, "");
      for (const AuditFinding& finding : auditor_.last.findings) findings.insert(finding.bug);
    }
    if (depth <= 0) return material();
    if (may_pass && depth > 1 && !engine_.in_check()) {
      engine_.null_move();
      const int score = -value(depth - 2, -beta, 1 - beta, false);
      engine_.undo_null_move();
      if (score >= beta) return beta;
    }
    for (const std::uint16_t move : engine_.moves()) {
      engine_.make(move);
      alpha = std::max(alpha, -value(depth - 1, -beta, -alpha, true));
      engine_.unmake(move);
      if (alpha >= beta) break;
    }
    return alpha;
  }
  [[nodiscard]] int material() const {
    constexpr std::string_view kPieces = "PNBRQ";
    constexpr std::array kValues{1, 3, 3, 5, 9};
    const std::string fen = engine_.fen();
    const bool white = fen[fen.find(' ') + 1] == 'w';
    int balance = 0;
    for (const char letter : fen.substr(0, fen.find(' '))) {
      const bool upper = letter >= 'A' && letter <= 'Z';
      const auto piece = kPieces.find(static_cast<char>(upper ? letter : letter - 32));
      if (piece != std::string::npos) balance += upper ? kValues[piece] : -kValues[piece];
    }
    return white ? balance : -balance;
  }

  ZooEngine engine_;
  Auditor<ZooEngine> auditor_;
};
TEST(Audit, SamplesThePositionsOfASearch) {
  const std::string fen = "3rk3/ppp2ppp/5n2/8/3N4/8/PPP2PPP/3RK3 w - - 0 1";
  Search silent(Bug::None, 1'000'000);
  const int score = silent.run(fen, 4);
  EXPECT_GT(silent.nodes, 2000);
  EXPECT_GT(silent.after_null_moves, 50);
  Search clean(Bug::None, 50);
  EXPECT_EQ(clean.run(fen, 4), score);
  EXPECT_EQ(clean.findings, std::set<std::string>{});
  Search wrong(Bug::GivesCheckDiscovered, 50);
  EXPECT_EQ(wrong.run(fen, 4), score);
  EXPECT_EQ(wrong.findings, std::set<std::string>{"gives-check-missed-discovered"});
}

TEST(Audit, AsksForPositionsWithManyMovesAndPieces) {
  ZooEngine engine;
  AuditOptions options;
  options.depth = 1;
  for (const char* const fen : {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
                                "RRRRR3/RRRRR3/8/8/8/8/7k/K7 w - - 0 1"}) {
    const Audit audit = audit_fen(engine, fen, options);
    EXPECT_TRUE(audit.ok()) << audit.text();
  }
}

/// Exceptions of an adapter leave the audit.
struct Throwing : CopyMake {
  void make(const std::string&) { throw std::runtime_error("of the engine"); }
};
TEST(Audit, LetsExceptionsThrough) {
  Throwing engine;
  EXPECT_THROW(perft_verify::audit(engine), std::runtime_error);
}

}  // namespace
}  // namespace perft_verify::audit_test
