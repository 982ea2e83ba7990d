#include "verifier/suite/suite.h"

#include <fmt/format.h>

#include "core/text/printable.h"

namespace perft_verify::verifier {

std::string place_of(const Row& row) {
  return row.file.empty() ? "--fen" : fmt::format("{}:{}", printable(row.file), row.line);
}

std::string name_of(const Row& row) {
  return row.id.empty() ? place_of(row) : fmt::format("{} {}", place_of(row), printable(row.id));
}

std::string to_string(const SuiteProblem& problem) {
  return fmt::format(
      "{}:{}:{}: {}{}\n    {}", printable(problem.file), problem.line, problem.column,
      problem.error_class ? fmt::format("{}: ", to_string(*problem.error_class)) : "",
      problem.message, problem.excerpt);
}

}  // namespace perft_verify::verifier
