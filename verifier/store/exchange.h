// A store as text, one JSON object per line: to be read by people, kept under version control, and
// imported into another store. A line with a `name` gives the reference of the answers after it;
// every answer carries the checksum of its record, so counts are not typed by hand.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/store/store.h"

namespace perft_verify::verifier {

class ExchangeWriter {
 public:
  using Sink = std::function<void(std::string_view)>;
  explicit ExchangeWriter(Sink sink) : sink_(std::move(sink)) {}
  /// Answers come ordered by reference.
  void write(const RememberedAnswer& answer);

 private:
  Sink sink_;
  std::optional<StoreReference> reference_;
};

/// All answers of such a text, or "file:line: message". A text with an error is not used at all.
std::expected<std::vector<RememberedAnswer>, std::string> read_exchange(const std::string& file,
                                                                        std::string_view text);

}  // namespace perft_verify::verifier
