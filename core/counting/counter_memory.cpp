#include "core/counting/counter_memory.h"

#include <cstring>
#include <memory>
#include <utility>

namespace perft_verify::counting {
namespace {

/// A block from the heap. Its address and size are stored before the memory handed out.
struct Block {
  void* whole = nullptr;
  std::size_t size = 0;
};

/// The spare block of the thread.
class Spare {
 public:
  Spare() = default;
  Spare(const Spare&) = delete;
  Spare& operator=(const Spare&) = delete;
  ~Spare() { keep({}); }

  Block take(std::size_t size) {
    if (block_.size == size) return std::exchange(block_, {});
    return {::operator new(size), size};
  }
  void keep(Block block) { ::operator delete(std::exchange(block_, block).whole); }

 private:
  Block block_;
};

thread_local Spare spare;

}  // namespace

void* take_counter_memory(std::size_t size, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  const Block block = spare.take(sizeof(Block) + align + size);
  void* at = static_cast<std::byte*>(block.whole) + sizeof(Block);
  std::size_t room = align + size;
  std::align(align, size, at, room);
  std::memcpy(static_cast<std::byte*>(at) - sizeof(Block), &block, sizeof(Block));
  return at;
}

void keep_counter_memory(void* at) {
  Block block;
  std::memcpy(&block, static_cast<std::byte*>(at) - sizeof(Block), sizeof(Block));
  spare.keep(block);
}

}  // namespace perft_verify::counting
