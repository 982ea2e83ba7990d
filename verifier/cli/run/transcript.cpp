#include "verifier/cli/run/transcript.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/text/shell_words.h"
#include "reference/dialect/conversation.h"

namespace perft_verify::verifier {
namespace {

constexpr const char* kFolder = "perft-verify-transcripts";

/// A file descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// Whether the file is there, no link, with these lines.
bool is_written(int folder, const std::string& name, std::string_view lines) {
  // A pipe in its place must not block the open.
  const Descriptor file(
      ::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status{};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
    return false;
  std::string bytes(lines.size() + 1, '\0');
  return ::read(file.number(), bytes.data(), bytes.size()) == static_cast<ssize_t>(lines.size()) &&
         bytes.starts_with(lines);
}

/// Returns the error; empty if the file is there.
std::string write_transcript(const std::string& name, std::string_view lines) {
  const auto failed = [&](const std::string& what) {
    return fmt::format("{}: {}", what, std::strerror(errno));
  };
  if (::mkdir(kFolder, 0777) != 0 && errno != EEXIST) return failed(kFolder);
  const Descriptor folder(::open(kFolder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.number() < 0) return failed(fmt::format("{} has to be a folder", kFolder));
  struct stat status{};
  if (::fstat(folder.number(), &status) != 0) return failed(kFolder);
  if (status.st_uid != ::geteuid()) return fmt::format("the folder {} is somebody else's", kFolder);
  if (is_written(folder.number(), name, lines)) return {};
  ::unlinkat(folder.number(), name.c_str(), 0);  // a link, cut short, or something else
  const Descriptor file(::openat(folder.number(), name.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.number() < 0 && errno == EEXIST) return {};  // another worker was faster
  if (file.number() >= 0 && write_all(file.number(), lines)) return {};
  const std::string trouble = failed(fmt::format("{}/{}", kFolder, name));
  if (file.number() >= 0) ::unlinkat(folder.number(), name.c_str(), 0);
  return trouble;
}

/// FNV-1a.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

/// The lines sent to the engine; empty if it cannot be asked the question.
std::string lines_to(const EngineArguments& engine, const reference::Dialect& dialect,
                     const reference::Question& question) {
  const auto asked = reference::asked_of(question, dialect);
  if (!asked) return {};
  std::string lines;
  const auto add = [&lines](std::string_view line) { lines += std::string(line) + "\n"; };
  const bool uci = dialect.protocol == reference::Protocol::Uci;
  if (uci) {
    add("uci");
    for (const auto& [name, value] : engine.options)
      add(fmt::format("setoption name {}{}", name, value.empty() ? "" : " value " + value));
    add("ucinewgame");
  } else if (dialect.protocol == reference::Protocol::Xboard) {
    for (const char* line : {"xboard", "protover 2", "force"}) add(line);
  }
  for (const std::string& line : engine.setup) add(line);
  if (uci) add("isready");
  if (uci && question.root.chess960) add("setoption name UCI_Chess960 value true");
  if (dialect.position == reference::PositionStyle::UciPosition) {
    add(reference::context_of(dialect, *asked));
  } else if (dialect.position == reference::PositionStyle::Setboard) {
    add("setboard " + asked->root);
    for (const std::string& move : asked->moves) add(reference::move_command(dialect, move));
  }
  for (const std::string& line : dialect.perft)
    add(reference::filled(line, asked->depth, asked->fen));
  if (uci) add("isready");
  return lines;
}

}  // namespace

std::optional<ReplayFile> save_transcript(const EngineArguments& engine,
                                          const reference::Detection& detection,
                                          const Finding& finding) {
  if (!is_failure(finding.kind) || !finding.failed_on || detection.script) return {};
  const std::string lines = lines_to(engine, detection.dialect, *finding.failed_on);
  if (lines.empty()) return {};
  const std::string name =
      fmt::format("{}-{:08x}.txt", to_string(finding.kind), hash_of(lines) & 0xffffffffU);
  if (std::string trouble = write_transcript(name, lines); !trouble.empty())
    return ReplayFile{"", std::move(trouble)};
  std::string command;
  for (const std::string& word : engine.command)
    command += (command.empty() ? "" : " ") + shell_quoted(word);
  return ReplayFile{fmt::format("{} < {}/{}", command, kFolder, name), ""};
}

}  // namespace perft_verify::verifier
