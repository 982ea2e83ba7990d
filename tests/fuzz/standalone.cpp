// Runs a fuzz target without libFuzzer: each file of a corpus as it is, then seeded mutations of
// them. What breaks a promise is left in a file, whose name is printed.
//
//   fuzz_fen CORPUS [ROUNDS [SEED]]      a folder of inputs
//   fuzz_fen FILE                        one input, to repeat a failure
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"

namespace {

std::string current;  // the input of the target

void leave_input(int signal) {
  const char message[] = "fuzz: the input is in fuzz-failure.bin\n";
  std::ofstream("fuzz-failure.bin", std::ios::binary) << current;
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::string file_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void run(std::string bytes) {
  current = std::move(bytes);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current.data()), current.size());
}

std::string mutated(std::string bytes, const std::string& other, std::mt19937& random) {
  const auto below = [&](std::size_t limit) {
    return limit == 0 ? 0 : std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(bytes.size());
    switch (below(5)) {
      case 0:
        if (!bytes.empty()) bytes[at] = static_cast<char>(below(256));
        break;
      case 1:
        bytes.insert(at, 1, static_cast<char>(' ' + below(95)));
        break;
      case 2:
        bytes.erase(at, 1 + below(8));
        break;
      case 3:  // a part of another input
        bytes.insert(at, other.substr(below(other.size()), 1 + below(32)));
        break;
      default:  // a part of the same input again
        bytes.insert(at, bytes.substr(below(bytes.size()), 1 + below(16)));
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: " << argv[0] << " CORPUS [ROUNDS [SEED]] | FILE\n";
    return 2;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS})
    std::signal(signal, leave_input);
  if (std::filesystem::is_regular_file(argv[1])) {
    run(file_bytes(argv[1]));
    return 0;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1]))
    files.push_back(entry.path());
  std::ranges::sort(files);
  if (files.empty()) {
    std::cerr << "fuzz: no inputs in " << argv[1] << '\n';
    return 2;
  }
  std::vector<std::string> corpus;
  for (const auto& file : files) run(corpus.emplace_back(file_bytes(file)));

  const unsigned long rounds = argc > 2 ? std::stoul(argv[2]) : 1000;
  std::mt19937 random(argc > 3 ? static_cast<unsigned>(std::stoul(argv[3])) : 1);
  for (unsigned long round = 0; round < rounds; ++round) {
    const std::size_t first = random() % corpus.size();
    const std::size_t second = random() % corpus.size();
    run(mutated(corpus[first], corpus[second], random));
  }
  std::cout << corpus.size() << " inputs and " << rounds << " mutations: no promise broken\n";
}
