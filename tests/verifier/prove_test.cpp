// Families of positions that are tried whole.
#include "verifier/tools/prove/prove.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "core/text/sha256.h"
#include "reference/core_generator.h"
#include "reference/mailbox/mailbox_generator.h"
#include "reference/zoo/zoo_generator.h"
#include "tests/support/share.h"
#include "tests/verifier/support/lying_generator.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/locate/ask.h"
#include "verifier/tools/prove/digests.h"

namespace perft_verify::verifier {
namespace {

using testing::IsEmpty;

const Family& family(std::string_view name) {
  for (const Family& each : families())
    if (each.name == name) return each;
  throw std::invalid_argument(std::string(name));
}

ProveOptions options_for(std::string_view name, const char* bug) {
  ProveOptions options;
  options.families = {&family(name)};
  options.max_findings = 1;
  zoo::BugSet set;
  if (bug != nullptr) set.add(zoo::find_bug(bug).value().id, std::nullopt);
  options.subject = [set] { return zoo::make_zoo_generator(set); };
  options.reference = [] { return reference::make_core_generator(); };
  options.inspector.live_reference = options.reference;
  return options;
}

/// SHA-256 of what a generator answers to all positions of a family, in their order, and how many
/// there are.
struct FamilyAnswers {
  std::uint64_t positions = 0;
  std::string digest;
};

reference::Answer<FamilyAnswers> answers_of(const Family& family, reference::Generator& generator) {
  FamilyAnswers result;
  std::optional<reference::Failure> failure;
  std::string text;
  family.all([&](const Position& position) {
    const FuzzCase each = case_of(position, family.depth, ++result.positions);
    const auto answer = ask_reference(generator, each.question, {});
    if (!answer) {
      failure = answer.error();
      return false;
    }
    text += each.question.root.fen;
    for (const reference::RootCount& line : answer->lines)
      text += fmt::format(" {} {}", line.move, line.nodes);
    text += '\n';
    // In pieces, so that not all of it has to be kept.
    if (text.size() > (std::size_t{1} << 20)) text = sha256_of(text);
    return true;
  });
  if (failure) return std::unexpected(*failure);
  result.digest = sha256_of(text);
  return result;
}

TEST(Prove, DigestsAreThoseOfCoreAndMailbox) {
  const bool all = is_long();
  for (const Family& each : families()) {
    if (!all && each.positions > 30'000) continue;
    const auto core = answers_of(each, *reference::make_core_generator());
    const auto mailbox = answers_of(each, *mailbox::make_mailbox_generator());
    ASSERT_TRUE(core && mailbox) << each.name;
    if (all) std::cout << each.name << " " << core->positions << " " << core->digest << std::endl;
    EXPECT_EQ(core->digest, mailbox->digest) << each.name;
    EXPECT_EQ(core->digest, each.digest) << each.name;
    EXPECT_EQ(core->positions, each.positions) << each.name;
  }
}

TEST(Prove, ProvesARightGenerator) {
  const ProveResult result = prove(options_for("leapers", nullptr), {});
  ASSERT_EQ(result.families.size(), 1U);
  EXPECT_TRUE(result.families[0].proved());
  EXPECT_THAT(result.findings, IsEmpty());
}

TEST(Prove, RefutesAWrongOne) {
  for (const auto& [name, bug] :
       {std::pair{"leapers", "knight-table-entry"}, std::pair{"leapers", "king-table-entry"},
        std::pair{"castling", "castling-through-check"}, std::pair{"pins", "pin-ignored"},
        std::pair{"sliders", "slider-blocker-ignored"},
        std::pair{"en-passant", "ep-horizontal-pin"}}) {
    const ProveResult result = prove(options_for(name, bug), {});
    EXPECT_TRUE(result.families[0].refuted) << bug;
    EXPECT_EQ(result.findings.size(), 1U) << bug;
  }
}

TEST(Prove, RefutesNoRightOneWhereTheReferenceLies) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random(seed);
    const test::Lie lie = test::drawn_lie(random);
    ProveOptions options = options_for("leapers", nullptr);
    options.reference = options.inspector.live_reference =
        liar(options.reference, lie, std::make_shared<test::LiesTold>());
    options.inspector.second_reference = mailbox::make_mailbox_generator;
    const ProveResult result = prove(options, {});
    const FamilyResult& family = result.families[0];
    EXPECT_FALSE(family.refuted) << seed << ": " << to_string(lie);
    EXPECT_THAT(family.wrong_pieces, IsEmpty()) << seed;
    EXPECT_THAT(result.findings, IsEmpty()) << seed;
    EXPECT_EQ(family.proved(), family.differing == 0) << seed;
    EXPECT_EQ(family.differing == 0, result.undecided.empty()) << seed << ": " << to_string(lie);
  }
}

TEST(Prove, DoesNotProveWhatTheTimeDoesNotSufficeFor) {
  ProveOptions options = options_for("sliders", nullptr);
  options.seconds = 0.05;
  const ProveResult result = prove(options, {});
  EXPECT_FALSE(result.families[0].whole);
  EXPECT_FALSE(result.families[0].proved());
  EXPECT_FALSE(result.families[0].refuted);
}

TEST(Prove, IsTheSameWithMoreWorkers) {
  ProveOptions options = options_for("leapers", "knight-table-entry");
  options.max_findings.reset();
  const ProveResult one = prove(options, {});
  options.jobs = 3;
  const ProveResult three = prove(options, {});
  EXPECT_TRUE(one.families[0].whole);
  EXPECT_GT(one.families[0].differing, 1U);
  EXPECT_EQ(three.families[0].positions, one.families[0].positions);
  EXPECT_EQ(three.families[0].differing, one.families[0].differing);
  EXPECT_EQ(three.nodes, one.nodes);
  ASSERT_EQ(three.findings.size(), one.findings.size());
  EXPECT_EQ(three.findings[0].finding.fen, one.findings[0].finding.fen);
  EXPECT_EQ(three.findings[0].positions, one.findings[0].positions);
}

TEST(Prove, GoesOnAfterWhatHasAgreedBefore) {
  ProveOptions options = options_for("leapers", nullptr);
  std::vector<Agreed> notes;
  options.note = [&notes](const Family&, const Agreed& agreed) { notes.push_back(agreed); };
  const ProveResult whole = prove(options, {});
  ASSERT_GT(notes.size(), 2U);
  EXPECT_EQ(notes.back().positions, kLeapers.positions);
  EXPECT_EQ(notes.back().nodes, whole.nodes);
  options.agreed_before.emplace("leapers", notes[1]);
  const ProveResult rest = prove(options, {});
  EXPECT_EQ(rest.families[0].remembered, notes[1].positions);
  EXPECT_EQ(rest.families[0].positions, kLeapers.positions);
  EXPECT_EQ(rest.nodes, whole.nodes);
  EXPECT_TRUE(rest.families[0].proved());
  // Remembered positions are not asked: a wrong subject is not noticed there.
  ProveOptions wrong = options_for("leapers", "knight-table-entry");
  wrong.agreed_before.emplace("leapers", notes.back());
  EXPECT_TRUE(prove(wrong, {}).families[0].proved());
}

TEST(Prove, NotesNothingFromTheFirstDifferenceOn) {
  ProveOptions options = options_for("leapers", "knight-table-entry");
  options.max_findings.reset();
  std::uint64_t noted = 0;
  options.note = [&noted](const Family&, const Agreed& agreed) { noted = agreed.positions; };
  const ProveResult result = prove(options, {});
  EXPECT_TRUE(result.families[0].whole);
  EXPECT_LT(noted, result.families[0].positions - result.families[0].differing);
}

TEST(Prove, SamplesWhatNoFamilyHas) {
  ProveOptions options = options_for("leapers", nullptr);
  options.families.clear();
  options.sample = 500;
  const ProveResult right = prove(options, {});
  ASSERT_EQ(right.samples.size(), 2U);
  EXPECT_GT(right.samples[0].positions, 500U) << "rows of the gate";
  EXPECT_GE(right.samples[1].positions, 500U);
  for (const SampleResult& each : right.samples) EXPECT_EQ(each.differing, 0U) << each.name;
  EXPECT_THAT(right.findings, IsEmpty());
  // Both samples show a bug that only moves and taking them back show.
  options.subject = options_for("leapers", "unmake-promotion").subject;
  const ProveResult wrong = prove(options, {});
  for (const SampleResult& each : wrong.samples) EXPECT_GT(each.differing, 0U) << each.name;
  ASSERT_FALSE(wrong.findings.empty());
  EXPECT_EQ(class_name(wrong.findings[0].finding), "unmake-promotion");
}

/// The squares between a slider and the edge, the last one left out, are those that matter.
Bitboard relevant_squares(PieceType type, Square square) {
  Bitboard relevant;
  for (const Square end : attacks(type, square, kNoSquares)) relevant |= between(square, end);
  return relevant;
}

TEST(Prove, FindsEveryWrongEntryOfASliderThatWasTried) {
  std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
  const auto below = [&random](std::size_t size) {
    return static_cast<std::size_t>(random() % size);
  };
  // In one walk through the family: which entries does some position show, with which targets?
  struct Entry {
    PieceType type;
    Square square;
    Bitboard relevant;
    Bitboard blockers;
    Square target;
    bool found = false;
  };
  std::vector<Entry> entries;
  for (int at = 0; at < 1000; ++at) {
    const PieceType type = below(2) == 0 ? PieceType::Bishop : PieceType::Rook;
    const Square square = square_at(static_cast<int>(below(64)));
    const Bitboard relevant = relevant_squares(type, square);
    const Bitboard blockers = relevant & Bitboard{random()};
    const Bitboard targets = attacks(type, square, blockers);
    std::size_t skip = below(static_cast<std::size_t>(targets.count()));
    for (const Square target : targets)
      if (skip-- == 0) entries.push_back({type, square, relevant, blockers, target});
  }
  // A wrong entry shows in every position with its blockers, and only those positions matter.
  family("sliders").all([&](const Position& position) {
    for (Entry& each : entries) {
      const auto piece = position.piece_on(each.square);
      if (each.found || !piece || piece->type != each.type || piece->color != Color::White)
        continue;
      if ((position.occupied() & each.relevant) != each.blockers) continue;
      const std::string move = to_string(each.square) + to_string(each.target);
      test::ScriptedGenerator subject(
          [&move](const test::Call& call) {
            return test::changed(call, [&move](reference::Divide& divide) {
              divide.total -= std::erase_if(
                  divide.lines, [&move](const auto& line) { return line.move == move; });
            });
          },
          nullptr, /*shows_board=*/false);
      FuzzCase one;
      one.position = position;
      one.question.root.fen = position.fen();
      one.question.depth = 1;
      const auto right = reference::make_core_generator();
      each.found = !compare_batch({one}, subject, *right, {}).suspects.empty();
    }
    return true;
  });
  for (const Entry& each : entries)
    EXPECT_TRUE(each.found) << to_string(each.type) << " on " << to_string(each.square);
}

}  // namespace
}  // namespace perft_verify::verifier
