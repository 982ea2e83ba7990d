#include "verifier/suite/built_in.h"

#include <fmt/format.h>

#include <array>

#include "verifier/suite/suite_reader.h"

namespace perft_verify::verifier {
namespace {

/// The suites that are searched for ids, in this order.
constexpr std::array<std::string_view, 3> kWithIds{"standard", "rules", "gate"};

Suite read_built_in(std::string_view name) {
  return read_suite(fmt::format("{}.epd", name), *built_in_suite(name), {});
}

}  // namespace

std::optional<std::string> built_in_position(std::string_view id) {
  for (const std::string_view name : kWithIds)
    for (const Row& row : read_built_in(name).rows)
      if (row.id == id) return row.fen;
  return std::nullopt;
}

std::vector<std::string> built_in_ids() {
  std::vector<std::string> ids;
  for (const std::string_view name : kWithIds)
    for (const Row& row : read_built_in(name).rows)
      if (!row.id.empty()) ids.push_back(row.id);
  return ids;
}

bool stands_in_a_file(const Row& row) {
  return row.line > 0 && row.file != "-" && !built_in_suite(row.file);
}

}  // namespace perft_verify::verifier
