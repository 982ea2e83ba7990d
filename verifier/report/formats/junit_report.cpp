#include "verifier/report/formats/junit_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "core/text/escape.h"
#include "core/text/printable.h"

namespace perft_verify::verifier {
namespace {

std::string suite_name(const Row& row) {
  if (row.file.empty()) return "--fen";
  return row.file == "-" ? "standard input" : printable(row.file, 4096);
}

/// One element with a message, and with a text where there is one.
std::string element(std::string_view name, const Outcome& outcome) {
  // A line feed in an attribute would become a blank.
  std::string text = fmt::format("      <{} message=\"{}\"", name, xml_escaped(outcome.message));
  if (outcome.kind != Outcome::Kind::Skipped)
    text += fmt::format(" type=\"{}\"", xml_escaped(outcome.type));
  if (outcome.body.empty()) return text + "/>\n";
  return text + fmt::format(">{}</{}>\n", xml_escaped(outcome.body), name);
}

}  // namespace

void JunitReport::run_started(const RunInfo& run) {
  run_ = &run;
  outcomes_.run_started(run);
  began_ = fmt::format("{:%FT%T}", fmt::gmtime(std::time(nullptr)));
}

void JunitReport::row_finished(std::size_t index, const RowResult& result) {
  const Row& row = run_->rows[index];
  if (suite_name(row) != suite_) {
    end_suite();
    suite_ = suite_name(row);
  }
  const double seconds = result.subject_seconds + result.reference_seconds;
  std::string test = fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_escaped(suite_),
                                 xml_escaped(outcomes_.test_name(row)));
  test += fmt::format(" time=\"{:.3f}\"", seconds);

  ++counts_.tests;
  counts_.seconds += seconds;
  const Outcome outcome = outcomes_.of(row, result);
  switch (outcome.kind) {
    case Outcome::Kind::Passed:
      tests_.write(test + "/>\n");
      return;
    case Outcome::Kind::Failed:
      ++counts_.failures;
      test += ">\n" + element("failure", outcome);
      break;
    case Outcome::Kind::Error:
      ++counts_.errors;
      test += ">\n" + element("error", outcome);
      break;
    case Outcome::Kind::Skipped:
      ++counts_.skipped;
      test += ">\n" + element("skipped", outcome);
      break;
  }
  tests_.write(test + "    </testcase>\n");
}

JunitReport::Counts& JunitReport::Counts::operator+=(const Counts& other) {
  tests += other.tests;
  failures += other.failures;
  errors += other.errors;
  skipped += other.skipped;
  seconds += other.seconds;
  return *this;
}

std::string JunitReport::Counts::attributes() const {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", tests, failures,
                     errors, seconds);
}

void JunitReport::end_suite() {
  if (counts_.tests == 0) return;
  suites_.write(fmt::format(
      "  <testsuite name=\"{}\" {} skipped=\"{}\" timestamp=\"{}\">\n"
      "    <properties>\n"
      "      <property name=\"subject\" value=\"{}\"/>\n"
      "      <property name=\"reference\" value=\"{}\"/>\n"
      "      <property name=\"mode\" value=\"{}\"/>\n"
      "    </properties>\n",
      xml_escaped(suite_), counts_.attributes(), counts_.skipped, began_,
      xml_escaped(run_->subject.name), xml_escaped(run_->reference.name), to_string(run_->mode)));
  tests_.move_to([this](std::string_view text) { suites_.write(text); });
  suites_.write("  </testsuite>\n");
  all_ += counts_;
  counts_ = {};
}

void JunitReport::run_finished(const Summary&, ExitCode) {
  end_suite();
  sink_(
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"perft-verify\" "
                  "{}>\n",
                  all_.attributes()));
  suites_.move_to(sink_);
  sink_("</testsuites>\n");
}

}  // namespace perft_verify::verifier
