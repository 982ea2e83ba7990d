// The duration of a run, forecast before it begins.
#pragma once

#include <stop_token>

#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

/// The speed of a generator; 0 if that could not be measured.
struct Pace {
  double nodes_per_second = 0;
  double seconds_per_question = 0;  // independent of the count: starting a script
  bool lists_moves = true;
};

/// Counts the start position, deeper and deeper, until the time can be measured: a fraction of a
/// second for a fast engine, a few seconds for a very slow one.
Pace measure_pace(reference::Generator& generator, const std::stop_token& stop);

struct Forecast {
  double seconds = 0;
  std::string sentence;
};
/// The forecast for the user, or nothing if there is no data or it takes less than a second.
std::optional<Forecast> forecast(const RunInfo& run, const RunOptions& options, const Pace& pace);

}  // namespace perft_verify::verifier
