// Numbers, durations and colors for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace perft_verify {

std::string grouped(std::uint64_t number);  // "8,031,647,685"
std::string duration_text(double seconds);  // "0.42 s", "3 min 20 s", "2 h 05 min"
std::string speed_text(double per_second);  // "512 M/s"
std::string short_count(double number);     // "850", "12.3 k", "8.03 G"
/// The difference of `ours` from `theirs`: "+1", "-1,204".
std::string difference_text(std::uint64_t ours, std::uint64_t theirs);
/// The number of columns of a text: code points, not bytes, and none for the palette's colors.
std::size_t columns_of(std::string_view text);
/// `text` fitted to `width` columns: blanks added, or the middle cut out and marked with "…",
/// because similar names differ at the end.
std::string fitted(std::string_view text, std::size_t width);

/// The width of running text for people.
inline constexpr std::size_t kTextColumns = 96;

/// `text` wrapped between words into lines of at most `width` columns, each with `indent` blanks
/// before it and a line feed after it. A longer word has a line of its own.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

enum class Ink : std::uint8_t { Plain, Bold, Dim, Red, Green, Yellow, Cyan };

/// Colors, or nothing if colors are off.
class Palette {
 public:
  explicit Palette(bool on) : on_(on) {}
  [[nodiscard]] std::string paint(Ink ink, std::string_view text) const;

 private:
  bool on_;
};

}  // namespace perft_verify
