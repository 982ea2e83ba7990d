// Threads that share pieces of work, each with a subject and a reference of its own.
#pragma once

#include <atomic>
#include <barrier>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/parallel.h"
#include "reference/generator.h"

namespace perft_verify::verifier {

/// A thread's own subject and reference.
struct Sides {
  std::unique_ptr<reference::Generator> subject;
  std::unique_ptr<reference::Generator> reference;  // null where there is none
};

/// An engine lives no longer than the thread that started it, so the threads are there as long as
/// the crew is.
class Crew {
 public:
  /// `reference` may be null. On a machine that cannot start `jobs` threads there are fewer.
  Crew(unsigned jobs, const reference::GeneratorFactory& subject,
       const reference::GeneratorFactory& reference);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Those of the current thread; idle while nothing is shared.
  [[nodiscard]] Sides& first() { return sides_.front(); }
  [[nodiscard]] std::size_t size() const { return sides_.size(); }

  /// Calls `work` for 0 to `size` - 1, each once and by any thread; returns when all calls have.
  /// Throws what the first of them threw.
  void share(std::size_t size, std::function<void(std::size_t at, Sides& sides)> work);

 private:
  void do_some(Sides& sides);
  void help(Sides& sides);

  std::vector<Sides> sides_;
  std::barrier<> step_;
  std::function<void(std::size_t, Sides&)> work_;
  std::size_t size_ = 0;
  std::atomic<std::size_t> next_ = 0;
  FirstException thrown_;
  bool over_ = false;
  std::vector<std::jthread> others_;
};

}  // namespace perft_verify::verifier
