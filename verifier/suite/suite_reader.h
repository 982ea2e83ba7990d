// Reads a suite of any format: chosen by the extension of the file, or by what is in it.
#pragma once

#include "verifier/suite/suite_builder.h"

namespace perft_verify::verifier {

enum class SuiteFormat : std::uint8_t { Epd, Perft, Csv, Json };
std::string_view to_string(SuiteFormat format);  // "epd" …
/// From "epd", "perft", "csv" or "json".
std::optional<SuiteFormat> format_of_word(std::string_view word);

/// By the extension, in any case of letters; nothing for others.
std::optional<SuiteFormat> format_of_name(std::string_view file);
/// By the first line that is no comment. What is nothing else is taken for EPD.
SuiteFormat format_of_content(std::string_view bytes);

/// `file` is for the places and the format; `bytes` is the whole content. What is no suite at
/// all (UTF-16, PGN, an archive, a web page) is one problem that says what to do. A sink takes the
/// rows one by one, where there may be too many to have them all at once.
Suite read_suite(const std::string& file, std::string_view bytes, const FenOptions& options,
                 const RowSink& sink = {});

}  // namespace perft_verify::verifier
