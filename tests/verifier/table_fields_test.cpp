// The field that the keys of a table lack is told by pairs of questions.
#include "verifier/classify/table_fields.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>

#include "core/line.h"
#include "core/movegen.h"
#include "tests/verifier/support/scripted_generator.h"

namespace perft_verify::verifier {
namespace {

using namespace test;

/// The key of a position in an engine's table, with that many plies below it.
using Key = std::function<std::string(Position position, int depth)>;

/// Counts with a table that is empty at the start, and that is not asked about the last plies.
ScriptedGenerator::Script counts_with_table(Key key, int least_depth) {
  auto table = std::make_shared<std::map<std::string, std::uint64_t>>();
  auto count = std::make_shared<std::function<std::uint64_t(const Position&, int)>>();
  *count = [table, key = std::move(key), least_depth, self = count.get()](
               const Position& position, int depth) -> std::uint64_t {
    if (depth == 0) return 1;
    const std::string place = key(position, depth);
    if (depth >= least_depth)
      if (const auto known = table->find(place); known != table->end()) return known->second;
    std::uint64_t nodes = 0;
    for (const Move move : legal_moves(position)) nodes += (*self)(position.after(move), depth - 1);
    if (depth >= least_depth) (*table)[place] = nodes;
    return nodes;
  };
  return [=](const Call& call) {
    if (call.since_restart == 1) table->clear();
    return changed(call, [&](Divide& divide) {
      Line line(*admitted(call.question.root));
      ASSERT_TRUE(line.push_texts(call.question.moves));
      for (reference::RootCount& each : divide.lines)
        each.nodes = (*count)(line.position().after(*find_legal(line.position(), each.move)),
                              call.question.depth - 1);
      divide.total = sum_of_lines(divide);
    });
  };
}

std::string key_of(const Position& position, const std::function<void(PositionParts&)>& omit,
                   int depth) {
  PositionParts parts = position.parts();
  parts.halfmove_clock = 0;
  parts.fullmove_number = 1;
  omit(parts);
  return Position(parts).fen() + std::to_string(depth);
}

std::optional<BugId> told(const std::function<void(PositionParts&)>& omit, bool with_depth,
                          int least_depth) {
  ScriptedGenerator subject(
      counts_with_table([&](const Position& position,
                            int depth) { return key_of(position, omit, with_depth ? depth : 0); },
                        least_depth));
  ProbedSubject probed(subject, {});
  probed.begin();
  const auto found = field_left_out(probed);
  return found ? found->bug_class : std::nullopt;
}

TEST(TableFields, TheOneThatIsLeftOutIsTold) {
  const auto nothing = [](PositionParts&) {};
  const auto side = [](PositionParts& parts) { parts.side_to_move = Color::White; };
  const auto square = [](PositionParts& parts) { parts.en_passant.reset(); };
  const auto rights = [](PositionParts& parts) { parts.castling = {}; };
  for (const int least : {1, 3}) {
    EXPECT_EQ(told(nothing, true, least), std::nullopt) << least;
    EXPECT_EQ(told(nothing, false, least), BugId::HashOmitsDepth) << least;
    EXPECT_EQ(told(side, true, least), BugId::HashOmitsSide) << least;
    EXPECT_EQ(told(square, true, least), BugId::HashOmitsEp) << least;
    EXPECT_EQ(told(rights, true, least), BugId::HashOmitsCastling) << least;
  }
}

/// Answers about positions that have been asked before are wrong, whatever stood between.
TEST(TableFields, AKeyThatDriftsIsNoFieldThatIsLeftOut) {
  std::map<std::string, int> asked;
  ScriptedGenerator subject([&](const Call& call) {
    if (call.since_restart == 1) asked.clear();
    const bool drifts = asked.contains(call.question.root.fen);
    ++asked[call.question.root.fen];
    return changed(call, [&](Divide& divide) {
      if (!drifts || divide.lines.empty()) return;
      --divide.lines.front().nodes;
      --divide.total;
    });
  });
  ProbedSubject probed(subject, {});
  probed.begin();
  EXPECT_FALSE(field_left_out(probed));
}

}  // namespace
}  // namespace perft_verify::verifier
