// The interface of all fuzz targets. A target is one function in the shape of libFuzzer and
// OSS-Fuzz: any bytes go in, and a broken promise ends the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace perft_verify::fuzz {

/// Ends the process with `promise` on standard error unless `kept`.
inline void must(bool kept, const char* promise) {
  if (kept) return;
  std::fprintf(stderr, "fuzz: broken promise: %s\n", promise);
  std::abort();
}

/// The input of one run, read from its beginning.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  /// The next byte; 0 at the end.
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  [[nodiscard]] bool empty() const { return at_ >= size_; }
  /// All bytes that have not been read.
  [[nodiscard]] std::string_view rest() const {
    return {reinterpret_cast<const char*>(data_) + at_, size_ - at_};
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

}  // namespace perft_verify::fuzz
