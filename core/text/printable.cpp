#include "core/text/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace perft_verify {
namespace {

/// The length of a well-formed UTF-8 sequence at the beginning of `text`, or 0.
std::size_t utf8_length(std::string_view text, char32_t& code) {
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80           ? 1
                             : (lead >> 5) == 0x06 ? 2
                             : (lead >> 4) == 0x0e ? 3
                             : (lead >> 3) == 0x1e ? 4
                                                   : 0;
  if (length == 0 || length > text.size()) return 0;
  code = length == 1 ? lead : static_cast<char32_t>(lead & (0x7f >> length));
  for (std::size_t at = 1; at < length; ++at) {
    if ((byte(at) >> 6) != 0x02) return 0;
    code = code << 6 | (byte(at) & 0x3f);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  return code >= kLeast[length] && code <= 0x10ffff ? length : 0;
}

bool is_harmless(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool bidirectional = code == 0x061c || code == 0x200e || code == 0x200f ||
                             (code >= 0x2028 && code <= 0x202e) ||
                             (code >= 0x2066 && code <= 0x2069);
  // Invisible, though not to programs: soft hyphens, joiners, fillers, variation selectors, tags.
  const bool invisible = code == 0xad || code == 0x034f || code == 0x115f || code == 0x1160 ||
                         code == 0x17b4 || code == 0x17b5 || (code >= 0x180b && code <= 0x180f) ||
                         (code >= 0x200b && code <= 0x200d) || (code >= 0x2060 && code <= 0x206f) ||
                         code == 0x3164 || (code >= 0xfe00 && code <= 0xfe0f) || code == 0xfeff ||
                         code == 0xffa0 || (code >= 0xfff0 && code <= 0xfffb) ||
                         (code >= 0xe0000 && code <= 0xe0fff);
  return !control && !surrogate && !bidirectional && !invisible;
}

}  // namespace

CodePoint next_code_point(std::string_view text) {
  CodePoint point;
  const std::size_t length = utf8_length(text, point.code);
  point.valid = length > 0;
  point.length = std::max<std::size_t>(length, 1);
  return point;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  while (!text.empty()) {
    const auto [code, taken, valid] = next_code_point(text);
    if (result.size() + 4 * taken > limit && text.size() > taken) return result + "…";
    if (text.starts_with("##[")) {
      result += "##\\x5B";
      text.remove_prefix(3);
      continue;
    }
    if (valid && is_harmless(code)) {
      result += text.substr(0, taken);
    } else {
      for (const char c : text.substr(0, taken))
        result += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    }
    text.remove_prefix(taken);
  }
  return result;
}

bool has_control_characters(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
}

}  // namespace perft_verify
