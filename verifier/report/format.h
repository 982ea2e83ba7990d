// Numbers, durations and colours for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace perft_verify::verifier {

std::string grouped(std::uint64_t number);  // "8,031,647,685"
std::string duration_text(double seconds);  // "0.42 s", "3 min 20 s", "2 h 05 min"
std::string speed_text(double per_second);  // "512 M/s"
/// `text` brought to `width` columns: blanks added, or the end cut and marked with "…". Counts
/// code points, not bytes.
std::string fitted(std::string_view text, std::size_t width);

/// `text` broken between words into lines of at most `width` columns, each with `indent`
/// blanks before it and a line feed after it. A longer word has a line of its own.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

enum class Ink : std::uint8_t { Plain, Bold, Dim, Red, Green, Yellow, Cyan };

/// Colours, or nothing where colours are off.
class Palette {
 public:
  explicit Palette(bool on) : on_(on) {}
  [[nodiscard]] std::string paint(Ink ink, std::string_view text) const;

 private:
  bool on_;
};

}  // namespace perft_verify::verifier
