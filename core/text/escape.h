// Foreign text in the formats of reports. Text from engines and suites is hostile; after these
// functions it is only text.
#pragma once

#include <string>
#include <string_view>

namespace perft_verify {

/// For XML and HTML, in text and in quoted attributes: & < > " ' as entities, characters that XML
/// 1.0 forbids and invalid UTF-8 as U+FFFD.
std::string xml_escaped(std::string_view text);

/// A code span of GitHub's Markdown for a cell of a table: no markup, link or mention in it works.
std::string markdown_code(std::string_view text);
/// A code block, fenced with more backticks than the text contains.
std::string markdown_block(std::string_view text);
/// Plain words of Markdown: only possible markup, links and mentions are escaped, so that people
/// can read the source.
std::string markdown_text(std::string_view text);

/// Escapes the message, or a property, of a GitHub workflow command.
std::string workflow_message(std::string_view text);
std::string workflow_property(std::string_view text);
/// Text for a log that GitHub reads: lines that it would take for commands are marked with "| ".
/// (Its older commands, "##[", are broken by `printable`.)
std::string without_workflow_commands(std::string_view text);

/// A test's name in TAP: a '#' would begin a directive.
std::string tap_escaped(std::string_view text);

}  // namespace perft_verify
