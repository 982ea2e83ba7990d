// Any words on the command line: a command to run, or a text and an exit code of 0 or 2. Words are
// separated by line feeds.
#include <string>
#include <vector>

#include "tests/fuzz/target.h"
#include "verifier/cli/commands.h"

using namespace perft_verify;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::Input(data, size).rest();
  std::vector<std::string> words{"verify"};
  while (!text.empty() && words.size() < 64) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    words.emplace_back(text.substr(0, end).substr(0, text.substr(0, end).find('\0')));
    // This option writes files, for packagers.
    if (words.back().starts_with("--write-documentation")) words.pop_back();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  verifier::StandardOutput out;
  verifier::CommandLine line(out, nullptr);
  const auto command = line.parse(static_cast<int>(argv.size()), argv.data());
  if (command) return 0;
  fuzz::must(command.error().exit_code == 0 || command.error().exit_code == 2,
             "what is not to be run ends with 0 or 2");
  fuzz::must(!command.error().text.empty(), "and says why");
  return 0;
}
