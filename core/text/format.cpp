#include "core/text/format.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text/printable.h"

namespace perft_verify {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string duration_text(double seconds) {
  if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 99.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string speed_text(double per_second) {
  if (per_second >= 1e10) return fmt::format("{:.1f} G/s", per_second / 1e9);
  if (per_second >= 1e7) return fmt::format("{:.0f} M/s", per_second / 1e6);
  if (per_second >= 1e6) return fmt::format("{:.1f} M/s", per_second / 1e6);
  if (per_second >= 1e4) return fmt::format("{:.0f} k/s", per_second / 1e3);
  if (per_second >= 1e3) return fmt::format("{:.1f} k/s", per_second / 1e3);
  return fmt::format("{:.0f} /s", per_second);
}

std::string difference_text(std::uint64_t ours, std::uint64_t theirs) {
  return ours > theirs ? fmt::format("+{}", grouped(ours - theirs))
                       : fmt::format("-{}", grouped(theirs - ours));
}

std::string short_count(double number) {
  constexpr std::array<std::string_view, 6> kUnits{"", " k", " M", " G", " T", " P"};
  std::size_t unit = 0;
  for (; number >= 999.5 && unit + 1 < kUnits.size(); ++unit) number /= 1000;
  if (unit == 0) return fmt::format("{:.0f}", number);
  return fmt::format("{:.{}f}{}", number,
                     number < 9.995   ? 2
                     : number < 99.95 ? 1
                                      : 0,
                     kUnits[unit]);
}

namespace {

/// The columns of a code point on a terminal: 2 for wide ones, 0 for those that combine with the
/// one before.
std::size_t width_of(const CodePoint& point) {
  if (!point.valid) return 1;  // drawn as a replacement character
  return static_cast<std::size_t>(
      std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(point.code))));
}

/// The longest beginning of `text` with at most `columns` columns.
std::string_view first_columns(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  while (end < text.size()) {
    const auto point = next_code_point(text.substr(end));
    const std::size_t width = width_of(point);
    if (width > columns) break;
    columns -= width;
    end += point.length;
  }
  return text.substr(0, end);
}

/// The longest end of `text` with at most `columns` columns; it does not begin with a character
/// that combines with one before it.
std::string_view last_columns(std::string_view text, std::size_t columns) {
  while (!text.empty()) {
    const auto point = next_code_point(text);
    if (width_of(point) > 0 && columns_of(text) <= columns) break;
    text.remove_prefix(point.length);
  }
  return text;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    if (text.front() == '\x1b') {
      text.remove_prefix(std::min(text.find('m'), text.size() - 1) + 1);
      continue;
    }
    const auto point = next_code_point(text);
    columns += width_of(point);
    text.remove_prefix(point.length);
  }
  return columns;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  std::size_t column = width;  // full: the first word begins a line
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::size_t columns = columns_of(word);
    if (column + 1 + columns > width) {
      if (!lines.empty()) lines += '\n';
      lines.append(indent, ' ');
      column = indent;
    } else {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += columns;
  }
  return lines + '\n';
}

std::string fitted(std::string_view text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  if (columns <= width) return std::string(text) + std::string(width - columns, ' ');
  if (width == 0) return "";
  const std::size_t tail = (width - 1) / 2;
  const std::string cut = std::string(first_columns(text, width - 1 - tail)) + "…" +
                          std::string(last_columns(text, tail));
  // Half of a wide character does not fit.
  return cut + std::string(width - columns_of(cut), ' ');
}

std::string Palette::paint(Ink ink, std::string_view text) const {
  constexpr std::array<std::string_view, 7> kCodes{"0", "1", "2", "31", "32", "33", "36"};
  if (!on_ || ink == Ink::Plain) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<std::size_t>(ink)], text);
}

}  // namespace perft_verify
