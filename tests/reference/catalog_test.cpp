// The catalog is a contract: names are stable, texts are complete.
#include "reference/catalog/catalog.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "reference/zoo/bugs.h"

namespace perft_verify {
namespace {

TEST(Catalog, EachBugHasANameAndATitleOfItsOwn) {
  std::set<std::string_view> names;
  std::set<std::string_view> titles;
  for (const CatalogEntry& each : catalog()) {
    const std::string_view name = each.text.name;
    EXPECT_EQ(&entry_of(each.id), &each) << name;
    EXPECT_TRUE(names.insert(name).second) << name << " twice";
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string_view::npos)
        << name;
    EXPECT_TRUE(titles.insert(each.text.title).second) << name << ": title twice";
    EXPECT_FALSE(each.text.title.ends_with('.')) << name;
    EXPECT_NE(each.cause, Cause::Unknown) << name;
  }
}

TEST(Catalog, ClassesSayWhatWhereAndHow) {
  for (const CatalogEntry& each : catalog()) {
    if (!each.is_class()) continue;
    const auto& [name, title, what, where, fix] = each.text;
    for (const std::string_view text : {what, where, fix}) {
      EXPECT_GE(text.size(), 15U) << name;
      EXPECT_TRUE(text.ends_with('.')) << name << ": " << text;
      EXPECT_FALSE(text.contains("  ")) << name << ": " << text;
    }
    EXPECT_GE(what.size() + where.size() + fix.size(), 100U) << name;
  }
}

TEST(Catalog, VariantsAreBugsOfTheZooWithAClass) {
  for (const CatalogEntry& each : catalog()) {
    if (each.is_class()) continue;
    EXPECT_TRUE(entry_of(each.bug_class).is_class()) << each.text.name;
    EXPECT_TRUE(zoo::find_bug(each.text.name)) << each.text.name;
  }
}

TEST(Catalog, ClassesAreFoundByNameAndByOtherNames) {
  EXPECT_EQ(find_class("king-xray")->id, BugId::KingXray);
  EXPECT_EQ(find_class("ep-diagonal-reveal")->id, BugId::EpDiagonalPin);
  EXPECT_EQ(find_class("castling-promotion-capture")->id, BugId::CastlingRookCapturedByPromotion);
  EXPECT_EQ(find_class("king-xray-diagonal"), nullptr) << "a variant";
  EXPECT_EQ(find_class("no-such-class"), nullptr);
  EXPECT_EQ(find_class(""), nullptr);
}

TEST(Catalog, SuggestsWhatWasMeant) {
  EXPECT_EQ(similar_classes("king-xry").front(), "king-xray");
  EXPECT_EQ(similar_classes("pin-ignord").front(), "pin-ignored");
  EXPECT_TRUE(similar_classes("completely-different-thing").empty());
  EXPECT_TRUE(similar_classes(std::string(1'000'000, 'x')).empty());
}

}  // namespace
}  // namespace perft_verify
