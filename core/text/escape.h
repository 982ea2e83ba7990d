// Foreign text in the formats that reports are written in. What comes from engines and suites is
// hostile; after these it is only text.
#pragma once

#include <string>
#include <string_view>

namespace perft_verify {

/// For XML and HTML, in text and in quoted attributes: & < > " ' as entities, what XML 1.0
/// forbids and what is no UTF-8 as U+FFFD.
std::string xml_escaped(std::string_view text);

/// A code span of GitHub's Markdown for a cell of a table: no markup, link or mention in it works.
std::string markdown_code(std::string_view text);
/// A code block, fenced with more backticks than stand in the text.
std::string markdown_block(std::string_view text);
/// Plain words of Markdown: what could be markup, a link or a mention is escaped, and nothing else,
/// so that people can read it as it is.
std::string markdown_text(std::string_view text);

/// For the message and for a property of a GitHub workflow command.
std::string workflow_message(std::string_view text);
std::string workflow_property(std::string_view text);
/// Text for a log that GitHub reads: lines that it would take for commands are marked with
/// "| ". (Its older commands, "##[", are broken by `printable`.)
std::string without_workflow_commands(std::string_view text);

/// A test's name in TAP: a '#' would begin a directive.
std::string tap_escaped(std::string_view text);

}  // namespace perft_verify
