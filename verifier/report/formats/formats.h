// The formats of `--report`. A new one is a file pair of its own and a line in here.
#pragma once

#include <memory>
#include <string_view>

#include "verifier/report/formats/text_report.h"
#include "verifier/report/output/sink.h"

namespace perft_verify::verifier {

/// "text", "json" …
bool is_report_format(std::string_view name);
/// All of them, for a sentence: "text, json and jsonl".
std::string report_formats();
/// `name` must be one of them. `text` is for formats for people.
std::unique_ptr<Reporter> make_report(std::string_view name, const TextOptions& text, Sink sink);

}  // namespace perft_verify::verifier
