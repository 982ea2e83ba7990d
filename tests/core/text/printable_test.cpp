#include "core/text/printable.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace perft_verify {
namespace {

using namespace std::string_literals;

std::string utf8(char32_t code) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xc0 | code >> 6), byte(0x80 | (code & 0x3f))};
  if (code < 0x10000)
    return {byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 0x3f)), byte(0x80 | (code & 0x3f))};
  return {byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 0x3f)),
          byte(0x80 | (code >> 6 & 0x3f)), byte(0x80 | (code & 0x3f))};
}

std::string escaped(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
  return text;
}

TEST(ForeignText, EscapesEveryControlCharacter) {
  for (char32_t code = 0; code < 0xa0; ++code) {
    const std::string text = utf8(code);
    const bool control = code < 0x20 || code >= 0x7f;
    EXPECT_EQ(printable("a" + text + "b"), "a" + (control ? escaped(text) : text) + "b");
  }
  EXPECT_EQ(printable("\x1b[31mred\x1b]0;title\x07"), "\\x1B[31mred\\x1B]0;title\\x07");
  EXPECT_EQ(printable("one\ntwo\r\n\0"s), "one\\x0Atwo\\x0D\\x0A\\x00");
}

TEST(ForeignText, EscapesWhatNobodySees) {
  for (const char32_t code :
       std::initializer_list<char32_t>{0xad, 0x200b, 0x200d, 0x2060, 0x3164, 0xfe0f, 0xfeff,
                                       0xe0001, 0xe0041, 0xe007f, 0xe0100})
    EXPECT_EQ(printable("a" + utf8(code) + "b"), "a" + escaped(utf8(code)) + "b");
  EXPECT_EQ(printable("Größe, ход, 手"), "Größe, ход, 手");
}

TEST(ForeignText, EscapesBidirectionalControls) {
  for (const char32_t code : std::initializer_list<char32_t>{
           0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066,
           0x2067, 0x2068, 0x2069, 0xfeff})
    EXPECT_EQ(printable(utf8(code)), escaped(utf8(code))) << std::hex << std::uint32_t{code};
}

TEST(ForeignText, KeepsWellFormedText) {
  for (const char32_t code :
       std::initializer_list<char32_t>{0x20, 0x7e, 0xa0, 0xe9, 0x7ff, 0x800, 0x2014, 0x2654, 0x4e2d,
                                       0xd7ff, 0xe000, 0xfffd, 0x10000, 0x1f600, 0x10ffff})
    EXPECT_EQ(printable(utf8(code)), utf8(code)) << std::hex << std::uint32_t{code};
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("Stockfish 15.1"), "Stockfish 15.1");
}

TEST(ForeignText, EscapesInvalidUtf8ByteByByte) {
  for (const std::string& text :
       {"\x80"s, "\xbf"s, "\xc3"s, "\xe2\x99"s, "\xf0\x9f\x98"s, "\xff"s, "\xfe"s,
        // Overlong forms of '/' and ESC, a surrogate, and a code beyond the last.
        "\xc0\xaf"s, "\xc1\x81"s, "\xe0\x80\xaf"s, "\xf0\x80\x80\xaf"s, "\xc0\x9b"s,
        "\xed\xa0\x80"s, "\xf4\x90\x80\x80"s, "\xf8\x88\x80\x80\x80"s})
    EXPECT_EQ(printable(text), escaped(text));
  EXPECT_EQ(printable("\xc3("), "\\xC3(");
  EXPECT_EQ(printable("\xe2\x99\x1b"), "\\xE2\\x99\\x1B");
}

TEST(ForeignText, HasALimit) {
  EXPECT_EQ(printable(std::string(196, 'x')), std::string(196, 'x'));
  EXPECT_LE(printable(std::string(100'000, 'x')).size(), 200U + "…"s.size());
  EXPECT_LE(printable(std::string(100'000, '\x1b')).size(), 200U + "…"s.size());
  EXPECT_LE(printable(std::string(100'000, 'x'), 1000).size(), 1000U + "…"s.size());
  EXPECT_TRUE(printable(std::string(1000, 'x')).ends_with("…"));
  EXPECT_FALSE(printable("short").ends_with("…"));
}

/// Any input becomes printable text of about the limit, and text that was made printable once stays
/// as it is.
TEST(ForeignText, NoBytesGetThrough) {
  std::mt19937_64 random(20260801);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 40, '\0');
    // Many lead bytes and continuation bytes.
    for (char& c : text)
      c = static_cast<char>(random() % 3 == 0 ? 0x80 + random() % 0x80 : random() % 0x100);
    const std::string result = printable(text, 400);
    EXPECT_FALSE(has_control_characters(result)) << escaped(text);
    EXPECT_EQ(printable(result, 1000), result) << escaped(text);
  }
}

TEST(ForeignText, FindsControlCharacters) {
  for (int code = 0; code < 0x100; ++code) {
    const std::string text = "a"s + static_cast<char>(code) + "b";
    EXPECT_EQ(has_control_characters(text), code < 0x20 || code == 0x7f) << code;
  }
  EXPECT_FALSE(has_control_characters(""));
  EXPECT_TRUE(has_control_characters("\n"));
  EXPECT_TRUE(has_control_characters("position startpos\nquit"));
}

TEST(Printable, BreaksWhatALogWouldTakeForACommand) {
  EXPECT_EQ(printable("a ##[error]b"), "a ##\\x5Berror]b");
  EXPECT_EQ(printable("###[#["), "###\\x5B#[");
}

}  // namespace
}  // namespace perft_verify
