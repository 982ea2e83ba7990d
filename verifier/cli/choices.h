// Options that take one of several words.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace perft_verify::verifier {

template <typename T>
std::vector<std::string> names_of(const std::map<std::string, T>& choices) {
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) names.push_back(name);
  return names;
}

}  // namespace perft_verify::verifier
