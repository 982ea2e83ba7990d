// The report of `verify mutate` on a suite, for people and for programs, and the suite that it
// chooses.
#pragma once

#include "verifier/report/formats/json_fields.h"
#include "verifier/tools/mutate/choose.h"
#include "verifier/tools/mutate/coverage.h"
#include "verifier/tools/mutate/survey.h"

namespace perft_verify::verifier {

struct SurveyedSuite {
  Suite suite;
  Survey survey;
  Coverage coverage;
  double seconds = 0;
};

/// Verbose: also the row that shows each bug.
std::string survey_text(const SurveyedSuite& surveyed, bool verbose);
Json survey_json(const SurveyedSuite& surveyed);
/// The last lines: bugs that no comparison of counts can show, or none in a game.
std::string not_asked();
/// In the format of our own suites, with the criteria of the choice in its comments.
std::string chosen_suite(const Choice& choice);

}  // namespace perft_verify::verifier
