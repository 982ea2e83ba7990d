// Some positions of a family, and another process that compares them.
#pragma once

#include <expected>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "verifier/tools/fuzz/source.h"

namespace perft_verify::verifier {

/// Positions of one family, to its depth.
using Batch = std::vector<FuzzCase>;

FuzzCase case_of(const Position& position, int depth, std::uint64_t number);

struct BatchDone {
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;  // of the subject
  /// Places in the batch where not all was as it should be; ascending.
  std::vector<std::size_t> suspects;
};

/// Another process that compares batches. Each function may be called from any one thread.
class BatchComparer {
 public:
  BatchComparer() = default;
  BatchComparer(const BatchComparer&) = delete;
  BatchComparer& operator=(const BatchComparer&) = delete;
  virtual ~BatchComparer() = default;

  /// Waits until it can work; else why it cannot, in one sentence.
  virtual std::expected<void, std::string> ready(const std::stop_token& stop) = 0;
  /// Nothing after a stop. The error says, in one sentence, why it does no more of the work.
  virtual std::expected<std::optional<BatchDone>, std::string> compare(
      const Batch& batch, const std::stop_token& stop) = 0;
};

}  // namespace perft_verify::verifier
