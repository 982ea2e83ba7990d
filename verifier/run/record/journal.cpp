#include "verifier/run/record/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>

#include "core/text/printable.h"
#include "core/text/sha256.h"
#include "verifier/suite/json.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kChecksumDigits = 16;
constexpr std::string_view kTitle = "perft-verify journal 3";
constexpr std::string_view kEnd = R"({"finished":true})";
constexpr std::chrono::seconds kSyncEvery{1};

std::string with_checksum(std::string_view text) {
  return fmt::format("{} {}\n", sha256_of(text).substr(0, kChecksumDigits), text);
}

/// The text behind a valid checksum.
std::optional<std::string_view> checked(std::string_view line) {
  if (line.size() <= kChecksumDigits || line[kChecksumDigits] != ' ') return std::nullopt;
  const std::string_view text = line.substr(kChecksumDigits + 1);
  if (sha256_of(text).compare(0, kChecksumDigits, line.substr(0, kChecksumDigits)) != 0)
    return std::nullopt;
  return text;
}

std::string header_of(const RunFacts& facts) {
  Json json{{"journal", kTitle}};
  for (const auto& [name, value] : facts) json["run"][name] = value;
  return line_of(json);
}

/// The difference between a journal's header and this run's header, in words.
std::string difference(std::string_view theirs, const std::string& ours) {
  const Json then = Json::parse(theirs, nullptr, false);
  const Json now = Json::parse(ours, nullptr, false);
  if (!then.is_object() || then.value("journal", "") != kTitle || !then["run"].is_object())
    return "it was written by another version of verify";
  std::string text;
  const auto add = [&text](const std::string& name, const std::string& before,
                           const std::string& after) {
    text += fmt::format("{}{} was {} and is {}", text.empty() ? "" : "; ", name,
                        printable(before, 100), printable(after, 100));
  };
  for (const auto& [name, value] : now["run"].items()) {
    const std::string before = then["run"].value(name, "nothing");
    const auto after = value.get<std::string>();
    if (before != after) add(name, before, after);
  }
  for (const auto& [name, value] : then["run"].items())
    if (!now["run"].contains(name))
      add(name, value.is_string() ? value.get<std::string>() : "something", "nothing");
  return text;
}

std::expected<std::string, std::string> content_of(int descriptor) {
  std::string content;
  std::array<char, 1 << 16> chunk{};
  while (true) {
    const ssize_t count =
        ::pread(descriptor, chunk.data(), chunk.size(), static_cast<off_t>(content.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(std::strerror(errno));
    if (count == 0) return content;
    content.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::expected<std::unique_ptr<Journal>, std::string> Journal::open(const std::string& path,
                                                                   const RunFacts& facts,
                                                                   Start start) {
  const auto failed = [&path](std::string_view what) {
    return std::unexpected(fmt::format("the journal {}: {}", printable(path), what));
  };
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return failed(std::strerror(errno));
  std::unique_ptr<Journal> journal(new Journal(path, descriptor));
  journal->synced_ = std::chrono::steady_clock::now();
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
    return failed("is not a regular file");
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return failed(errno == EWOULDBLOCK ? "another verify is writing to it" : std::strerror(errno));
  if (auto read = journal->read(facts, start); !read) return failed(read.error());
  if (!journal->trouble_.empty()) return std::unexpected(journal->trouble_);
  return journal;
}

std::optional<std::string> Journal::fact_of(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  std::string line;
  const auto text = std::getline(file, line) ? checked(line) : std::nullopt;
  if (!text) return std::nullopt;
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("run") || !json["run"].is_object()) return std::nullopt;
  const auto fact = json["run"].find(name);
  if (fact == json["run"].end() || !fact->is_string()) return std::nullopt;
  return fact->get<std::string>();
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::expected<void, std::string> Journal::read(const RunFacts& facts, Start start) {
  const auto content = content_of(descriptor_);
  if (!content) return std::unexpected(content.error());
  const std::string header = header_of(facts);
  std::string_view rest = *content;
  const auto next_line = [&rest]() -> std::optional<std::string_view> {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return line;
  };

  const auto first = next_line();
  const auto title = first ? checked(*first) : std::nullopt;
  // A process that was killed before its first line was complete has left nothing useful.
  const std::string our_header = with_checksum(header);
  const bool is_torn_header = !first && our_header.starts_with(*content);
  if (!title && !content->empty() && !is_torn_header)
    return std::unexpected("is not a journal of verify; it is left as it is");
  if (title && start == Start::Continue && *title != header)
    return std::unexpected(
        fmt::format("is another run's, and cannot be continued: {}", difference(*title, header)));

  bool finished = false;
  std::map<std::size_t, JournalEntry> entries;
  std::vector<JournalPart> parts;
  std::vector<JournalNote> notes;
  while (const auto line = title ? next_line() : std::nullopt) {
    const auto text = checked(*line);
    finished = text == kEnd;
    if (finished) continue;
    const auto take = [](auto parsed, auto& all) {
      if (parsed) all.push_back(std::move(*parsed));
    };
    if (text && is_journal_part(*text)) {
      take(parse_journal_part(*text), parts);
      continue;
    }
    if (text && is_journal_note(*text)) {
      take(parse_journal_note(*text), notes);
      continue;
    }
    auto entry = text ? parse_journal_text(*text) : std::unexpected("");
    if (entry) entries.insert_or_assign(entry->row, std::move(*entry));
  }
  if (start == Start::New && title && !finished)
    return std::unexpected("belongs to a run that was interrupted; --resume continues it");

  const bool goes_on = start == Start::Continue && title;
  // A torn line at the end is cut off, so that the next one starts a new line.
  const std::size_t keep = goes_on ? content->size() - rest.size() : 0;
  if (::ftruncate(descriptor_, static_cast<off_t>(keep)) != 0 ||
      ::lseek(descriptor_, 0, SEEK_END) < 0)
    return std::unexpected(std::strerror(errno));
  if (goes_on) {
    for (auto& [row, entry] : entries) entries_.push_back(std::move(entry));
    parts_ = std::move(parts);
    notes_ = std::move(notes);
  } else {
    write(our_header);
  }
  return {};
}

void Journal::write(const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty() && trouble_.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      trouble_ = fmt::format("the journal {} cannot be written: {}", printable(path_),
                             std::strerror(errno));
      return;
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  // Protects against a power failure; a killed process loses nothing that was written.
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < kSyncEvery) return;
  synced_ = now;
  ::fdatasync(descriptor_);
}

void Journal::append(const JournalEntry& entry) { write(with_checksum(journal_text(entry))); }

void Journal::append(const JournalPart& part) { write(with_checksum(journal_text(part))); }

void Journal::append(const JournalNote& note) { write(with_checksum(journal_text(note))); }

void Journal::finish() {
  synced_ = {};
  write(with_checksum(kEnd));
}

}  // namespace perft_verify::verifier
