// The names in a folder, also where memory runs out. A separate program: it replaces operator new.
#include "core/text/folder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <new>

namespace {
constexpr int kNever = std::numeric_limits<int>::max();
int allocations_until_failure = kNever;

void* limited(std::size_t size) {
  if (allocations_until_failure != kNever && allocations_until_failure-- == 0)
    throw std::bad_alloc();
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
}  // namespace

// The analyzer does not see that these operators belong together.
// NOLINTBEGIN(clang-analyzer-cplusplus.NewDelete)
void* operator new(std::size_t size) { return limited(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
// NOLINTEND(clang-analyzer-cplusplus.NewDelete)

namespace perft_verify {
namespace {

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "folder.XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    path_ = pattern;
    for (const char* name :
         {"b of a name that needs memory", "a of a name that needs memory", ".c"})
      ::close(::creat((path_ + "/" + name).c_str(), 0600));
  }
  void TearDown() override { std::filesystem::remove_all(path_); }

  std::string path_;
};

TEST_F(Folder, ItsNamesAreSorted) {
  const auto names = names_in(path_);
  ASSERT_TRUE(names) << names.error().message();
  EXPECT_THAT(*names, testing::ElementsAre(".c", "a of a name that needs memory",
                                           "b of a name that needs memory"));
}

TEST_F(Folder, OneThatCannotBeReadSaysWhy) {
  const auto names = names_in(path_ + "/missing");
  ASSERT_FALSE(names);
  EXPECT_EQ(names.error(), std::errc::no_such_file_or_directory);
}

TEST_F(Folder, WithoutMemoryItThrows) {
  int failures = 0;
  for (int after = 0;; ++after) {
    allocations_until_failure = after;
    try {
      const auto names = names_in(path_);
      allocations_until_failure = kNever;
      break;
    } catch (const std::bad_alloc&) {
      allocations_until_failure = kNever;
      ++failures;
    }
  }
  EXPECT_GE(failures, 3) << "two names and their list";
}

}  // namespace
}  // namespace perft_verify
