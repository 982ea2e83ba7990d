// The table of classes is a contract: names are stable, texts are complete.
#include "verifier/classify/classes/classes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "reference/zoo/bugs.h"

namespace perft_verify::verifier {
namespace {

std::vector<BugClass> all_classes() {
  std::vector<BugClass> all;
  for (const ClassFamily& family : class_families())
    all.insert(all.end(), family.classes.begin(), family.classes.end());
  return all;
}

TEST(Classes, AreAtLeastEightyWithNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const BugClass& each : all_classes()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name << " twice";
    EXPECT_EQ(each.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string_view::npos)
        << each.name;
  }
  EXPECT_GE(names.size(), 80U);
}

TEST(Classes, SayWhatWhereAndHow) {
  std::set<std::string_view> titles;
  for (const BugClass& each : all_classes()) {
    EXPECT_TRUE(titles.insert(each.title).second) << each.name << ": title twice";
    EXPECT_FALSE(each.title.ends_with('.')) << each.name;
    for (const std::string_view text : {each.what, each.where, each.fix}) {
      EXPECT_GE(text.size(), 15U) << each.name;
      EXPECT_TRUE(text.ends_with('.')) << each.name << ": " << text;
      EXPECT_FALSE(text.contains("  ")) << each.name << ": " << text;
    }
    EXPECT_GE(each.what.size() + each.where.size() + each.fix.size(), 100U) << each.name;
  }
}

TEST(Classes, EveryBugOfTheZooHasItsClass) {
  for (const zoo::Bug& bug : zoo::bugs())
    EXPECT_NE(find_class(bug.expected_class()), nullptr) << bug.name;
}

TEST(Classes, AreFoundByNameAndByOtherNames) {
  EXPECT_EQ(find_class("king-xray")->name, "king-xray");
  EXPECT_EQ(find_class("ep-diagonal-reveal")->name, "ep-diagonal-pin");
  EXPECT_EQ(find_class("castling-promotion-capture")->name, "castling-rook-captured-by-promotion");
  EXPECT_EQ(find_class("no-such-class"), nullptr);
  EXPECT_EQ(find_class(""), nullptr);
}

TEST(Classes, SuggestWhatWasMeant) {
  EXPECT_EQ(similar_classes("king-xry").front(), "king-xray");
  EXPECT_EQ(similar_classes("pin-ignord").front(), "pin-ignored");
  EXPECT_TRUE(similar_classes("completely-different-thing").empty());
  EXPECT_TRUE(similar_classes(std::string(1'000'000, 'x')).empty());
}

}  // namespace
}  // namespace perft_verify::verifier
