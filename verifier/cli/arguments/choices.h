// Options that take one of several words.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace perft_verify::verifier {

/// Words and their meanings, in the order of --help.
template <typename T>
using Choices = std::vector<std::pair<std::string, T>>;

/// `value` is the default; one of the choices.
template <typename T>
CLI::Option* add_choice(CLI::App& app, const std::string& name, T& value, const Choices<T>& choices,
                        const std::string& what) {
  std::vector<std::string> words;
  std::string type;
  for (const auto& [word, meaning] : choices) {
    words.push_back(word);
    type += (type.empty() ? "" : "|") + word;
  }
  const auto set = [&value, choices](const std::string& given) {
    value = std::ranges::find(choices, given, &std::pair<std::string, T>::first)->second;
  };
  return app.add_option_function<std::string>(name, set, what)
      ->type_name(type)
      ->check(CLI::IsMember(words))
      ->default_str(std::ranges::find(choices, value, &std::pair<std::string, T>::second)->first);
}

}  // namespace perft_verify::verifier
