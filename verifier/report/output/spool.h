// Text that has to wait for an earlier part: a suite's counts come first in a file and are known
// last. Long text waits on disk.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "verifier/report/output/sink.h"

namespace perft_verify::verifier {

class Spool {
 public:
  void write(std::string_view text);
  /// Moves everything to the sink, in order; empty after that.
  void move_to(const Sink& sink);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string text_;  // the part that is not on disk
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace perft_verify::verifier
