#include "verifier/report/output/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>

#include "core/text/folder.h"
#include "core/text/printable.h"

namespace perft_verify::verifier {
namespace {

std::string failed(const std::string& path, std::string_view what) {
  const std::string why = std::strerror(errno);
  return fmt::format("{}: {}: {}", printable(path), what, why);
}

constexpr std::string_view kTemporary = ".verify-";
/// Seconds during which another run may have created its file without locking it yet.
constexpr time_t kYoung = 10;

/// Removes temporary files of a run that was killed: no process holds their lock.
void remove_leftovers(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path file(path);
  const std::string prefix = file.filename().string() + std::string(kTemporary);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  for (const std::string& name : names_in(folder.string()).value_or(std::vector<std::string>())) {
    if (!name.starts_with(prefix)) continue;
    const fs::path leftover = folder / name;
    const int left = ::open(leftover.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (left < 0) continue;
    struct stat status{};
    const bool old = ::fstat(left, &status) == 0 && S_ISREG(status.st_mode) &&
                     status.st_uid == ::geteuid() && status.st_mtime + kYoung < ::time(nullptr);
    if (old && ::flock(left, LOCK_EX | LOCK_NB) == 0) ::unlink(leftover.c_str());
    ::close(left);
  }
}

}  // namespace

std::expected<OutputFile, std::string> OutputFile::create(const std::string& name) {
  // For a symbolic link the file is replaced, not the link.
  std::error_code failed_to_follow;
  std::string path = name;
  if (std::filesystem::is_symlink(name, failed_to_follow)) {
    const auto target = std::filesystem::canonical(name, failed_to_follow);
    if (!failed_to_follow) path = target.string();
  }
  struct stat status{};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    return std::unexpected(fmt::format("{} is a directory", printable(path)));
  const bool special = name.starts_with("/dev/") || name.starts_with("/proc/");
  if (exists && (special || !S_ISREG(status.st_mode))) {
    // A device or a pipe (/dev/null, /dev/stdout) is written directly; its name stays.
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor < 0) return std::unexpected(failed(name, "cannot be written"));
    return OutputFile(path, "", descriptor);
  }
  remove_leftovers(path);
  std::string temporary = path + std::string(kTemporary) + "XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return std::unexpected(failed(path, "cannot be written"));
  ::flock(descriptor, LOCK_EX | LOCK_NB);  // as long as we live; see remove_leftovers
  // mkstemp creates a private file; a report is as readable as any other new file.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor, 0666 & ~mask);
  return OutputFile(path, std::move(temporary), descriptor);
}

OutputFile::OutputFile(std::string path, std::string temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      buffer_(std::move(other.buffer_)),
      error_(std::move(other.error_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this != &other) {
    discard();
    path_ = std::move(other.path_);
    temporary_ = std::move(other.temporary_);
    buffer_ = std::move(other.buffer_);
    error_ = std::move(other.error_);
    descriptor_ = std::exchange(other.descriptor_, -1);
  }
  return *this;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() {
  if (descriptor_ < 0) return;
  ::close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  constexpr std::size_t kBuffer = 64 << 10;
  buffer_ += text;
  if (buffer_.size() >= kBuffer) flush();
}

void OutputFile::flush() {
  std::string_view text = buffer_;
  while (!text.empty() && error_.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      error_ = failed(path_, "cannot be written");
      break;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

std::expected<void, std::string> OutputFile::commit() {
  flush();
  if (!error_.empty()) return std::unexpected(error_);
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS)
    return std::unexpected(failed(path_, "cannot be written to disk"));
  if (!temporary_.empty() && ::rename(temporary_.c_str(), path_.c_str()) != 0)
    return std::unexpected(failed(path_, "cannot take its name"));
  ::close(std::exchange(descriptor_, -1));
  return {};
}

std::expected<void, std::string> write_file(const std::string& path, std::string_view text) {
  auto file = OutputFile::create(path);
  if (!file) return std::unexpected(file.error());
  file->write(text);
  return file->commit();
}

}  // namespace perft_verify::verifier
