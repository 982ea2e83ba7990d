// A finding in the HTML report: its card on the overview and its page, as values for the templates
// in html/.
#pragma once

#include <kainjow/mustache.hpp>

#include "verifier/run/model/events.h"

namespace perft_verify::verifier {

/// An object with one entry.
kainjow::mustache::data named(const char* name, const std::string& value);
/// Sets `name` to `value`, or to false, so that a section for an empty text is left out.
void set_unless_empty(kainjow::mustache::data& page, const char* name, const std::string& value);

struct FindingOfPage {
  std::size_t index = 0;
  ReportedFinding reported;
  std::size_t rows = 0;  // that it explains
};

kainjow::mustache::data card_data(const FindingOfPage& shown, const RunInfo& run);
/// `of`: the number of findings with a page.
kainjow::mustache::data page_data(const FindingOfPage& shown, std::size_t of, const RunInfo& run);

}  // namespace perft_verify::verifier
