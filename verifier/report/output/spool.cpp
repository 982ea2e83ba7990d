#include "verifier/report/output/spool.h"

#include <array>
#include <cstdio>

#include "verifier/report/output/standard_error.h"

namespace perft_verify::verifier {

void Spool::write(std::string_view text) {
  constexpr std::size_t kInMemory = 1 << 20;
  text_ += text;
  if (text_.size() < kInMemory) return;
  if (!file_) file_.reset(std::tmpfile());
  if (!file_) return;  // no room on disk: uses memory
  const std::size_t written = std::fwrite(text_.data(), 1, text_.size(), file_.get());
  text_.erase(0, written);
}

void Spool::move_to(const Sink& sink) {
  if (file_) {
    std::array<char, 64 << 10> buffer{};
    bool whole = std::fseek(file_.get(), 0, SEEK_SET) == 0;
    while (whole) {
      const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file_.get());
      if (count == 0) break;
      sink({buffer.data(), count});
    }
    whole = whole && std::ferror(file_.get()) == 0;
    if (!whole) complain("a part of the report could not be read back from disk");
    file_.reset();
  }
  sink(text_);
  text_.clear();
}

}  // namespace perft_verify::verifier
