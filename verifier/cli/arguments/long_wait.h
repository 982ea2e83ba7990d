// Something that is waited for in silence: on standard error it is said that it takes long.
#pragma once

#include <string>
#include <thread>

namespace perft_verify::verifier {

class LongWait {
 public:
  /// Says `note: WHAT: 10 s so far` after ten seconds, and again whenever the time has doubled, as
  /// long as this object lives.
  explicit LongWait(std::string what);

 private:
  std::jthread teller_;
};

}  // namespace perft_verify::verifier
