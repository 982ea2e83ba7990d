// The bugs that move generators have: the one place with their names and texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace perft_verify {

/// The part of a generator that is wrong, as a finding names it.
enum class Cause : std::uint8_t {
  Generation,  // the moves of a position are wrong, however it was reached
  Setup,       // the FEN is misread
  Make,        // the moves are wrong after a certain move, and right from the FEN
  Unmake,      // a move taken back leaves a wrong state for the moves after it
  Hash,        // the answer of the perft table belongs to another position
  Count,       // the moves are right and counted wrong
  Unknown,
};
std::string_view to_string(Cause cause);

enum class BugId : std::uint16_t {
#define FAMILY(title)
#define CLASS(id, ...) id,
#define VARIANT(id, ...) id,
#include "reference/catalog/bugs-inl.h"
};
/// From the last one.
inline constexpr std::size_t kBugCount = static_cast<std::size_t>(BugId::HalfmoveNotReset) + 1;

/// For the author of a generator. `name` is in kebab case and never changes.
struct BugText {
  std::string_view name;
  std::string_view title;
  std::string_view what;   // a description of the bug, one or two sentences
  std::string_view where;  // where it usually sits in the code of a generator
  std::string_view fix;    // how to fix it
};

struct CatalogEntry {
  BugId id;
  /// The bug that findings name: itself, or for a variant its class. A variant has name and title
  /// only.
  BugId bug_class;
  std::string_view family;
  Cause cause;
  BugText text;

  [[nodiscard]] bool is_class() const { return id == bug_class; }
};

/// All bugs, by family, in the order of BugId.
std::span<const CatalogEntry> catalog();

const CatalogEntry& entry_of(BugId id);

/// The name.
std::string_view to_string(BugId id);

/// Whether only engines that play Chess960 can have it.
inline bool is_of_chess960(BugId id) { return to_string(id).starts_with("chess960-"); }
std::vector<std::string_view> names_of(std::span<const BugId> bugs);

/// The class of that name or alias; null if there is none.
const CatalogEntry* find_class(std::string_view name);

/// Suggested class names for a mistyped `name`, the likeliest first.
std::vector<std::string_view> similar_classes(std::string_view name);

}  // namespace perft_verify
