// One walk of the audit: the engine, the place it is at, and what has been found.
#pragma once

#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "audit/catalog.h"
#include "audit/move_set.h"
#include "audit/settings.h"
#include "audit/subject.h"

namespace perft_verify::audit {

/// A move of the line that leads to the current position, and the engine's code of it.
struct Step {
  Move move;
  Code code = 0;
};

/// Failures with the same symptom are one finding.
struct Symptom {
  Fault fault;
  std::string circumstance;  // "castling"; empty if there is none
  friend auto operator<=>(const Symptom&, const Symptom&) = default;
};

/// The first and shortest instance of a symptom.
struct Failure {
  Symptom symptom;
  std::string sentence;
  std::string move;
  std::string row;
  Position root;
  std::vector<Move> path;
  std::optional<Code> foreign{};  // the code of another position with which it was seen
  std::uint64_t times = 1;
  Symptom shown_by{};    // of this very instance, where `symptom` has been generalized
  bool general = false;  // seen in so many circumstances that none of them is the cause
};

using Failures = std::map<Symptom, Failure>;

/// A position of the walk, and the lists there.
struct Node {
  explicit Node(const Position& the_position, bool are_aligned = false)
      : position(the_position), aligned(are_aligned) {}

  const Position& position;
  Codes codes;     // by the engine
  bool aligned;    // whether `moves` is wanted
  MoveList moves;  // of the codes, in their order; filled if the list is right
};

/// The keys that an engine had at a position of the walk, to be compared with those of its FEN.
struct Remembered {
  Position position;
  FenText fen;                 // of the position
  std::ptrdiff_t parent = -1;  // in the list; -1 at the root
  Step step;                   // from the parent
  bool null_move = false;
  std::array<std::uint64_t, 3> keys{};       // key, pawn key, material key
  std::optional<std::uint64_t> predicted{};  // by key_after, before the step
};

class Session {
 public:
  Session(Subject& the_subject, const Settings& the_settings, Tally& the_tally)
      : subject(the_subject), settings(the_settings), tally(the_tally), random(the_settings.seed) {}

  Subject& subject;
  const Settings& settings;
  Tally& tally;
  std::mt19937_64 random;
  Failures failures;

  // The place.
  std::string row;
  std::size_t row_number = 0;  // in the suite
  Position root;
  std::vector<Step> path;

  // Of this row.
  std::vector<Remembered> remembered;
  std::ptrdiff_t parent = -1;
  std::optional<std::uint64_t> predicted;  // the key of the position that is entered now

  // The legal moves of the current position, and two more sets for the checks.
  LegalSet legal;
  std::array<MoveSet, 2> sets;

  // Codes that were seen anywhere; those of special moves, to be tried as hash moves; and the one
  // of another position that is being tried.
  std::vector<Code> seen;
  std::vector<Code> hashes;
  std::optional<Code> foreign;
  bool wide_codes = false;  // some have more than 16 bits

  [[nodiscard]] bool wants(unsigned family) const { return (settings.checks & family) != 0; }

  /// Whether the codes are the legal moves of the current position, each once, in any order.
  bool lists_legal(const Codes& codes);

  /// Records a failure at the current place. `move` is the wrong move there, or empty.
  void report(Fault fault, std::string_view circumstance, std::string sentence,
              std::string move = "");
  /// The same at another place of the current row.
  void report_at(Fault fault, std::string_view circumstance, std::string sentence,
                 std::vector<Move> moves, std::string move = "");
  [[nodiscard]] bool enough() const {
    return settings.max_findings > 0 && failures.size() >= settings.max_findings;
  }

  /// Sets the engine up at the root again and plays the path.
  void restore();
  /// How often that has been done.
  unsigned restorations = 0;

 private:
  MoveSet listed_;  // empty, but while a list is compared
};

/// The kind of a move that engines get wrong by kinds: "castling", "en-passant", "promotion" …;
/// several with a '+' between them, as in "rook-captured+promotion+capture".
std::string kind_of(const Position& position, Move move);
std::string kind_of(const Position& position, Plain move);

/// How a legal move gives check: "castling", "en-passant", "promotion", "discovered", or else the
/// piece that moves.
std::string check_kind(const Position& position, Move move, const Position& after);

/// Whether there is a legal capture en passant.
bool captures_en_passant(const Position& position);

/// Whether a move that is not legal is pseudo-legal, or castling that only attacks forbid.
bool possible(const Position& position, Plain move);

/// Why a move is illegal, as a circumstance ("pinned", "king-xray") and in a sentence.
struct Illegal {
  std::string_view circumstance;
  std::string sentence;
};
Illegal why(const Position& position, Plain move);

}  // namespace perft_verify::audit
