// Facts that can be found out about an engine by asking it, however it is asked: where its total
// stands, whether it lists moves, how it spells them, whether it plays moves, which FEN of a
// Chess960 position it reads.
#pragma once

#include <array>
#include <expected>
#include <functional>

#include "core/fen.h"
#include "reference/dialect/detect.h"
#include "reference/dialect/printed_answer.h"

namespace perft_verify::reference {

/// Both castlings, quiet promotions and captures that promote.
inline constexpr std::string_view kCalibrationPosition = "r3k2r/1P4P1/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// Two castlings that do not exist in standard chess; each rook is the outermost one.
inline constexpr std::string_view kChess960Position = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
inline constexpr std::string_view kKingOffItsSquare = "4k3/8/8/8/8/8/8/R1K4R w HA - 0 1";
/// The same without castling.
inline constexpr std::string_view kNoRightsPosition = "4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1";

/// The failure of an examination: what the engine prints cannot be read as answers to perft.
std::unexpected<Failure> no_dialect(std::string message);

/// How much the output for depth 2 of the start position looks like an answer. An engine with a bug
/// may print a total of 0, or list the moves of another position: the odd ones have the form of an
/// answer, and little else.
enum class Likeness : std::uint8_t {
  None,
  OddTotal,
  TotalOnly,
  OddList,
  List,
  ExactTotal,
  ExactList
};
constexpr bool is_list(Likeness likeness) {
  return likeness == Likeness::OddList || likeness == Likeness::List ||
         likeness == Likeness::ExactList;
}

struct Judged {
  Likeness likeness = Likeness::None;
  std::string prefix;     // of its move lines
  std::size_t moves = 0;  // how many
  std::uint64_t sum = 0;
  bool each_depth = false;  // a list for depth 1 stands before that for depth 2
  void write_to(Dialect& dialect) const;
};
/// `depth` is 1 or 2.
Judged judge_start_position(const PrintedAnswer& answer, int depth);
/// The same for depth 1 of any position.
Judged judge_depth_one(const PrintedAnswer& answer, const Position& position);

/// Where an answer has this number as its total, by the words before it or as nothing else.
std::optional<TotalPlace> total_of_one_answer(const PrintedAnswer& answer, std::uint64_t nodes);

/// The correct perft of the start position, to depth 3.
constexpr std::uint64_t start_nodes(int depth) {
  constexpr std::array<std::uint64_t, 4> kNodes{1, 20, 400, 8902};
  return kNodes[static_cast<std::size_t>(depth)];
}

/// Asks one question in the dialect.
using Prober = std::function<Answer<PrintedAnswer>(const Dialect&, const Question&)>;

class Examiner {
 public:
  /// Questions and answers are recorded in `result`.
  Examiner(Prober prober, Detection& result) : prober_(std::move(prober)), result_(result) {}

  /// Completes a dialect of which only the command and the position style are known.
  Answer<void> examine(Dialect& dialect);

  /// Depth 2 of the start position.
  Answer<Judged> try_command(const Dialect& dialect, PrintedAnswer& answer);
  /// For an engine that fails at that: depth 1 there, and in the calibration position. If one of
  /// these answers is certain, the dialect is completed from it, its total as well.
  std::optional<Judged> try_simpler(Dialect& dialect, PrintedAnswer& answer);
  /// Finds the number of a line that is its count, and the place of the total; `likeness` is the
  /// result of try_command(). `wanted` is the text before the total, if the user gave it.
  Answer<void> find_total(Dialect& dialect, Likeness likeness,
                          const std::optional<std::string>& wanted);
  /// Finds the spelling of the moves of the calibration position.
  std::vector<Spelling> find_spelling(const Dialect& dialect);
  /// Its moves in a position; nothing if it does not answer.
  std::optional<Divide> moves_at(const Dialect& dialect, std::string_view fen);
  /// Whether it answers for the start position although another one was sent.
  bool ignores_position(const Dialect& dialect);
  /// Whether the count of the calibration position by `dialect` is correct.
  bool counts_calibration(const Dialect& dialect);
  void find_whether_moves_are_played(Dialect& dialect);
  void find_sent_castling(Dialect& dialect);
  /// Finds out whether it takes a Chess960 position, and in which FEN; returns the spellings of its
  /// castling moves. A wrong count is an answer; a refusal or unreadable moves are not, nor,
  /// outside UCI, is the count of the position without castling.
  std::vector<Spelling> find_chess960(Dialect& dialect);
  /// Adds notes for the user.
  void add_notes(const Dialect& dialect);
  void note(std::string asked, std::string said, std::string read);
  void remark(std::string text) { result_.notes.push_back(std::move(text)); }

 private:
  std::optional<Divide> divide_of(const Dialect& dialect, const Question& question,
                                  std::vector<Spelling>* spellings = nullptr);
  /// The answers to depth 1 to 3 of the start position; the first and the last may be missing.
  using StartAnswers = std::array<std::optional<PrintedAnswer>, 3>;
  Answer<StartAnswers> ask_start(Dialect& dialect, bool& late);
  void look_for_lists_elsewhere(Dialect& dialect);
  Answer<void> find_column(Dialect& dialect, const StartAnswers& answers);
  enum class Reception : std::uint8_t { Refused, CountedWrong, CountedRight };
  /// Finds out how the engine reacts to a Chess960 position.
  Reception send_chess960(const Dialect& dialect, std::vector<Spelling>& spellings);
  /// Whether the rights in the Chess960 position make no difference to the engine.
  bool ignores_rights(const Dialect& dialect);
  /// Whether it lists castling from e1 where no king stands there.
  bool castles_without_king(const Dialect& dialect);
  /// Whether the move of `question` is ignored as `other` sends it, and played as `sent` does: an
  /// engine with a bug counts wrong after it as well.
  bool plays_only(const Dialect& sent, const Dialect& other, const Question& question);
  /// Whether the total is correct.
  bool counts_right(const Dialect& dialect, const Question& question);

  Prober prober_;
  Detection& result_;
  std::string unread_line_;  // of a list of the start position whose lines are none of its moves
};

}  // namespace perft_verify::reference
