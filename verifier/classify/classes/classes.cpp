#include "verifier/classify/classes/classes.h"

#include <algorithm>

#include "core/text/edits.h"
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
