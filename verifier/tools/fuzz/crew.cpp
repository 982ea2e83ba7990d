#include "verifier/tools/fuzz/crew.h"

#include <algorithm>
#include <exception>

namespace perft_verify::verifier {

Crew::Crew(unsigned jobs, const reference::GeneratorFactory& subject,
           const reference::GeneratorFactory& reference)
    : step_(static_cast<std::ptrdiff_t>(std::max(1U, jobs))) {
  for (unsigned at = 0; at < std::max(1U, jobs); ++at)
    sides_.push_back({subject(), reference ? reference() : nullptr});
  others_.reserve(sides_.size());
  for (std::size_t at = 1; at < sides_.size(); ++at) {
    try {
      others_.emplace_back([this, at] { help(sides_[at]); });
    } catch (const std::exception&) {  // no thread, or no memory for one
      step_.arrive_and_drop();
    }
  }
}

Crew::~Crew() {
  over_ = true;
  step_.arrive_and_wait();
  others_.clear();
}

void Crew::share(std::size_t size, std::function<void(std::size_t at, Sides& sides)> work) {
  work_ = std::move(work);
  size_ = size;
  next_ = 0;
  step_.arrive_and_wait();
  do_some(sides_.front());
  step_.arrive_and_wait();
  thrown_.rethrow();
}

void Crew::do_some(Sides& sides) {
  thrown_.keep([&] {
    for (std::size_t at = next_++; at < size_; at = next_++) work_(at, sides);
  });
}

void Crew::help(Sides& sides) {
  for (;;) {
    step_.arrive_and_wait();
    if (over_) return;
    do_some(sides);
    step_.arrive_and_wait();
  }
}

}  // namespace perft_verify::verifier
