#include "core/counting/perft_table.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

namespace perft_verify {
namespace {

constexpr std::uint64_t kBusy = 1;
constexpr int kCountShift = 12;
constexpr std::uint64_t kCountless = (std::uint64_t{1} << kCountShift) - 1;

/// Spreads the data over a word; odd, hence a bijection: damaged data gives another word.
constexpr std::uint64_t spread(std::uint64_t data) { return data * 0x9e3779b97f4a7c15; }

}  // namespace

std::expected<PerftTable, std::string> PerftTable::of(std::size_t megabytes) {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  if (megabytes == 0) megabytes = 1;
  const auto refused = [megabytes](const char* why) {
    return std::unexpected(fmt::format("no memory for a perft table of {} MB: {}", megabytes, why));
  };
  if (megabytes > std::numeric_limits<std::size_t>::max() / kMegabyte / 2)
    return refused("more than any machine has");
  const std::size_t bytes = megabytes * kMegabyte;
  // Zeroed pages, provided by the system at the first touch of each.
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return refused(std::strerror(errno));
  // Large pages save most of the address look-ups; without them the table works as well.
#ifdef MADV_HUGEPAGE  // Linux
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return PerftTable(static_cast<Bucket*>(memory), bytes / sizeof(Bucket));
}

PerftTable::PerftTable(PerftTable&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), buckets_(std::exchange(other.buckets_, 0)) {}

PerftTable::~PerftTable() {
  if (memory_ != nullptr) munmap(memory_, bytes());
}

void PerftTable::clear() {
  for (auto& word : words()) word.store(0, std::memory_order_relaxed);
}

std::optional<std::uint64_t> PerftTable::find(const PerftKey& key) const {
  for (Entry& entry : bucket(key.hash).entries) {
    const auto same = [&](std::uint64_t data) {
      return entry.color_and_diagonal.load(std::memory_order_relaxed) == key.color_and_diagonal &&
             entry.straight_and_other.load(std::memory_order_relaxed) == key.straight_and_other &&
             (entry.occupied.load(std::memory_order_relaxed) ^ spread(data)) == key.occupied;
    };
    std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if ((data & kCountless) != key.data || !same(data)) continue;
    // The entry looks right. It is read while marked busy, so that no thread can write to it.
    if (!entry.data.compare_exchange_strong(data, data | kBusy, std::memory_order_acquire,
                                            std::memory_order_relaxed))
      continue;
    const bool found = same(data);
    entry.data.store(data, std::memory_order_release);
    if (found) return data >> kCountShift;
  }
  return std::nullopt;
}

void PerftTable::store(const PerftKey& key, std::uint64_t nodes) {
  if (nodes > kMostNodes) return;
  Bucket& place = bucket(key.hash);
  Entry* smallest = nullptr;
  std::uint64_t smallest_data = 0;
  for (Entry& entry : place.entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (smallest == nullptr || data >> kCountShift < smallest_data >> kCountShift) {
      smallest = &entry;
      smallest_data = data;
    }
  }
  if ((smallest_data & kBusy) != 0) return;
  if (!smallest->data.compare_exchange_strong(smallest_data, smallest_data | kBusy,
                                              std::memory_order_acquire, std::memory_order_relaxed))
    return;
  const std::uint64_t data = key.data | nodes << kCountShift;
  smallest->occupied.store(key.occupied ^ spread(data), std::memory_order_relaxed);
  smallest->color_and_diagonal.store(key.color_and_diagonal, std::memory_order_relaxed);
  smallest->straight_and_other.store(key.straight_and_other, std::memory_order_relaxed);
  smallest->data.store(data, std::memory_order_release);
}

std::span<std::atomic<std::uint64_t>> PerftTable::words() {
  static_assert(sizeof(std::atomic<std::uint64_t>) == sizeof(std::uint64_t));
  return {reinterpret_cast<std::atomic<std::uint64_t>*>(memory_), bytes() / sizeof(std::uint64_t)};
}

}  // namespace perft_verify
