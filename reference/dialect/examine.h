// What can be found out about an engine by asking it, whatever the way to ask: where its total
// stands, whether it lists moves, how it spells them, whether it plays moves, which FEN of a
// Chess960 position it reads.
#pragma once

#include <array>
#include <functional>

#include "core/fen.h"
#include "reference/dialect/detect.h"
#include "reference/dialect/printed_answer.h"

namespace perft_verify::reference {

/// Both castlings, quiet promotions and captures that promote.
inline constexpr std::string_view kCalibrationPosition = "r3k2r/1P4P1/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// Two castlings that no rule of standard chess allows; each rook is the outermost one.
inline constexpr std::string_view kChess960Position = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";

Question question_at(std::string_view fen, std::vector<std::string> moves, int depth,
                     bool chess960 = false);

/// How much an answer to depth 2 of the start position looks like one.
enum class Likeness : std::uint8_t { None, TotalOnly, List, ExactTotal, ExactList };

struct Judged {
  Likeness likeness = Likeness::None;
  std::string prefix;     // of its move lines
  std::size_t moves = 0;  // how many
  std::uint64_t sum = 0;
  bool each_depth = false;  // a list for depth 1 stands before that for depth 2
};
/// `depth` is 1 or 2.
Judged judge_start_position(const PrintedAnswer& answer, int depth);

/// What every right generator counts there, to depth 3.
constexpr std::uint64_t start_nodes(int depth) {
  constexpr std::array<std::uint64_t, 4> kNodes{1, 20, 400, 8902};
  return kNodes[static_cast<std::size_t>(depth)];
}

/// Asks one question as the dialect has it. `late` is set if lines came after what was taken
/// for the end of the answer.
using Prober = std::function<Answer<PrintedAnswer>(const Dialect&, const Question&, bool& late)>;

class Examiner {
 public:
  /// What is asked and said is written down in `result`.
  Examiner(Prober prober, Detection& result) : prober_(std::move(prober)), result_(result) {}

  /// All of it, for a dialect of which only the way to ask is known.
  Answer<void> examine(Dialect& dialect);

  /// Depth 2 of the start position.
  Answer<Judged> try_command(const Dialect& dialect, PrintedAnswer& answer);
  /// Where the total stands; `likeness` is what try_command() thought of it. `wanted` is the text
  /// before the total, if the user says so.
  Answer<void> find_total(Dialect& dialect, Likeness likeness,
                          const std::optional<std::string>& wanted);
  /// How the moves of the calibration position are spelled.
  std::vector<Spelling> find_spelling(const Dialect& dialect);
  /// Whether it answers for the start position although another one was sent.
  bool ignores_position(const Dialect& dialect);
  /// Whether `dialect` counts the calibration position right.
  bool counts_calibration(const Dialect& dialect);
  void find_whether_moves_are_played(Dialect& dialect);
  void find_sent_castling(Dialect& dialect);
  /// Which FEN of a Chess960 position it reads; returns the spellings of its castlings.
  std::vector<Spelling> find_chess960(Dialect& dialect);
  /// What a user should know about it.
  void add_notes(const Dialect& dialect);
  void note(std::string asked, std::string said, std::string read);
  void remark(std::string text) { result_.notes.push_back(std::move(text)); }

 private:
  std::optional<Divide> divide_of(const Dialect& dialect, const Question& question,
                                  std::vector<Spelling>* spellings = nullptr);
  /// Whether the total is the right one.
  bool counts_right(const Dialect& dialect, const Question& question);

  Prober prober_;
  Detection& result_;
};

}  // namespace perft_verify::reference
