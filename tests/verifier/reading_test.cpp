// Faults of an engine's FEN reader are distinguished from those of its generator, and failures of
// one cause from others.
#include "verifier/classify/reading.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/fen.h"
#include "core/line.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "verifier/classify/diagnosis.h"
#include "verifier/classify/failure_signature.h"
#include "verifier/classify/positions/retraction.h"
#include "verifier/locate/bisect.h"

namespace perft_verify::verifier {
namespace {

using reference::Question;

/// An engine that does not show its board.
class Blind final : public reference::Generator {
 public:
  explicit Blind(std::unique_ptr<Generator> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] reference::Identity identity() const override { return inner_->identity(); }
  reference::Answer<reference::Divide> divide(const Question& question,
                                              std::stop_token stop) override {
    return inner_->divide(question, stop);
  }
  [[nodiscard]] bool shows_board() const override { return false; }
  reference::Answer<std::string> board(const Question& question, std::stop_token stop) override {
    return inner_->board(question, stop);
  }
  void restart() override {}

 private:
  std::unique_ptr<Generator> inner_;
};

/// At the bug's own example.
std::optional<Finding> finding_of(const zoo::Bug& bug, bool blind) {
  std::unique_ptr<reference::Generator> subject = zoo::make_zoo_generator(zoo::BugSet(bug.id));
  if (blind) subject = std::make_unique<Blind>(std::move(subject));
  const auto mailbox = mailbox::make_mailbox_generator();
  const auto parsed = parse_fen(bug.fen);
  Question question;
  question.root = parsed->position.fen();
  question.chess960 = parsed->position.chess960();
  question.depth = bug.depth;
  auto ours = subject->divide(question, {});
  auto theirs = mailbox->divide(question, {});
  if (!ours || !theirs) return std::nullopt;
  auto finding = Bisection(*subject, *mailbox, question, {}).locate(*ours, *theirs);
  if (!finding) return std::nullopt;
  return Diagnosis(*subject, *mailbox, {}).examine(std::move(*finding), 0, nullptr).front();
}

TEST(Reading, IsBlamedWhereTheBoardShowsIt) {
  std::size_t readers = 0;
  for (const zoo::Bug& bug : zoo::bugs()) {
    if (bug.cause != zoo::Cause::Setup || bug.probe == zoo::Probe::Board) continue;
    ++readers;
    const auto finding = finding_of(bug, false);
    ASSERT_TRUE(finding) << bug.name;
    EXPECT_EQ(finding->cause, Cause::Setup) << bug.name;
    EXPECT_EQ(finding->bug_class, bug.expected_class());
    EXPECT_EQ(finding->root, finding->fen) << bug.name;
    EXPECT_TRUE(finding->path.empty()) << bug.name;
    EXPECT_FALSE(finding->culprit) << bug.name;
  }
  EXPECT_GE(readers, 6U);
}

TEST(Reading, IsNeverTakenForSomethingElseWithCertainty) {
  for (const zoo::Bug& bug : zoo::bugs()) {
    if (bug.cause != zoo::Cause::Setup || bug.probe == zoo::Probe::Board) continue;
    const auto finding = finding_of(bug, true);
    ASSERT_TRUE(finding) << bug.name;
    EXPECT_TRUE(finding->cause == Cause::Setup || finding->cause == Cause::Unknown)
        << bug.name << ": " << to_string(finding->cause);
    if (finding->cause == Cause::Unknown) {
      EXPECT_EQ(finding->bug_class, "unclassified") << bug.name;
      EXPECT_NE(std::ranges::find(finding->candidates, bug.expected_class()),
                finding->candidates.end())
          << bug.name;
    }
  }
}

TEST(Reading, IsAcquittedWhereTheListIsWrongByWayOfTheMovesToo) {
  for (const char* const name : {"ep-missing", "pin-ignored", "king-xray", "castling-into-check"}) {
    const auto finding = finding_of(zoo::find_bug(name).value(), true);
    ASSERT_TRUE(finding) << name;
    EXPECT_EQ(finding->cause, Cause::Generation) << name;
    EXPECT_EQ(finding->bug_class, name);
  }
}

TEST(Reading, NamesWhatABoardLacks) {
  const std::string all = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const auto misread = [&](const char* shown) { return class_of_misread_board(shown, all, false); };
  EXPECT_EQ(misread("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"), "fen-castling-ignored");
  EXPECT_EQ(misread("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "fen-black-rights-ignored");
  EXPECT_EQ(misread("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"), "fen-side-ignored");
  EXPECT_EQ(misread("r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1"), "fen-misread");
  EXPECT_EQ(misread(all.c_str()), std::nullopt);
}

TEST(Retraction, LeadsToThePosition) {
  for (const char* const fen :
       {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"}) {
    const auto found = retractions(fen, false, 3);
    EXPECT_FALSE(found.empty()) << fen;
    for (const Retraction& each : found) {
      const auto before = parse_fen(each.fen);
      ASSERT_TRUE(before) << each.fen;
      Line line(before->position);
      ASSERT_TRUE(line.push_text(each.move)) << each.fen << " " << each.move;
      const std::string there = line.position().fen();
      EXPECT_TRUE(std::string(fen).starts_with(there.substr(0, there.find(' ')))) << there;
    }
  }
  EXPECT_EQ(retractions("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false, 3).front().move, "d7d5");
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

}  // namespace
}  // namespace perft_verify::verifier
