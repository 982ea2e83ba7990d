#include "reference/catalog/catalog.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/edits.h"

namespace perft_verify {
namespace {

constexpr auto kCatalog = [] {
  std::array<CatalogEntry, kBugCount> all{};
  std::size_t at = 0;
  std::string_view family;
#define FAMILY(title) family = title;
#define CLASS(id, name, cause, ...) \
  all[at++] = {BugId::id, BugId::id, family, Cause::cause, {name, __VA_ARGS__}};
#define VARIANT(id, name, cause, of, title) \
  all[at++] = {BugId::id, BugId::of, family, Cause::cause, {name, title, "", "", ""}};
#include "reference/catalog/bugs-inl.h"
  return all;
}();

/// Names that others use for the same class.
constexpr std::pair<std::string_view, BugId> kAliases[] = {
    {"ep-diagonal-reveal", BugId::EpDiagonalPin},
    {"ep-rank-pin", BugId::EpHorizontalPin},
    {"castling-promotion-capture", BugId::CastlingRookCapturedByPromotion},
    {"king-x-ray", BugId::KingXray},
};

}  // namespace

std::string_view to_string(Cause cause) {
  constexpr std::string_view kNames[] = {"generation", "setup", "make",   "unmake",
                                         "hash",       "count", "unknown"};
  return kNames[static_cast<std::size_t>(cause)];
}

std::span<const CatalogEntry> catalog() { return kCatalog; }

const CatalogEntry& entry_of(BugId id) { return kCatalog[static_cast<std::size_t>(id)]; }

std::string_view to_string(BugId id) { return entry_of(id).text.name; }

std::vector<std::string_view> names_of(std::span<const BugId> bugs) {
  std::vector<std::string_view> names;
  for (const BugId each : bugs) names.push_back(to_string(each));
  return names;
}

const CatalogEntry* find_class(std::string_view name) {
  for (const auto& [alias, id] : kAliases)
    if (alias == name) return &entry_of(id);
  const auto found = std::ranges::find_if(kCatalog, [name](const CatalogEntry& each) {
    return each.is_class() && each.text.name == name;
  });
  return found == kCatalog.end() ? nullptr : &*found;
}

std::vector<std::string_view> similar_classes(std::string_view name) {
  constexpr std::size_t kMost = 3;
  constexpr std::size_t kLongest = 64;  // of any name
  std::vector<std::pair<std::size_t, std::string_view>> found;
  if (name.empty() || name.size() > kLongest) return {};
  for (const CatalogEntry& each : kCatalog) {
    const std::size_t edits = edits_between(name, each.text.name);
    if (each.is_class() && (edits <= 3 || each.text.name.contains(name)))
      found.emplace_back(edits, each.text.name);
  }
  std::ranges::stable_sort(found, {}, &std::pair<std::size_t, std::string_view>::first);
  std::vector<std::string_view> names;
  for (const auto& [edits, each] : found)
    if (names.size() < kMost) names.push_back(each);
  return names;
}

}  // namespace perft_verify
