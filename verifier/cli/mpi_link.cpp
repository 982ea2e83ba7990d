// The ranks of an MPI job as a Link.
#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "verifier/cli/run/join.h"
#include "verifier/scale/cluster/presence.h"

namespace perft_verify::verifier {
namespace {

class MpiLink final : public Link {
 public:
  MpiLink() {
    int number = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    rank_ = static_cast<unsigned>(number);
    MPI_Comm_size(MPI_COMM_WORLD, &number);
    ranks_ = static_cast<unsigned>(number);
  }
  MpiLink(const MpiLink&) = delete;
  MpiLink& operator=(const MpiLink&) = delete;
  ~MpiLink() override { MPI_Finalize(); }

  [[nodiscard]] unsigned rank() const override { return rank_; }
  [[nodiscard]] unsigned ranks() const override { return ranks_; }

  bool send(unsigned rank, MessageKind kind, const std::string& text) override {
    // A message that was not accepted in time may still be sent later.
    auto sent = std::make_unique<std::string>(text);
    MPI_Request request{};
    {
      const std::lock_guard lock(mutex_);
      MPI_Isend(sent->data(), static_cast<int>(sent->size()), MPI_CHAR, static_cast<int>(rank),
                static_cast<int>(kind), MPI_COMM_WORLD, &request);
    }
    // A blocking send would keep other threads from the library, and spin.
    const auto end = std::chrono::steady_clock::now() + longest_silence();
    while (std::chrono::steady_clock::now() < end) {
      int done = 0;
      {
        const std::lock_guard lock(mutex_);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      }
      if (done != 0) return true;  // NOLINT(*MPI-Checker): MPI_Test has waited
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    const std::lock_guard lock(mutex_);  // NOLINT(*MPI-Checker): it is not waited for any more
    not_taken_.push_back(std::move(sent));
    return false;
  }

  std::optional<std::string> receive(unsigned rank, MessageKind kind) override {
    const std::lock_guard lock(mutex_);
    int there = 0;
    MPI_Message message{};
    MPI_Status status{};
    MPI_Improbe(static_cast<int>(rank), static_cast<int>(kind), MPI_COMM_WORLD, &there, &message,
                &status);
    if (there == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_CHAR, &size);
    std::string text(static_cast<std::size_t>(size), '\0');
    MPI_Mrecv(text.data(), size, MPI_CHAR, &message, MPI_STATUS_IGNORE);
    return text;
  }

 private:
  std::mutex mutex_;  // the library is used by one thread at a time
  std::vector<std::unique_ptr<std::string>> not_taken_;
  unsigned rank_ = 0;
  unsigned ranks_ = 1;
};

}  // namespace

std::expected<std::unique_ptr<Link>, std::string> join(int* argc, char*** argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
  auto link = std::make_unique<MpiLink>();
  if (provided < MPI_THREAD_SERIALIZED)
    return std::unexpected("this MPI library was built without threads");
  return link;
}

}  // namespace perft_verify::verifier
