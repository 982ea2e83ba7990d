// The bugs of the zoo, and the questions that show them.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/types.h"
#include "reference/catalog/catalog.h"

namespace perft_verify::zoo {

/// The question that shows a bug.
enum class Probe : std::uint8_t {
  Total,     // the number of leaves
  Divide,    // only the lines: their sum is right, or is not the total
  Spelling,  // only the way in which a move of a line is written
  Board,     // only the FEN after `moves`
};

struct Bug {
  BugId id;
  /// The smallest example known: ask `probe` at `fen` and `depth`.
  std::string_view fen;
  int depth = 1;
  Probe probe = Probe::Total;
  std::string_view moves = {};
  /// With Cause::Make: the move of the example after which the state is wrong.
  std::string_view culprit = {};
  /// It is in the code of one color only.
  bool of_one_color = false;
  /// It shows only in positions that no game reaches: a king in check already before the opponent's
  /// double push. A generator for games may have it and be correct.
  bool beyond_games = false;

  [[nodiscard]] std::string_view name() const { return to_string(id); }
  [[nodiscard]] Cause cause() const { return entry_of(id).cause; }
  /// The class that a diagnosis should give.
  [[nodiscard]] BugId bug_class() const { return entry_of(id).bug_class; }
  /// Whether the same mistake can be in the code for White alone, or for Black alone.
  [[nodiscard]] bool has_variants_by_color() const {
    return !of_one_color && cause() != Cause::Hash && cause() != Cause::Count &&
           cause() != Cause::Setup;
  }
};

/// All bugs, in the order of BugId.
std::span<const Bug> bugs();

/// A bug of the zoo.
const Bug& bug_of(BugId id);

/// The bug of that name, or nothing.
std::optional<Bug> find_bug(std::string_view name);

/// A set of enabled bugs, each in the code for both colors or for one.
class BugSet {
 public:
  BugSet() = default;
  explicit BugSet(BugId id, std::optional<Color> only = std::nullopt) { add(id, only); }
  void add(BugId id, std::optional<Color> only = std::nullopt) {
    for (const Color mover : kColors)
      if (!only || *only == mover) of(mover).set(static_cast<std::size_t>(id));
  }
  [[nodiscard]] bool has(BugId id) const { return has(id, Color::White) || has(id, Color::Black); }
  /// Whether the bug is in the code by which `mover` generates, makes and takes back moves.
  [[nodiscard]] bool has(BugId id, Color mover) const {
    if (asked_ != nullptr) asked_->add(id, mover);
    return by_mover_[static_cast<std::size_t>(mover)].test(static_cast<std::size_t>(id));
  }
  /// From now on, each bug that this set and its copies are asked for is added to `asked`, which
  /// has to outlive them.
  void note_in(BugSet& asked) { asked_ = &asked; }

 private:
  using Bits = std::bitset<kBugCount>;
  Bits& of(Color mover) { return by_mover_[static_cast<std::size_t>(mover)]; }

  std::array<Bits, 2> by_mover_;
  BugSet* asked_ = nullptr;
};

}  // namespace perft_verify::zoo
