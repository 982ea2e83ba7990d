// The perft table: counts of positions that were reached before, by whatever moves.
//
// A wrong count cannot come out of it:
//   - An entry holds the whole position, in 24 bytes, and the depth; a hit is equality, not
//     likeness of hashes. The hash only says where to look.
//   - Threads share it without waiting. Who writes an entry, or reads one that looks right, marks
//     it busy for that moment by one atomic exchange; who finds it busy goes on without it. So
//     nobody reads what is half written.
//   - The first word is stored mixed with the count. A count whose memory was damaged makes the
//     position another one, and is not found.
//
// An entry is 32 bytes, and two share a cache line, where the one with the smaller count gives
// way:
//
//     occupied squares, mixed | color, diagonal | straight, other |   data
//     64 bits                   32 + 32 bits       32 + 32 bits      busy 1, white to move 1,
//                               of each piece, in the order of       en passant 4, depth 6,
//                               their squares                        count 52 bits
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>

namespace perft_verify {

/// A position and a depth, as the table has them.
struct PerftKey {
  std::uint64_t occupied;
  std::uint64_t color_and_diagonal;
  std::uint64_t straight_and_other;
  std::uint64_t data;  // without count
  std::uint64_t hash;  // where to look
};

/// The data word of an entry but for its count and its busy bit. `en_passant` is 0 or the file
/// of the square from 1 to 8; `depth` lies in 1..63.
constexpr std::uint64_t perft_table_data(bool white_to_move, unsigned en_passant, int depth) {
  return std::uint64_t{white_to_move} << 1 | std::uint64_t{en_passant} << 2 |
         static_cast<std::uint64_t>(depth) << 6;
}

class PerftTable {
 public:
  /// A table of about `megabytes` (2^20 bytes), at least one. The memory is taken as it is used.
  /// The error says why the system does not give that much.
  static std::expected<PerftTable, std::string> of(std::size_t megabytes);
  PerftTable(PerftTable&& other) noexcept;
  PerftTable& operator=(PerftTable&&) = delete;
  ~PerftTable();

  /// The largest count that fits an entry; larger ones are not stored.
  static constexpr std::uint64_t kMostNodes = (std::uint64_t{1} << 52) - 1;
  /// The deepest depth that fits an entry.
  static constexpr int kDeepest = 63;

  [[nodiscard]] std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

  /// Forgets everything and, as a side effect, has the system hand over all of the memory. Not
  /// while others use the table.
  void clear();
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&bucket(hash)); }
  [[nodiscard]] std::optional<std::uint64_t> find(const PerftKey& key) const;
  void store(const PerftKey& key, std::uint64_t nodes);

  /// The memory, for tests that damage it.
  [[nodiscard]] std::span<std::atomic<std::uint64_t>> words();

 private:
  struct Entry {
    std::atomic<std::uint64_t> occupied, color_and_diagonal, straight_and_other, data;
  };
  struct alignas(64) Bucket {
    Entry entries[2];
  };

  PerftTable(Bucket* memory, std::size_t buckets) : memory_(memory), buckets_(buckets) {}
  [[nodiscard]] Bucket& bucket(std::uint64_t hash) const {
    __extension__ using Wide = unsigned __int128;
    return memory_[static_cast<std::size_t>(static_cast<Wide>(hash) * buckets_ >> 64)];
  }

  Bucket* memory_;
  std::size_t buckets_;
};

}  // namespace perft_verify
