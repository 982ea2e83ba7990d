// Standard output, with a record of its failures: a full disk means an unwritten report; a reader
// that has gone away (`| head -1`) does not.
#pragma once

#include <string>
#include <string_view>

namespace perft_verify::verifier {

class StandardOutput {
 public:
  void write(std::string_view text);
  /// False after an error other than a closed pipe.
  [[nodiscard]] bool good() const { return failure_ == 0; }
  /// In words; only after an error.
  [[nodiscard]] std::string error() const;

 private:
  int failure_ = 0;  // errno
  bool closed_ = false;
};

}  // namespace perft_verify::verifier
