// The progress of a command that prints nothing until it ends: one line on a terminal, which is
// cleared at the end. Nothing is shown in a log, or for less than half a second.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>

#include "core/stopwatch.h"
#include "verifier/report/output/sink.h"

namespace perft_verify::verifier {

class ProgressLine {
 public:
  /// `columns`: of the terminal; 0 if there is none. `what` is the counted unit: "bugs".
  ProgressLine(std::size_t columns, Sink sink, std::string what)
      : columns_(columns), sink_(std::move(sink)), what_(std::move(what)) {}
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  [[nodiscard]] bool is_shown() const { return columns_ > 0; }
  /// One more of `all` is done; from any thread.
  void one_done(std::size_t all);
  /// How far it is, in words, where nobody knows how much there will be.
  void show(const std::string& how_far);

 private:
  [[nodiscard]] bool is_time() const;
  void print(std::string text);

  std::size_t columns_;
  Sink sink_;
  std::string what_;
  Stopwatch since_;
  std::mutex mutex_;  // guards all below
  std::size_t done_ = 0;
  double last_ = 0;
  bool shown_ = false;
};

}  // namespace perft_verify::verifier
