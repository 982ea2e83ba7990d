// A worker's job: one row at one depth, or a part of a large row that several share.
//
// A job holds all that its worker needs, and a result all that the worker found out, so it does not
// matter which worker does it, nor where.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "verifier/locate/ask.h"

namespace perft_verify::verifier {

/// Moves from the root of a row, with blanks between them; empty for the root itself.
using MovePath = std::string;

/// Both sides at the row's depth, and the verdict.
struct CheckRow {};

/// Looks up the stored answer of the reference. Without one, returns its root moves, with counts at
/// a small depth, which show how the nodes are spread.
struct OutlineRow {
  int depth = 1;
  /// Also measures the speed of the reference.
  bool measure = false;
};

/// The reference's divide after each path, and if requested, the position after each move.
struct ExpandPaths {
  std::vector<MovePath> paths;
  int depth = 1;
  bool positions = false;
};

/// The reference's totals after each path, to the row's depth.
struct CountPaths {
  std::vector<MovePath> paths;
  double most_nodes = 0;  // of each, for the deadline
};

/// The subject's answer at the row's depth.
struct AskSubject {
  std::vector<std::string> root_moves;  // as the reference lists them
  /// A part of the lines, for a subject that can be asked so; nothing for the whole answer.
  std::optional<reference::LineFilter> part;
};

/// The complete answer of the reference, for a generator that stores answers.
struct KeepAnswer {
  reference::Divide answer;
};

/// The subject's answer, and the question that it was asked before.
struct SubjectAnswer {
  Asked<reference::Divide> answer;
  std::optional<reference::Question> before;
  double seconds = 0;
};

/// The answers of both sides for a row.
struct Answers {
  SubjectAnswer subject;
  reference::Answer<reference::Divide> reference;
  double reference_seconds = 0;  // of all workers together
};

/// The verdict.
struct JudgeRow {
  Answers answers;
};

struct Job {
  std::size_t row = 0;  // index in the run
  int depth = 0;
  double nodes = 0;      // the job's share of the row's expected nodes
  std::size_t part = 0;  // an index for the sender
  std::variant<CheckRow, OutlineRow, ExpandPaths, CountPaths, AskSubject, KeepAnswer, JudgeRow>
      task;
};

/// Only these jobs update the row's state; all others leave it alone.
[[nodiscard]] inline bool ends_row(const Job& job) {
  return std::holds_alternative<CheckRow>(job.task) || std::holds_alternative<JudgeRow>(job.task);
}

/// The speed of a reference.
struct ReferencePace {
  double nodes_per_second = 0;
  double seconds_per_question = 0;
  double seconds_per_board = 0;
};

struct Outline {
  std::optional<reference::Divide> remembered;  // then nothing else is here
  reference::Divide root;
  std::optional<ReferencePace> pace;
};

struct Expansion {
  reference::Divide divide;
  /// One for each line, if requested: the position as the reference itself prints it, without
  /// clocks. Equal texts are one position to the reference.
  std::vector<std::string> positions;
};

/// Empty for CheckRow and JudgeRow: they update the row's state.
struct JobResult {
  std::variant<std::monostate, reference::Answer<Outline>,
               reference::Answer<std::vector<Expansion>>,
               reference::Answer<std::vector<std::uint64_t>>, SubjectAnswer>
      found;
  double seconds = 0;
};

}  // namespace perft_verify::verifier
