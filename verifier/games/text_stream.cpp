#include "verifier/games/text_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/text/printable.h"

namespace perft_verify::verifier {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18U;

/// Closes what it opened.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
  }
  /// A file that cannot be read any further ends there.
  std::size_t read(char* bytes, std::size_t length) const {
    for (;;) {
      const ssize_t count = ::read(descriptor_, bytes, length);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) return 0;
    }
  }

 private:
  int descriptor_;
};

}  // namespace

std::expected<TextStream, std::string> TextStream::open(const std::string& file) {
  const std::string name = file == "-" ? "standard input" : printable(file);
  const int descriptor = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  auto input = std::make_shared<File>(descriptor);
  struct stat status{};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0)
    return std::unexpected(fmt::format("{}: {}", name, std::strerror(errno)));
  if (S_ISDIR(status.st_mode))
    return std::unexpected(fmt::format("{} is a directory; name the files in it", name));
  return TextStream(
      [input](char* bytes, std::size_t length) { return input->read(bytes, length); });
}

TextStream TextStream::of_text(std::string text) {
  return TextStream(
      [text = std::move(text), at = std::size_t{0}](char* bytes, std::size_t length) mutable {
        const std::size_t count = std::min(length, text.size() - at);
        at += text.copy(bytes, count, at);
        return count;
      });
}

/// Whether there are so many bytes at `at_`.
bool TextStream::fill(std::size_t wanted) {
  while (buffer_.size() - at_ < wanted && !ended_) {
    buffer_.erase(0, at_);
    at_ = 0;
    const std::size_t held = buffer_.size();
    buffer_.resize(held + kBlock);
    const std::size_t count = source_(buffer_.data() + held, kBlock);
    buffer_.resize(held + count);
    ended_ = count == 0;
  }
  return buffer_.size() - at_ >= wanted;
}

int TextStream::peek() {
  if (at_ == buffer_.size() && !fill(1)) return kEnd;
  const char c = buffer_[at_];
  return c == '\r' ? '\n' : static_cast<unsigned char>(c);
}

int TextStream::get() {
  const int c = peek();
  if (c == kEnd) return kEnd;
  const bool carriage_return = buffer_[at_++] == '\r';
  at_line_start_ = c == '\n';
  if (!at_line_start_) return c;
  if (carriage_return && fill(1) && buffer_[at_] == '\n') ++at_;
  ++line_;
  return c;
}

std::string_view TextStream::ahead(std::size_t length) {
  fill(length);
  return std::string_view(buffer_).substr(at_, length);
}

void TextStream::rest_of_line(std::string& text, std::size_t longest, bool& cut) {
  text.clear();
  cut = false;
  for (int c = peek(); c != kEnd && c != '\n'; c = peek()) {
    // All of the buffer up to the end of the line at once.
    const std::string_view held = std::string_view(buffer_).substr(at_);
    const std::string_view part = held.substr(0, held.find_first_of("\r\n"));
    const std::size_t room = longest - text.size();
    cut = cut || part.size() > room;
    text.append(part.substr(0, room));
    at_ += part.size();
    at_line_start_ = false;
  }
  get();
}

}  // namespace perft_verify::verifier
