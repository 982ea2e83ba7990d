#include "verifier/classify/classes.h"

#include <algorithm>

#include "verifier/classify/classes/families.h"

namespace perft_verify::verifier {
namespace {

struct Alias {
  std::string_view alias;
  std::string_view name;
};

// Names that others use for the same class.
constexpr std::array kAliases{
    Alias{"ep-diagonal-reveal", "ep-diagonal-pin"},
    Alias{"ep-rank-pin", "ep-horizontal-pin"},
    Alias{"castling-promotion-capture", "castling-rook-captured-by-promotion"},
    Alias{"king-x-ray", "king-xray"},
};

/// The number of letters to change, add or remove (Levenshtein distance).
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t at = 0; at <= b.size(); ++at) row[at] = at;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::span<const ClassFamily> class_families() {
  static const std::array kFamilies{
      ClassFamily{"En passant", classes::en_passant()},
      ClassFamily{"Pawns and pieces", classes::pawns_and_pieces()},
      ClassFamily{"Promotion", classes::promotion()},
      ClassFamily{"Castling", classes::castling()},
      ClassFamily{"Checks, pins, evasions", classes::checks_and_pins()},
      ClassFamily{"Making moves", classes::making()},
      ClassFamily{"Taking moves back", classes::unmaking()},
      ClassFamily{"Counting and hash", classes::counting()},
      ClassFamily{"Chess960", classes::chess960()},
      ClassFamily{"Reading the FEN", classes::setup()},
  };
  return kFamilies;
}

const BugClass* find_class(std::string_view name) {
  const auto alias = std::ranges::find(kAliases, name, &Alias::alias);
  if (alias != kAliases.end()) name = alias->name;
  for (const ClassFamily& family : class_families())
    for (const BugClass& each : family.classes)
      if (each.name == name) return &each;
  return nullptr;
}

std::vector<std::string_view> similar_classes(std::string_view name) {
  constexpr std::size_t kMost = 3;
  constexpr std::size_t kLongest = 64;  // of any name
  std::vector<std::pair<std::size_t, std::string_view>> found;
  if (name.empty() || name.size() > kLongest) return {};
  for (const ClassFamily& family : class_families()) {
    for (const BugClass& each : family.classes) {
      const std::size_t edits = edits_between(name, each.name);
      if (edits <= 3 || each.name.contains(name)) found.emplace_back(edits, each.name);
    }
  }
  std::ranges::stable_sort(found, {}, &std::pair<std::size_t, std::string_view>::first);
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < std::min(found.size(), kMost); ++at)
    names.push_back(found[at].second);
  return names;
}

}  // namespace perft_verify::verifier
