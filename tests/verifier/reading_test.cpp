// Faults of an engine's FEN reader are distinguished from those of its generator, and failures of
// one cause from others.
#include "verifier/classify/reading/reading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/fen.h"
#include "core/line.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/support/share.h"
#include "tests/verifier/support/examined.h"
#include "tests/verifier/support/reticent.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/classify/hypotheses.h"
#include "verifier/classify/positions/retraction.h"
#include "verifier/diagnose/root_causes.h"

namespace perft_verify::verifier {
namespace {

using reference::Question;
using test::Answer;
using test::Call;
using test::ScriptedGenerator;

/// At the bug's own example.
std::optional<Finding> finding_of(const zoo::Bug& bug, bool blind) {
  std::unique_ptr<reference::Generator> subject = zoo::make_zoo_generator(zoo::BugSet(bug.id));
  if (blind) subject = std::make_unique<test::Reticent>(std::move(subject), /*lists_moves=*/true);
  const auto parsed = parse_fen(bug.fen);
  return test::examined(*subject, reference::question_at(root_of(parsed->position), {}, bug.depth));
}

TEST(Reading, IsBlamedWhereTheBoardShowsIt) {
  std::size_t readers = 0;
  for (const zoo::Bug& bug : zoo::bugs()) {
    if (bug.cause() != Cause::Setup || bug.probe == zoo::Probe::Board) continue;
    ++readers;
    const auto finding = finding_of(bug, false);
    ASSERT_TRUE(finding) << bug.name();
    EXPECT_EQ(finding->cause, Cause::Setup) << bug.name();
    EXPECT_EQ(class_name(*finding), to_string(bug.bug_class()));
    EXPECT_EQ(finding->root.fen, finding->fen) << bug.name();
    EXPECT_TRUE(finding->path.empty()) << bug.name();
    EXPECT_FALSE(finding->culprit) << bug.name();
  }
  EXPECT_GE(readers, 6U);
}

TEST(Reading, IsNeverTakenForSomethingElseWithCertainty) {
  for (const zoo::Bug& bug : zoo::bugs()) {
    if (bug.cause() != Cause::Setup || bug.probe == zoo::Probe::Board) continue;
    const auto finding = finding_of(bug, true);
    ASSERT_TRUE(finding) << bug.name();
    EXPECT_TRUE(finding->cause == Cause::Setup || finding->cause == Cause::Unknown)
        << bug.name() << ": " << to_string(finding->cause);
    if (finding->cause == Cause::Unknown) {
      EXPECT_EQ(class_name(*finding), "unclassified") << bug.name();
      EXPECT_NE(std::ranges::find(finding->candidates, bug.bug_class()), finding->candidates.end())
          << bug.name();
    }
  }
}

TEST(Reading, IsAcquittedWhereTheListIsWrongByWayOfTheMovesToo) {
  for (const BugId bug :
       {BugId::EpMissing, BugId::PinIgnored, BugId::KingXray, BugId::CastlingIntoCheck}) {
    const auto finding = finding_of(zoo::bug_of(bug), true);
    ASSERT_TRUE(finding) << to_string(bug);
    EXPECT_EQ(finding->cause, Cause::Generation) << to_string(bug);
    EXPECT_EQ(class_name(*finding), to_string(bug));
  }
}

/// An engine that is given FENs only, and shows no board, permits no experiment.
TEST(Reading, IsNotBlamedWithoutAnExperiment) {
  struct Case {
    BugId bug;
    const char* fen;
  };
  for (const Case& each : {Case{BugId::CastlingMissing, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
                           Case{BugId::EpMissing, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"}}) {
    const auto zoo =
        std::shared_ptr<reference::Generator>(zoo::make_zoo_generator(zoo::BugSet(each.bug)));
    ScriptedGenerator subject([zoo](const Call& call) { return zoo->divide(call.question, {}); },
                              nullptr, false);
    subject.take_fens_only();
    Question question;
    question.root.fen = each.fen;
    question.depth = 1;
    const auto finding = test::examined(subject, question);
    ASSERT_TRUE(finding) << to_string(each.bug);
    EXPECT_EQ(finding->cause, Cause::Unknown) << to_string(each.bug);
    EXPECT_EQ(class_name(*finding), "unclassified") << to_string(each.bug);
    EXPECT_NE(std::ranges::find(finding->candidates, each.bug), finding->candidates.end());
    EXPECT_TRUE(std::ranges::any_of(finding->candidates, [](BugId candidate) {
      return entry_of(candidate).cause == Cause::Setup;
    })) << fmt::format("{}", names_of(finding->candidates));
  }
}

/// Its reader misreads the position, but not the root from which moves lead there.
TEST(Reading, IsAcquittedWhereTheRootIsReadCorrectly) {
  zoo::BugSet bugs(BugId::Chess960RookAlreadyThere);
  bugs.add(BugId::FenSideIgnored);
  const auto subject = zoo::make_zoo_generator(bugs);
  const Question question =
      reference::question_at({"3r1kr1/8/8/qpP4K/8/8/8/8 w gd b6 0 1", true}, {}, 2);
  const auto finding = test::examined(*subject, question);
  ASSERT_TRUE(finding);
  EXPECT_EQ(class_name(*finding), "chess960-rook-already-there");
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_EQ(finding->missing, std::vector<std::string>{"f8d8"});
  EXPECT_EQ(finding->path.size(), 1U);
}

/// Turns the FEN that it is given into the one that it reads.
using MisreadFen = std::function<std::string(std::string)>;

/// core, which reads FENs wrongly, and the start position rightly or as a FEN too.
std::unique_ptr<ScriptedGenerator> misreader(const MisreadFen& misread, bool shows_board,
                                             bool start_too = false) {
  const auto misread_question = [=](Question question) {
    if (start_too || question.root.fen != kStartPosition)
      question.root.fen = misread(question.root.fen);
    return question;
  };
  const auto core = std::shared_ptr<reference::Generator>(reference::make_core_generator());
  return std::make_unique<ScriptedGenerator>(
      [=](const Call& call) { return core->divide(misread_question(call.question), {}); },
      [=](const Question& question, const Answer<std::string>&) {
        return core->board(misread_question(question), {});
      },
      shows_board);
}

std::vector<std::string> fields_of(const std::string& fen) {
  std::vector<std::string> fields;
  std::istringstream in(fen);
  for (std::string field; in >> field;) fields.push_back(field);
  return fields;
}

/// Without these letters in the field of the rights.
MisreadFen without_rights(const std::string& letters) {
  return [letters](const std::string& fen) {
    auto fields = fields_of(fen);
    std::erase_if(fields[2], [&](char letter) { return letters.contains(letter); });
    if (fields[2].empty()) fields[2] = "-";
    return fmt::format("{}", fmt::join(fields, " "));
  };
}

std::string without_en_passant(const std::string& fen) {
  auto fields = fields_of(fen);
  fields[3] = "-";
  return fmt::format("{}", fmt::join(fields, " "));
}

std::string with_all_rights(const std::string& fen) {
  auto fields = fields_of(fen);
  const auto parsed = parse_fen(fen);
  const auto stands = [&](Square square, Piece piece) {
    return parsed->position.piece_on(square) == piece;
  };
  const auto add = [&](Color color, Square king, Square rook, char letter) {
    if (stands(king, {color, PieceType::King}) && stands(rook, {color, PieceType::Rook}))
      fields[2] += letter;
  };
  fields[2].clear();
  add(Color::White, Square::E1, Square::H1, 'K');
  add(Color::White, Square::E1, Square::A1, 'Q');
  add(Color::Black, Square::E8, Square::H8, 'k');
  add(Color::Black, Square::E8, Square::A8, 'q');
  if (fields[2].empty()) fields[2] = "-";
  return fmt::format("{}", fmt::join(fields, " "));
}

/// The letter of one wing gives the right of the other, at the start of a game as well.
TEST(Reading, IsBlamedWhereALetterGivesTheOtherRight) {
  const auto core = std::shared_ptr<reference::Generator>(reference::make_core_generator());
  const auto taken_for_k = [core](const Call& call) {
    Question question = call.question;
    auto fields = fields_of(question.root.fen);
    const bool black = fields[2].contains('k') || fields[2].contains('q');
    std::erase_if(fields[2], [](char letter) { return letter == 'k' || letter == 'q'; });
    if (black) fields[2] += 'k';
    question.root.fen = fmt::format("{}", fmt::join(fields, " "));
    return core->divide(question, {});
  };
  // A generator that tests the right of the other wing, however the position came about.
  const auto wings_swapped = [core](const Call& call) {
    Question question = call.question;
    Line line(parse_fen(question.root.fen)->position);
    if (line.push_texts(question.moves)) {
      auto fields = fields_of(line.position().fen());
      for (char& letter : fields[2]) letter = letter == 'k' ? 'q' : letter == 'q' ? 'k' : letter;
      question.root.fen = fmt::format("{}", fmt::join(fields, " "));
      question.moves.clear();
    }
    return core->divide(question, {});
  };
  Question question;
  question.root.fen = "r3k1nr/8/8/8/8/8/8/4K3 b q - 0 1";
  question.depth = 1;
  ScriptedGenerator reader(taken_for_k, nullptr, false);
  const auto finding = test::examined(reader, question);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Setup);
  EXPECT_EQ(class_name(*finding), "fen-misread");
  ScriptedGenerator generator(wings_swapped, nullptr, false);
  const auto swapped = test::examined(generator, question);
  ASSERT_TRUE(swapped);
  EXPECT_NE(swapped->cause, Cause::Setup);
}

/// The first letters of the rights alone, at the start of a game as well.
std::string with_first_two_rights(const std::string& fen) {
  auto fields = fields_of(fen);
  fields[2] = fields[2].substr(0, 2);
  return fmt::format("{}", fmt::join(fields, " "));
}

/// Alone the right is read, and among others it is missing even once those are lost.
TEST(Reading, IsBlamedWhereARightIsLostAmongOthers) {
  const char* const fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
  const auto reader = misreader(with_first_two_rights, false, /*start_too=*/true);
  const auto finding = test::examined(*reader, test::question(fen, 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Setup) << to_string(finding->cause);
  EXPECT_EQ(class_name(*finding), "fen-misread");
  // A generator that compares all rights at once is right as soon as the others are lost.
  const auto core = std::shared_ptr<reference::Generator>(reference::make_core_generator());
  ScriptedGenerator generator(
      [core](const Call& call) {
        auto answer = core->divide(call.question, {});
        Line line(parse_fen(call.question.root.fen)->position);
        if (!answer || call.question.depth > 1 || !line.push_texts(call.question.moves))
          return answer;
        const CastlingRights rights = line.position().castling();
        if (rights.mask() > 3 && (rights.mask() & 3) != 0)
          std::erase_if(answer->lines, [](const auto& each) {
            return each.move == "e8g8" || each.move == "e8c8";
          });
        answer->total = answer->lines.size();
        return answer;
      },
      nullptr, false);
  const auto compared = test::examined(generator, test::question(fen, 1));
  ASSERT_TRUE(compared);
  EXPECT_NE(compared->cause, Cause::Setup);
}

/// The moves after which a right is missing did not lose it.
TEST(Reading, MayBeBlamedForARightThatIsMissingAfterMoves) {
  const auto reader = misreader(
      [](const std::string& fen) {
        return fields_of(fen)[2].size() == 3 ? without_rights("KQkq")(fen) : fen;
      },
      false);
  const auto finding =
      test::examined(*reader, test::question("r3k2r/8/8/8/8/8/5q2/R3K3 w Qkq - 0 1", 2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown) << to_string(finding->cause);
  EXPECT_EQ(finding->candidates, std::vector{BugId::FenMisread});
  EXPECT_FALSE(finding->culprit);
}

/// A class of moves that are made wrong is that of a list from the FEN as well.
TEST(Reading, IsBlamedWhereItDropsTheSquareOfOneFile) {
  const auto reader = misreader(
      [](const std::string& fen) {
        return fields_of(fen)[3].starts_with("h") ? without_en_passant(fen) : fen;
      },
      false);
  const auto finding =
      test::examined(*reader, test::question("k7/8/8/6Pp/6K1/8/8/8 w - h6 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Setup) << to_string(finding->cause);
  EXPECT_EQ(class_name(*finding), "fen-misread");
}

/// One digit is read as less: the piece after it stands beside its square until it moves.
TEST(Reading, MayBeBlamedWhereOnePieceStandsOnTheNextFile) {
  const auto reader = misreader(
      [](const std::string& fen) {
        std::string read = fen;
        const std::size_t at = read.substr(0, read.find(' ')).find('7');
        if (at == std::string::npos) return read;
        // On the last file the empty square comes after the piece.
        return read[at + 1] == '/'
                   ? read
                   : read.substr(0, at) + "6" + read[at + 1] + "1" + read.substr(at + 2);
      },
      false);
  for (const char* const fen : {"7k/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/7R/8/8/8/4K3 w - - 0 1"}) {
    const auto finding = test::examined(*reader, test::question(fen, 1));
    ASSERT_TRUE(finding) << fen;
    EXPECT_EQ(finding->cause, Cause::Unknown) << fen << to_string(finding->cause);
    EXPECT_NE(std::ranges::find(finding->candidates, BugId::FenMisread), finding->candidates.end())
        << fen;
  }
}

/// White's officers give no check and have no moves: that the list is right where one is said to
/// have moved there proves nothing.
TEST(Reading, IsNotBlamedByAMoveThatIsNotListed) {
  const auto is_officer = [](const Position& position, Square square) {
    const auto piece = position.piece_on(square);
    return piece && piece->color == Color::White && piece->type != PieceType::Pawn &&
           piece->type != PieceType::King;
  };
  const auto without_officers = [is_officer](const Call& call) {
    Line line(*admitted(call.question.root));
    for (const std::string& move : call.question.moves) {
      if (is_officer(line.position(), *parse_square(move.substr(0, 2)))) return call.right();
      if (!line.push_text(move)) return call.right();
    }
    PositionParts parts = line.position().parts();
    for (const Square square : line.position().occupied())
      if (is_officer(line.position(), square)) parts.clear(square);
    parts.castling = CastlingRights();
    return reference::make_core_generator()->divide(
        reference::question_at(root_of(Position(parts)), {}, call.question.depth), {});
  };
  ScriptedGenerator subject(without_officers, nullptr, false);
  const auto finding =
      test::examined(subject, test::question("7k/5Np1/8/8/8/8/8/6K1 b - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->illegal.empty());
  EXPECT_NE(finding->cause, Cause::Setup) << class_name(*finding);
}

/// A piece that a FEN puts on h8 is on the board and in no list; one that moves there is in both.
TEST(Reading, MayBeBlamedWhereAPieceMovesOnceItHasMoved) {
  const auto core = std::shared_ptr<reference::Generator>(reference::make_core_generator());
  const auto drops = [core](const Call& call) {
    auto answer = core->divide(call.question, {});
    const auto parsed = parse_fen(call.question.root.fen);
    const bool stands = std::ranges::none_of(
        call.question.moves, [](const std::string& move) { return move.contains("h8"); });
    if (answer && call.question.depth == 1 && stands && parsed->position.piece_on(Square::H8)) {
      std::erase_if(answer->lines, [](const auto& line) { return line.move.starts_with("h8"); });
      answer->total = answer->lines.size();
    }
    return answer;
  };
  ScriptedGenerator subject(drops, nullptr, false);
  Question question;
  question.root.fen = "r3k2r/8/8/8/8/8/8/4K3 b - - 0 1";
  question.depth = 1;
  const auto finding = test::examined(subject, question);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_TRUE(std::ranges::any_of(finding->candidates,
                                  [](BugId each) { return each == BugId::FenMisread; }));
}

/// A square that is read in other positions is not read in each.
TEST(Reading, IsBlamedWhereItDropsTheSquareOnlyInCheck) {
  const auto subject = misreader(
      [](const std::string& fen) {
        return parse_fen(fen)->position.checkers().any() ? without_en_passant(fen) : fen;
      },
      false);
  Question question;
  question.root.fen = "4k3/8/8/2Pp4/4K3/8/8/8 w - d6 0 1";
  question.depth = 1;
  const auto finding = test::examined(*subject, question);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Setup);
}

/// The square of a FEN is lost, which its board does not show, and in check a capture is not listed
/// after the push either: "never captured" would be true of FENs alone.
TEST(Reading, OfALostSquareHidesAnotherBugOfTheCapture) {
  const auto examine = [](bool lists_in_check) {
    ScriptedGenerator subject([=](const Call& call) {
      return test::changed(call, [&](reference::Divide& divide) {
        Line line(*admitted(call.question.root));
        if (call.question.depth != 1 || !line.push_texts(call.question.moves)) return;
        const Position& position = line.position();
        const bool is_lost =
            call.question.moves.empty() || (!lists_in_check && position.checkers().any());
        std::erase_if(divide.lines, [&](const reference::RootCount& each) {
          const auto move = find_legal(position, each.move);
          return is_lost && move && move->kind() == MoveKind::EnPassant;
        });
        // Another bug, which shows beside the square alone.
        if (lists_in_check && position.en_passant() && !is_lost && position.checkers().any())
          divide.lines.insert(divide.lines.begin(), {"c5c6", 1});
        divide.total = sum_of_lines(divide);
      });
    });
    Question question;
    question.root.fen = "4k3/8/8/2PpP3/2K5/8/8/8 w - d6 0 1";
    question.depth = 1;
    return test::examined(subject, question);
  };
  const auto evasion = examine(false);
  ASSERT_TRUE(evasion);
  EXPECT_EQ(evasion->cause, Cause::Generation);
  EXPECT_EQ(evasion->candidates, std::vector{BugId::EpEvasionMissing});
  const auto lost = examine(true);
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->cause, Cause::Setup);
}

/// It does keep rights, but a fresh process lists no castling here either.
TEST(Reading, ThatKeepsRightsIsNotBlamedForWhatAFreshProcessMissesToo) {
  std::string before;
  ScriptedGenerator subject(
      [&](const Call& call) {
        const auto placement = [](const std::string& fen) { return fen.substr(0, fen.find(' ')); };
        Question asked = call.question;
        if (call.since_restart == 1) before.clear();
        const std::string sent = asked.root.fen;
        if (placement(before) == placement(sent)) asked.root.fen = before;
        before = sent;
        auto answer = reference::make_core_generator()->divide(asked, {});
        const auto position = admitted(asked.root);
        if (answer && position && position->piece_on(Square::A6)) {
          std::erase_if(answer->lines, [](const auto& each) { return each.move == "e1c1"; });
          answer->total = reference::sum_of_lines(*answer);
        }
        return answer;
      },
      nullptr, /*shows_board=*/false);
  Question question;
  question.root.fen = "4k3/8/q7/8/8/1N6/8/R3K3 w Q - 1 2";
  question.depth = 1;
  const auto finding = test::examined(subject, question);
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Setup);
}

/// Rights that are read in other positions are not read in each.
TEST(Reading, MayBeBlamedWhereItDropsARightOnlyBesideAKingOffItsRank) {
  const auto subject = misreader(
      [](const std::string& fen) {
        const Square king = parse_fen(fen)->position.king(Color::White);
        return rank_of(king) == Rank::R1 ? fen : without_rights("kq")(fen);
      },
      false);
  const auto finding =
      test::examined(*subject, test::question("4k2r/3p1p1n/3P1p1K/5Pp1/6P1/8/8/8 b k - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_NE(std::ranges::find(finding->candidates, BugId::FenMisread), finding->candidates.end());
}

/// It adds the rights of a FEN to those that it has: all of them when it starts, none after moves.
TEST(Reading, IsBlamedWhereItDependsOnThePositionBefore) {
  const auto core = std::shared_ptr<reference::Generator>(reference::make_core_generator());
  ScriptedGenerator subject(
      [core, all = true](const Call& call) mutable {
        Question question = call.question;
        all = all || call.since_restart == 1;
        if (all && question.root.fen != kStartPosition)
          question.root.fen = with_all_rights(question.root.fen);
        all = all && question.moves.empty();
        return core->divide(question, {});
      },
      nullptr, false);
  Question question;
  question.root.fen = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
  question.depth = 1;
  const auto finding = test::examined(subject, question);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Setup);
  EXPECT_EQ(class_name(*finding), "fen-misread");
}

struct Reader {
  const char* what;
  MisreadFen misread;
  const char* fen;  // that shows it
  BugId bug_class;
};

const std::vector<Reader>& readers() {
  static const std::vector<Reader> kReaders{
      {"no rights", without_rights("KQkq"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
       BugId::FenCastlingIgnored},
      {"no rights, black to move", without_rights("KQkq"), "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
       BugId::FenCastlingIgnored},
      {"not Black's rights", without_rights("kq"), "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
       BugId::FenBlackRightsIgnored},
      {"not White's rights", without_rights("KQ"), "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1",
       BugId::FenMisread},
      {"kingside rights only", without_rights("Qq"), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
       BugId::FenMisread},
      {"a queenside right only beside a kingside one",
       [](const std::string& fen) {
         return fields_of(fen)[2].contains('K') ? fen : without_rights("Q")(fen);
       },
       "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", BugId::FenMisread},
      {"more rights than given", with_all_rights, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
       BugId::FenMisread},
      {"no en passant square", without_en_passant, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
       BugId::FenEpIgnored},
      {"no en passant square for Black",
       [](const std::string& fen) {
         return fields_of(fen)[1] == "b" ? without_en_passant(fen) : fen;
       },
       "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", BugId::FenMisread},
  };
  return kReaders;
}

std::optional<Finding> finding_of(const Reader& reader, bool shows_board) {
  return test::examined(*misreader(reader.misread, shows_board), test::question(reader.fen, 1));
}

/// A right of a position that was read before stays, until the process ends.
TEST(Reading, IsBlamedForARightOfThePositionBefore) {
  bool kept = false;
  ScriptedGenerator subject(
      [&](const Call& call) {
        Question read = call.question;
        kept = (kept && call.since_restart > 1) || read.root.fen.contains(" w K");
        const auto none = read.root.fen.find("K2R w - ");
        if (kept && none != std::string::npos) read.root.fen.replace(none + 6, 1, "K");
        return reference::make_core_generator()->divide(read, {});
      },
      nullptr, /*shows_board=*/false);
  const std::string without = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
  ASSERT_TRUE(subject.divide(test::question("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1), {}));
  const auto finding = test::examined(subject, test::question(without, 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"e1g1"});
  EXPECT_EQ(finding->cause, Cause::Setup);
  EXPECT_EQ(finding->bug_class, BugId::FenMisread) << class_name(*finding);
  EXPECT_TRUE(has_fact(*finding, Fact::KeepsRightsOfPositionBefore));
}

/// An answer that depends on the position before is laid to the reader that keeps something of it.
TEST(Reading, IsBlamedForWhatDependsOnThePositionBefore) {
  bool kept = false;
  ScriptedGenerator subject(
      [&](const Call& call) -> Answer<reference::Divide> {
        kept = (kept && call.since_restart > 1) || !call.question.root.fen.contains(" - - ");
        Question read = call.question;
        if (kept && read.root.fen.starts_with("4k3/8/8/3pP3/8/8/8/4K3 w - -"))
          read.root.fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        auto divide = reference::make_core_generator()->divide(read, {});
        if (divide && kept && read.root.fen.contains("5p2/6r1")) {
          divide->lines.push_back({"f7g6", 1});
          std::ranges::sort(divide->lines);
          ++divide->total;
        }
        return divide;
      },
      nullptr, /*shows_board=*/false);
  ASSERT_TRUE(subject.divide(test::question("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 1), {}));
  const auto finding =
      test::examined(subject, test::question("5k2/5p2/6r1/8/8/8/8/3K4 b - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"f7g6"});
  EXPECT_TRUE(has_fact(*finding, Fact::FreshProcessIsRight));
  EXPECT_EQ(finding->cause, Cause::Setup);
  EXPECT_TRUE(has_fact(*finding, Fact::KeepsEpSquareOfPositionBefore));
}

/// Nothing shows what is kept of it; the position before is part of the command all the same.
TEST(Reading, AListThatNeedsAPositionBeforeIsReproducedWithIt) {
  bool kept = false;
  ScriptedGenerator subject(
      [&](const Call& call) {
        kept = (kept && call.since_restart > 1) || call.question.root.fen.contains(" KQkq ");
        return test::changed(call, [&](reference::Divide& divide) {
          if (!kept || !call.question.root.fen.contains("5p2/6r1")) return;
          divide.lines.push_back({"f7g6", 1});
          std::ranges::sort(divide.lines);
          ++divide.total;
        });
      },
      nullptr, /*shows_board=*/false);
  ASSERT_TRUE(subject.divide(test::question(kStartPosition, 1), {}));
  const auto finding =
      test::examined(subject, test::question("5k2/5p2/6r1/8/8/8/8/3K4 b - - 0 1", 1));
  ASSERT_TRUE(finding);
  ASSERT_TRUE(reason_of<AskedBefore>(*finding));
  EXPECT_EQ(reproduce_command(*finding, ""),
            "verify -j 1 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' "
            "--fen '5k2/5p2/6r1/8/8/8/8/3K4 b - - 0 1' --depth 1");
  EXPECT_EQ(finding->cause, Cause::Unknown);
  EXPECT_EQ(finding->candidates, (std::vector{BugId::FenMisread, BugId::HashStale}));
  Finding other = *finding;
  other.blame({.illegal = {"d1d3"}, .missing = {}, .duplicate = {}});
  other.symptoms = "another list";
  RootCauses causes;
  EXPECT_EQ(causes.number_of(*finding), causes.number_of(other));
}

/// A board that is not cleared has the pieces of the position before.
TEST(Reading, IsBlamedForPiecesOfThePositionBefore) {
  std::optional<PositionParts> board;
  const auto keeps_pieces = [&](const Call& call) -> Answer<reference::Divide> {
    if (!call.question.moves.empty() || call.question.depth > 1) return call.right();
    if (call.since_restart == 1) board = parse_fen(kStartPosition)->position.parts();
    const Position position = parse_fen(call.question.root.fen)->position;
    PositionParts read = position.parts();
    for (int number = 0; number < kSquareCount; ++number) {
      const auto kept = Position(*board).piece_on(square_at(number));
      if (kept && kept->type != PieceType::King && !position.piece_on(square_at(number)))
        read.put(square_at(number), *kept);
    }
    board = read;
    reference::Divide divide;
    for (const Move move : legal_moves(Position(read)))
      divide.lines.push_back({to_uci(move, false), 1});
    std::ranges::sort(divide.lines);
    divide.total = divide.lines.size();
    return divide;
  };
  ScriptedGenerator subject(keeps_pieces, nullptr, /*shows_board=*/false);
  const auto examined = [](ScriptedGenerator& engine) {
    return test::examined(engine, test::question("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1));
  };
  const auto finding = examined(subject);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->cause, Cause::Setup);
  EXPECT_EQ(class_name(*finding), "fen-misread");
  EXPECT_TRUE(has_fact(*finding, Fact::KeepsPiecesOfPositionBefore));

  board.reset();
  ScriptedGenerator with_board(keeps_pieces);
  const auto acquitted = examined(with_board);
  ASSERT_TRUE(acquitted);
  EXPECT_NE(acquitted->cause, Cause::Setup) << "its own board is that of the FEN";
  EXPECT_FALSE(kept_of_position_before(*acquitted));
}

/// Moves of the position before stand in the list: it is not emptied, and the board is right.
TEST(Reading, IsNotBlamedForAListThatIsNotEmptied) {
  reference::Divide kept;
  ScriptedGenerator subject(
      [&](const Call& call) {
        if (call.since_restart == 1) kept = {};
        return changed(call, [&](reference::Divide& divide) {
          if (call.question.depth > 1) return;
          const reference::Divide right = divide;
          std::ranges::copy(kept.lines, std::back_inserter(divide.lines));
          std::ranges::sort(divide.lines);
          divide.total = divide.lines.size();
          kept = right;
        });
      },
      nullptr, /*shows_board=*/false);
  ASSERT_TRUE(subject.divide(test::question("k7/p7/P7/8/8/8/3R4/K7 w - - 0 1", 1), {}));
  const auto finding = test::examined(subject, test::question("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Setup);
  EXPECT_FALSE(kept_of_position_before(*finding));
}

/// Nor where it dies of what is left of the position before.
TEST(Reading, IsNotBlamedWhereItDoesNotAnswer) {
  std::string before;
  ScriptedGenerator subject(
      [&](const Call& call) -> Answer<reference::Divide> {
        if (call.since_restart == 1) before.clear();
        const std::string last = std::exchange(before, call.question.root.fen);
        if (last.empty() || last == call.question.root.fen) return call.right();
        if (!call.question.root.fen.starts_with("7k/7p"))
          return std::unexpected(reference::Failure{.kind = reference::FailureKind::Died,
                                                    .stage = reference::Stage::Perft,
                                                    .message = "x died"});
        return changed(call, [&](reference::Divide& divide) {
          divide.lines.push_back({"h1h2", 1});
          ++divide.total;
        });
      },
      nullptr, /*shows_board=*/false);
  ASSERT_TRUE(subject.divide(test::question("k7/p7/P7/8/8/8/3R4/K7 w - - 0 1", 1), {}));
  const auto finding = test::examined(subject, test::question("7k/7p/7P/8/8/8/8/7K w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Setup);
  EXPECT_FALSE(kept_of_position_before(*finding));
}

/// With K it gives the right on the queen's side, and with Q the one on the king's side. At the
/// finding castling on the king's side is not possible.
TEST(Reading, IsBlamedForOneLetterThatIsTakenForAnother) {
  ScriptedGenerator subject(
      [](const Call& call) {
        Question read = call.question;
        const auto rights = read.root.fen.find(" w ");
        if (rights != std::string::npos && read.root.fen != test::kStartFen)
          for (std::size_t at = rights + 3; read.root.fen[at] != ' '; ++at)
            if (read.root.fen[at] == 'K' || read.root.fen[at] == 'Q')
              read.root.fen[at] = read.root.fen[at] == 'K' ? 'Q' : 'K';
        if (const auto both = read.root.fen.find(" QK"); both != std::string::npos)
          read.root.fen.replace(both, 3, " KQ");
        return reference::make_core_generator()->divide(read, {});
      },
      nullptr, /*shows_board=*/false);
  const auto finding =
      test::examined(subject, test::question("1k6/8/8/8/8/8/6p1/R3K2R w K - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"e1c1"});
  EXPECT_EQ(finding->cause, Cause::Setup);
  EXPECT_EQ(class_name(*finding), "fen-misread");
}

/// The square of a FEN is taken for the one above it, on which pawns capture as well.
TEST(Reading, IsBlamedForASquareThatIsTakenForAnother) {
  ScriptedGenerator subject(
      [](const Call& call) {
        const std::vector<std::string> fields = fields_of(call.question.root.fen);
        if (fields[3] == "-") return call.right();
        Question read = call.question;
        read.root.fen = without_en_passant(read.root.fen);
        auto divide = reference::make_core_generator()->divide(read, {});
        if (divide && call.question.moves.empty() && call.question.depth == 1) {
          const Position position = parse_fen(read.root.fen)->position;
          const Square above = make_square(static_cast<File>(fields[3][0] - 'a'),
                                           static_cast<Rank>(fields[3][1] - '0'));
          for (const Square from : {Square::C6, Square::E6})
            if (above == Square::D7 && !position.piece_on(above) &&
                position.piece_on(from) == Piece{position.side_to_move(), PieceType::Pawn})
              divide->lines.push_back({fmt::format("{}d7", to_string(from)), 1});
          std::ranges::sort(divide->lines);
          divide->total = divide->lines.size();
        }
        return divide;
      },
      nullptr, /*shows_board=*/false);
  const auto finding =
      test::examined(subject, test::question("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->missing, std::vector<std::string>{"e5d6"});
  EXPECT_EQ(finding->cause, Cause::Setup);
  EXPECT_EQ(class_name(*finding), "fen-misread");
}

/// White castles without the right, and Black's right is not read.
TEST(Reading, IsNotBlamedForAFieldThatNoWrongMoveNeeds) {
  zoo::BugSet bugs(BugId::CastlingWithoutRight);
  bugs.add(BugId::FenBlackRightsIgnored);
  const auto subject = zoo::make_zoo_generator(bugs);
  const auto finding =
      test::examined(*subject, test::question("r3k3/8/8/8/8/8/8/R3K3 w q - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->illegal, std::vector<std::string>{"e1c1"});
  EXPECT_EQ(finding->cause, Cause::Generation);
  EXPECT_EQ(class_name(*finding), "castling-without-right");
}

/// Each reader with and without a model: one of them with a board, in a long run both and neither.
TEST(Reading, IsBlamedWhateverItMisreads) {
  bool odd = false;
  for (const Reader& reader : readers()) {
    odd = !odd;
    for (const bool known : {true, false}) {
      std::optional<HypothesesWithout> without;
      if (!known) without.emplace(reader.bug_class);
      for (const bool shows_board : {true, false}) {
        if (shows_board != (known == odd) && !is_long()) continue;
        const auto finding = finding_of(reader, shows_board);
        const std::string what = fmt::format("{}, {} model, {} board", reader.what,
                                             known ? "a" : "no", shows_board ? "a" : "no");
        ASSERT_TRUE(finding) << what;
        EXPECT_EQ(finding->cause, Cause::Setup) << what << ": " << to_string(finding->cause);
        // The board of one position shows that Black's square is lost, and not that White's is not.
        if (!shows_board || std::string_view(reader.what) != "no en passant square for Black") {
          EXPECT_EQ(class_name(*finding), to_string(reader.bug_class)) << what;
        }
      }
    }
  }
}

/// An engine that does not play a move that it does not list, and lists the moves of the position
/// before it: those say nothing of a FEN.
TEST(Reading, IsNotBlamedWhereTheMoveIsNotPlayed) {
  const std::string fen = "6r1/4k3/2R5/8/1Q6/8/8/2R1K3 b - - 0 3";
  ScriptedGenerator subject(
      [](const Call& call) {
        Question question = call.question;
        question.moves.clear();
        auto answer = reference::make_core_generator()->divide(question, {});
        if (answer && call.question.moves.empty() && question.depth == 1 &&
            question.root.fen.contains(" b ")) {
          answer->lines.push_back({"e7f8", 1});
          std::ranges::sort(answer->lines);
          ++answer->total;
        }
        return answer;
      },
      nullptr, /*shows_board=*/false);
  const auto finding = test::examined(subject, test::question(fen, 1));
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->cause, Cause::Setup) << class_name(*finding);
}

/// One that reads a piece into its list twice, or goes on with the list of the position before: a
/// field of a FEN that is misread lists no move twice.
TEST(Reading, IsNotBlamedForAMoveThatIsListedTwice) {
  ScriptedGenerator subject(
      [](const Call& call) {
        auto answer = call.right();
        if (answer && call.question.moves.empty() && call.question.depth == 1 &&
            call.question.root.fen.starts_with("3k4")) {
          answer->lines.push_back(answer->lines.front());
          std::ranges::sort(answer->lines);
          ++answer->total;
        }
        return answer;
      },
      nullptr, /*shows_board=*/false);
  const auto finding = test::examined(subject, test::question("3k4/8/8/8/8/8/R7/4K3 w - - 0 1", 1));
  ASSERT_TRUE(finding);
  EXPECT_FALSE(finding->duplicate.empty());
  EXPECT_NE(finding->cause, Cause::Setup) << class_name(*finding);
}

/// core on boards on which each white knight stands one square to the right, from every FEN.
Answer<reference::Divide> with_knights_to_the_right(Question question) {
  PositionParts parts = parse_fen(question.root.fen)->position.parts();
  const Position position(parts);
  const Piece knight{Color::White, PieceType::Knight};
  for (const Square square : position.pieces(knight.color, knight.type)) parts.clear(square);
  for (const Square square : position.pieces(knight.color, knight.type)) {
    if (square == Square::H8) continue;
    const auto next = static_cast<Square>(static_cast<int>(square) + 1);
    parts.clear(next);
    parts.put(next, knight);
  }
  question.root.fen = Position(parts).fen();
  return reference::make_core_generator()->divide(question, {});
}

const PiecesMisread* misread_pieces(const std::optional<Finding>& finding) {
  return finding ? reason_of<PiecesMisread>(*finding) : nullptr;
}

/// In the second one a knight shares its square with a pawn: its list is nobody's, and it is no
/// cause of its own.
TEST(Reading, OfPiecesThatStandElsewhereIsOneCause) {
  std::vector<Finding> findings;
  for (const char* const fen :
       {"4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/3NP3/8/8/4K3 w - - 0 1"}) {
    ScriptedGenerator subject(
        [](const Call& call) { return with_knights_to_the_right(call.question); }, nullptr,
        /*shows_board=*/false);
    const auto finding = test::examined(subject, test::question(fen, 1));
    const PiecesMisread* const misread = misread_pieces(finding);
    ASSERT_TRUE(misread) << fen;
    EXPECT_EQ(misread->letter, (Piece{Color::White, PieceType::Knight}));
    EXPECT_EQ(misread->as, misread->letter);
    EXPECT_EQ(misread->step, 1);
    EXPECT_EQ(finding->cause, Cause::Unknown) << "the engine shows no board";
    EXPECT_EQ(finding->candidates, std::vector{BugId::FenMisread});
    findings.push_back(*finding);
  }
  EXPECT_EQ(fault_key(findings[0]), fault_key(findings[1]));
}

/// Pieces that do not move, or move from another square, still stand in the way of others.
TEST(Reading, OfPiecesIsNotBlamedForWrongMovesOfThem) {
  const auto moved_wrongly = [](const Call& call, PieceType type, bool elsewhere) {
    auto answer = call.right();
    const auto position = parse_fen(call.question.root.fen)->position;
    if (!answer || !call.question.moves.empty() || call.question.depth > 1) return answer;
    for (reference::RootCount& line : answer->lines) {
      const Square from = *parse_square(line.move.substr(0, 2));
      if (position.piece_on(from) != Piece{Color::White, type}) continue;
      line.move =
          elsewhere && from != Square::H8
              ? to_string(static_cast<Square>(static_cast<int>(from) + 1)) + line.move.substr(2)
              : "";
    }
    std::erase_if(answer->lines, [](const auto& line) { return line.move.empty(); });
    std::ranges::sort(answer->lines);
    answer->total = answer->lines.size();
    return answer;
  };
  const std::pair<PieceType, const char*> kCases[] = {
      {PieceType::Pawn, "4k3/8/8/8/8/3P4/8/4K3 w - - 0 1"},
      {PieceType::Knight, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1"},
      {PieceType::Rook, "4k3/8/8/8/3R4/8/8/K7 w - - 0 1"}};
  for (const auto& [type, fen] : kCases)
    for (const bool elsewhere : {false, true}) {
      ScriptedGenerator subject(
          [&](const Call& call) { return moved_wrongly(call, type, elsewhere); }, nullptr,
          /*shows_board=*/false);
      const auto finding = test::examined(subject, test::question(fen, 1));
      ASSERT_TRUE(finding) << fen;
      EXPECT_FALSE(misread_pieces(finding)) << fen << " " << elsewhere;
    }
}

/// It reads no en passant square, and does not know how to play the double push either: then its
/// lists after moves do not acquit the reader.
TEST(Reading, IsNotAcquittedByAMoveThatIsNotPlayed) {
  const auto passes = [](Question question) {
    PositionParts parts = parse_fen(question.root.fen)->position.parts();
    if (question.moves.size() % 2 == 1) parts.side_to_move = ~parts.side_to_move;
    parts.en_passant.reset();
    question.root.fen = Position(parts).fen();
    question.moves.clear();
    return question;
  };
  for (const bool and_loses_a_move : {false, true}) {
    ScriptedGenerator subject(
        [&](const Call& call) {
          auto answer = reference::make_core_generator()->divide(passes(call.question), {});
          if (answer && and_loses_a_move && !call.question.moves.empty() && !answer->lines.empty())
            answer->total -= answer->lines.back().nodes, answer->lines.pop_back();
          return answer;
        },
        nullptr, /*shows_board=*/false);
    const auto finding =
        test::examined(subject, test::question("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 1));
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->cause, Cause::Unknown) << and_loses_a_move;
    EXPECT_FALSE(finding->bug_class) << class_name(*finding);
  }
}

/// The board is right, and the square of the king that is kept beside it is not: pins and checks go
/// unseen until the king has moved.
TEST(Reading, IsBlamedWhereTheKingIsNotFound) {
  const auto cause_if = [](bool king_is_found_once_it_moves, const char* fen,
                           const std::string& shown_after_moves = "") {
    test::ScriptedGenerator subject(
        [=](const Call& call) -> Answer<reference::Divide> {
          Line line(parse_fen(call.question.root.fen)->position);
          if (call.question.depth != 1 || !line.push_texts(call.question.moves))
            return call.right();
          const Position position = line.position();
          const Position root = parse_fen(call.question.root.fen)->position;
          const Color us = position.side_to_move();
          if (king_is_found_once_it_moves && root.king(us) != position.king(us))
            return call.right();
          reference::Divide divide = call.right().value();
          for (const MoveFacts& each : conceivable_moves(position))
            if (each.pseudo_legal && !each.legal) divide.lines.push_back({each.text, 1});
          std::ranges::sort(divide.lines);
          divide.total = divide.lines.size();
          return divide;
        },
        [=](const Question& asked, Answer<std::string> right) {
          return shown_after_moves.empty() || asked.moves.empty()
                     ? right
                     : Answer<std::string>(shown_after_moves);
        });
    const auto finding = test::examined(subject, test::question(fen, 1));
    EXPECT_TRUE(finding);
    return finding ? finding->cause : Cause::Unknown;
  };
  const char* const kPinned = "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1";
  EXPECT_EQ(cause_if(true, kPinned), Cause::Setup);
  EXPECT_EQ(cause_if(false, kPinned), Cause::Generation);
  EXPECT_EQ(cause_if(true, kPinned, "4k3/8/8/8/1b6/2N5/8/K7 w - - 0 1"), Cause::Generation)
      << "its board is another one after the moves";
  EXPECT_EQ(cause_if(true, "6k1/8/8/8/8/8/3p4/4K2R w K - 0 1"), Cause::Setup)
      << "with the right there is no step; the smallest position has one";
}

TEST(Retraction, LeadsToThePosition) {
  for (const char* const fen :
       {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "6k1/8/8/8/8/8/3p4/4K3 w - - 0 1"}) {
    const auto found = retractions(standard(fen), 3);
    EXPECT_FALSE(found.empty()) << fen;
    for (const Retraction& each : found) {
      const auto before = parse_fen(each.root);
      ASSERT_TRUE(before) << each.root.fen;
      Line line(before->position);
      ASSERT_TRUE(line.push_text(each.move)) << each.root.fen << " " << each.move;
      const std::string there = line.position().fen();
      EXPECT_TRUE(std::string(fen).starts_with(there.substr(0, there.find(' ')))) << there;
    }
  }
  EXPECT_EQ(retractions(standard("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), 3).front().move, "d7d5");
}

TEST(FailureSignature, IsWhereAndHowAndWhatWasSaid) {
  const auto crash = [](const char* message) {
    return failure_signature(FindingKind::Crash, message);
  };
  const std::string one =
      "X exited with code 1 at stage perft of `position fen 8/8 w - - 0 1`; on standard error: "
      "'Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 64 out of "
      "bounds for length 64 | … |    at Board.make(Board.java:12)'";
  const std::string other =
      "X exited with code 1 at stage perft of `position fen 7k/8 b - - 3 9`; on standard error: "
      "'Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 71 out of "
      "bounds for length 64 | … |    at Board.attacked(Board.java:99)'";
  EXPECT_EQ(crash(one.c_str()), crash(other.c_str()));
  EXPECT_NE(crash("X was killed by signal 11 (Segmentation fault) at stage perft of `go`"),
            crash("X was killed by signal 6 (Aborted) at stage perft of `go`"));
  EXPECT_NE(crash("X was killed by signal 11 (Segmentation fault) at stage perft of `go`"),
            crash("X was killed by signal 11 (Segmentation fault) at stage position of `go`"));
  EXPECT_NE(crash("X exited with code 1 at stage perft of `go`; on standard error: 'IndexError'"),
            crash("X exited with code 1 at stage perft of `go`; on standard error: 'KeyError'"));
}

/// An engine that prints its board before it dies prints another one each time.
TEST(FailureSignature, IsTheLastWordsWhateverStandsBefore) {
  const auto crash = [](const char* board, const char* words) {
    return failure_signature(
        FindingKind::Crash,
        fmt::format("X was killed by signal 6 (Aborted) at stage perft of `go`; on standard error: "
                    "'{} | {}'",
                    board, words));
  };
  for (const char* const words :
       {"terminate called after throwing an instance of 'std::runtime_error' |   what():  No king",
        "engine: board.cpp:12: void put(): Assertion `empty' failed.",
        "thread 'main' panicked at src/board.rs:12:5: | no king"})
    EXPECT_EQ(crash("WHITE | x x k", words), crash("BLACK | K x x | x x k", words)) << words;
  EXPECT_NE(crash("WHITE | x x k", "terminate called after throwing |   what():  No king"),
            crash("WHITE | x x k", "terminate called after throwing |   what():  No rook"));
}

TEST(FailureSignature, IsTheSameForEveryPositionAndMoveThatIsComplainedOf) {
  const auto crash = [](const std::string& complaint) {
    return failure_signature(
        FindingKind::Crash,
        "X exited with code 1 at stage perft of `go`; on standard error: '" + complaint + "'");
  };
  const auto trace = [&](const std::string& source, const std::string& error) {
    return crash(
        "Traceback (most recent call last): |   File \"e.py\", line 79, in <module> |     " +
        source + " |     ~~~^^^ | " + error);
  };
  EXPECT_EQ(trace("board.push(m)", "AssertionError: push() got e3e5 in 4k3/4p3/8/8/8/8/8/4K3"),
            trace("total += perft(b, d)",
                  "AssertionError: push() got a7a8q in rnbqkbnr/pppppppp/PPPPPPPP/RNBQKBNR"));
  EXPECT_NE(trace("board.push(m)", "AssertionError: push() got e3e5"),
            trace("board.push(m)", "AssertionError: pop() got e3e5"));
  EXPECT_EQ(crash("assert: no piece on e4 (w KQkq -)"),
            crash("assert: no piece on h8 (b - e3 0 1)"));
  EXPECT_EQ(crash("illegal move O-O-O!"), crash("illegal move Nbxd7+!"));
  EXPECT_NE(crash("illegal move O-O-O!"), crash("unknown move O-O-O!"));
}

/// Its own board has other pieces on the squares of the FEN, its pieces elsewhere, or a part of
/// them.
TEST(Reading, IsBlamedForPiecesThatArePutElsewhere) {
  const auto cause_if_it_shows = [](const std::string& shown) {
    Finding finding;
    finding.kind = FindingKind::RejectedPosition;
    finding.root.fen = finding.fen = "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1";
    finding.reasons = {Failed{
        {.kind = reference::FailureKind::RejectedPosition,
         .stage = reference::Stage::Board,
         .message = "x was sent `position fen " + finding.fen + "` and shows `" + shown + "`: …"},
        {}}};
    ScriptedGenerator subject(nullptr);
    const auto mailbox = mailbox::make_mailbox_generator();
    return Diagnosis(subject, *mailbox, {}).examine(finding, 0, nullptr).front().cause;
  };
  EXPECT_EQ(cause_if_it_shows("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1"), Cause::Setup);
  EXPECT_EQ(cause_if_it_shows("3k4/3p4/8/8/8/8/8/3K4 w - - 0 1"), Cause::Setup);
  EXPECT_EQ(cause_if_it_shows("4k3/8/8/8/8/8/8/8 w - - 0 1"), Cause::Unknown);
  EXPECT_EQ(cause_if_it_shows(test::kStartFen), Cause::Unknown) << "it may have been refused";
}

}  // namespace
}  // namespace perft_verify::verifier
