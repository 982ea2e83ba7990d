#include "verifier/diagnose/doubt.h"

#include "verifier/classify/add_once.h"

namespace perft_verify::verifier {

void doubt_class(Finding& finding, const std::vector<BugId>& others) {
  finding.candidates = classes_of(finding);
  for (const BugId each : others) add_once(finding.candidates, each);
  finding.bug_class.reset();
  finding.exact.reset();
}

void doubt_class_and_cause(Finding& finding, const std::vector<BugId>& others) {
  doubt_class(finding, others);
  finding.cause = Cause::Unknown;
}

}  // namespace perft_verify::verifier
