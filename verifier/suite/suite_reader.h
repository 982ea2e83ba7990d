// Reads a suite of any format: chosen by the extension of the file, or by its content.
#pragma once

#include "verifier/suite/suite_builder.h"

namespace perft_verify::verifier {

enum class SuiteFormat : std::uint8_t { Epd, Perft, Csv, JsonRows };
std::string_view to_string(SuiteFormat format);  // "epd" …
/// From "epd", "perft", "csv" or "json".
std::optional<SuiteFormat> format_of_word(std::string_view word);

/// By the extension, in any case of letters; nothing for others.
std::optional<SuiteFormat> format_of_name(std::string_view file);
/// By the first line that is not a comment. EPD if it is nothing else.
SuiteFormat format_of_content(std::string_view bytes);

/// `file` is for the places and the format; `bytes` is the whole content. Other files (UTF-16, PGN,
/// an archive, a web page) give one problem with advice. A sink receives the rows one by one, for
/// suites that are too large to keep in memory.
Suite read_suite(const std::string& file, std::string_view bytes, const FenOptions& options,
                 const RowSink& sink = {});

}  // namespace perft_verify::verifier
