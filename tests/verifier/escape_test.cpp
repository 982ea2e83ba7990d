#include "core/text/escape.h"

#include <gtest/gtest.h>

#include "verifier/report/output/spool.h"

namespace perft_verify::verifier {
namespace {

using namespace std::string_literals;

TEST(Xml, EscapesMarkupAndReplacesWhatIsForbidden) {
  EXPECT_EQ(xml_escaped("<a b=\"c\" d='e'>&]]>"),
            "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;]]&gt;");
  EXPECT_EQ(xml_escaped("a\0b\x1b\x7f\n\t"s), "a\ufffdb\ufffd\x7f\n\t");
  EXPECT_EQ(xml_escaped("\xff\xc3(\u00e9\ufffe\U0001f600"), "\ufffd\ufffd(\u00e9\ufffd\U0001f600");
  EXPECT_EQ(xml_escaped("\xed\xa0\x80"), "\ufffd") << "a surrogate";
}

TEST(Markdown, EscapesMarkupAndNothingElse) {
  EXPECT_EQ(markdown_text("e1g1 is illegal: it's White's king-side right (lost, 2.5)."),
            "e1g1 is illegal: it's White's king-side right (lost, 2.5).");
  EXPECT_EQ(markdown_text("a*b|c <b> [a](b) `x` ~~y~~"),
            "a\\*b\\|c \\<b> \\[a\\](b) \\`x\\` \\~\\~y\\~\\~");
  EXPECT_EQ(markdown_text("snake_case _x_ a & b &amp; 1. 7-up"),
            "snake_case \\_x\\_ a & b \\&amp; 1. 7-up");
  EXPECT_EQ(markdown_text("# title"), "\\# title");
  EXPECT_EQ(markdown_text("12. list"), "12\\. list");
  EXPECT_EQ(markdown_text("http://x.y www.x.y @user"), "http\\://x.y www\\.x.y @\u200buser");
  EXPECT_EQ(markdown_text("a\nb"), "a b");
}

TEST(Markdown, CodeStaysInItsCell) {
  EXPECT_EQ(markdown_code("suites/a_b.epd:3 x"), "`suites/a_b.epd:3 x`");
  EXPECT_EQ(markdown_code("`|"), "`` `\\| ``");
  EXPECT_EQ(markdown_block("x"), "```text\nx\n```\n");
  EXPECT_EQ(markdown_block("````\n"), "`````text\n````\n`````\n");
}

TEST(Workflow, EscapesAsTheRunnerUnescapes) {
  EXPECT_EQ(workflow_message("50% a:b,c\r\n"), "50%25 a:b,c%0D%0A");
  EXPECT_EQ(workflow_property("50% a:b,c\n"), "50%25 a%3Ab%2Cc%0A");
}

TEST(Workflow, MarksLinesThatWouldBeCommands) {
  EXPECT_EQ(without_workflow_commands("a ::error::b\n"), "a ::error::b\n");
  EXPECT_EQ(without_workflow_commands("a\n \t::error::b\n::c"), "a\n|  \t::error::b\n| ::c");
  EXPECT_EQ(without_workflow_commands(""), "");
}

TEST(Tap, HasNoDirectiveInAName) {
  EXPECT_EQ(tap_escaped("a # SKIP \\ b\nok"), "a \\# SKIP \\\\ b ok");
}

TEST(Spool, GivesBackEverythingInOrderHoweverLong) {
  Spool spool;
  std::string all;
  for (int number = 0; number < 300'000; ++number) {
    const std::string text = std::to_string(number) + "\n";
    all += text;
    spool.write(text);
  }
  std::string back;
  const Sink sink = [&back](std::string_view text) { back += text; };
  spool.move_to(sink);
  EXPECT_TRUE(back == all);
  spool.write("again");
  back.clear();
  spool.move_to(sink);
  EXPECT_EQ(back, "again");
}

}  // namespace
}  // namespace perft_verify::verifier
