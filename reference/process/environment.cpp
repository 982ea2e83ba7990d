#include "reference/process/environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <ranges>

#include "reference/process/watchdog.h"

namespace perft_verify::reference {
namespace {

constexpr std::string_view kPassedOn =
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TMP TEMP PWD TERM LD_LIBRARY_PATH "
    "JAVA_HOME JDK_HOME JRE_HOME CLASSPATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS PYTHONPATH PYTHONHOME "
    "PYTHONUNBUFFERED VIRTUAL_ENV CONDA_PREFIX PYENV_ROOT PYENV_VERSION NODE_PATH NVM_DIR NVM_BIN "
    "GEM_HOME GEM_PATH RUBYLIB PERL5LIB LUA_PATH LUA_CPATH GOROOT CARGO_HOME RUSTUP_HOME "
    "JULIA_DEPOT_PATH MONO_PATH WINEPREFIX GODEBUG";
/// Locale, .NET, folders of the user, sanitizers and coverage, linkers of NixOS.
constexpr std::array<std::string_view, 11> kPrefixes{
    "LC_",          "DOTNET_",           "COMPlus_",     "XDG_",
    "ASAN_OPTIONS", "UBSAN_OPTIONS",     "TSAN_OPTIONS", "LSAN_OPTIONS",
    "NIX_LD",       "LLVM_PROFILE_FILE", kWatchdogMark};

std::string_view name_of(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

std::vector<std::string_view> ours() {
  std::vector<std::string_view> variables;
  for (char** variable = ::environ; variable != nullptr && *variable != nullptr; ++variable)
    variables.emplace_back(*variable);
  return variables;
}

bool is_wanted(const EngineEnvironment& options, std::string_view name) {
  return options.all || is_passed_on(name) ||
         std::ranges::find(options.wanted, name) != options.wanted.end();
}

}  // namespace

bool is_passed_on(std::string_view name) {
  return std::ranges::any_of(kPassedOn | std::views::split(' '),
                             [&](const auto word) { return std::string_view(word) == name; }) ||
         std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

std::vector<std::string> child_environment(const EngineEnvironment& options) {
  std::vector<std::string> variables;
  const auto is_set = [&](std::string_view name) {
    return std::ranges::any_of(options.wanted, [&](std::string_view set) {
      return set.contains('=') && name_of(set) == name;
    });
  };
  for (const std::string_view variable : ours()) {
    const std::string_view name = name_of(variable);
    if (is_wanted(options, name) && !is_set(name)) variables.emplace_back(variable);
  }
  for (const std::string& set : options.wanted)
    if (set.contains('=')) variables.push_back(set);
  return variables;
}

std::string advice_on_environment(const EngineEnvironment& options) {
  const auto variables = ours();
  if (std::ranges::all_of(variables, [&](std::string_view variable) {
        return is_wanted(options, name_of(variable));
      }))
    return {};
  return "; if it needs more of the environment than PATH, HOME and the like: --engine-env NAME, "
         "or --engine-env-all";
}

}  // namespace perft_verify::reference
